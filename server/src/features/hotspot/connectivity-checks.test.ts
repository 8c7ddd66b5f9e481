import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { EXPECTED_CHECKS } from '#/testing/scenes/expected-checks.ts'
import { CHECK_HOSTS } from './connectivity-checks.ts'

/** An address on which no server listens. */
const NOWHERE = 'http://127.0.0.1:9/'
/** The proxy of the tests names the address of the phone. */
const PHONE = { 'x-forwarded-for': '100.64.76.50' }
const hotspotOf = (mode: 'answer' | 'portal', internet = NOWHERE, settings = {}) =>
  startTestServer({ HOTSPOT_PROBES: mode, INTERNET_CHECK_URL: internet, TRUST_PROXY: '127.0.0.1', ...settings })

/** Sends a request to the server with the Host header of a URL, as a phone that resolved its name to the server. */
async function check({ url }: TestServer, checked: string, { method = 'GET', headers = {} } = {}) {
  const [host = '', ...path] = checked.split('/')
  const { port } = new URL(url)
  const sent = httpRequest({ port, method, path: `/${path.join('/')}`, headers: { host, accept: 'text/html', ...headers } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return { status: response.statusCode, body, headers: response.headers }
}

test('without internet, each check gets the status and bytes of its system, and nothing is logged', async () => {
  await using noroshi = await hotspotOf('answer', NOWHERE, { LOG_LEVEL: 'info' })
  for (const [url, status, body] of EXPECTED_CHECKS) expect(await check(noroshi, url), url).toMatchObject({ status, body })
  expect(await check(noroshi, 'nmcheck.gnome.org/')).toMatchObject({ headers: { 'x-networkmanager-status': 'online' } })
  for (const host of [...CHECK_HOSTS, 'Captive.Apple.com:80'])
    expect((await check(noroshi, `${host}/generate_204`)).status, host).toBeOneOf([200, 204, 404])
  expect(noroshi.log.join('')).not.toContain('"request"')
  noroshi.expectsInLog(/Server listening/)
})

test('the host of a check serves nothing else, and no other host is a check', async () => {
  await using noroshi = await hotspotOf('answer')
  for (const path of ['', 'login', 'backend/unit', 'assets/x.js'])
    expect(await check(noroshi, `www.msftconnecttest.com/${path}`), path).toMatchObject({ status: 404, body: '' })
  expect(await check(noroshi, 'captive.apple.com/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  expect((await check(noroshi, 'noroshi.lan/join')).body).toContain('<title>')
  expect((await check(noroshi, 'apple.com/')).body).toContain('<title>')
})

test('while the server has internet, it promises nothing, and answers again within a minute after the internet is gone', async () => {
  const internet = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(internet, 'listening')
  await using noroshi = await hotspotOf('answer', `http://127.0.0.1:${(internet.address() as AddressInfo).port}/`)
  expect(await check(noroshi, 'captive.apple.com/')).toMatchObject({ status: 421, body: '' })
  internet.closeAllConnections()
  internet.close()
  noroshi.clock.advance({ seconds: 31 })
  await expect.poll(async () => (await check(noroshi, 'captive.apple.com/')).status).toBe(200)
})

test('a portal leads to /join until the user continues, on this device only', async () => {
  await using noroshi = await hotspotOf('portal')
  const android = () => check(noroshi, 'connectivitycheck.gstatic.com/generate_204', { headers: PHONE })
  expect(await android()).toMatchObject({ status: 302, headers: { location: 'http://noroshi.lan/join' } })
  expect(await noroshi.visitor.fetch(hotspotRoutes.read, { headers: PHONE })).toEqual({ hotspot: { isWaiting: true } })
  await noroshi.visitor.fetch(hotspotRoutes.continue, { headers: PHONE })
  expect((await android()).status).toBe(204)
  expect(await noroshi.visitor.fetch(hotspotRoutes.read, { headers: PHONE })).toEqual({ hotspot: { isWaiting: false } })
  expect((await check(noroshi, 'captive.apple.com/', { headers: { 'x-forwarded-for': '100.64.76.51' } })).status).toBe(302)
})

test('a caller outside of the network of the hotspot does not use it', async () => {
  await using noroshi = await hotspotOf('portal')
  for (const address of ['192.168.1.5', '100.64.80.1', 'fd00::1']) {
    const headers = { 'x-forwarded-for': address }
    expect(await noroshi.visitor.fetch(hotspotRoutes.read, { headers }), address).toEqual({ hotspot: null })
    expect((await noroshi.visitor.request(hotspotRoutes.continue, { headers })).status, address).toBe(404)
  }
})

test('a server without a hotspot knows no checks', async () => {
  await using noroshi = await startTestServer({ INTERNET_CHECK_URL: NOWHERE })
  expect((await check(noroshi, 'captive.apple.com/')).body).toContain('<title>')
  expect(await noroshi.visitor.fetch(hotspotRoutes.read)).toEqual({ hotspot: null })
})
