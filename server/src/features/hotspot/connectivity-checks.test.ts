import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
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

test('checks of hundreds of devices at once get their bytes by one look for the internet, and count to no limit', async () => {
  let looks = 0
  const internet = createServer((request) => {
    looks += 1
    request.socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(internet, 'listening')
  await using noroshi = await hotspotOf('answer', `http://127.0.0.1:${(internet.address() as AddressInfo).port}/`)
  const devices = Array.from({ length: 300 }, (_, index) => `100.64.${77 + Math.floor(index / 200)}.${(index % 200) + 1}`)
  const replies = await Promise.all(
    devices.map(async (device, index) => {
      const [url, status, body] = EXPECTED_CHECKS[index % EXPECTED_CHECKS.length] ?? ['', 0, '']
      const reply = await check(noroshi, url, { headers: { 'x-forwarded-for': device } })
      return reply.status === status && reply.body === body
    }),
  )
  expect(replies.filter(Boolean)).toHaveLength(300)
  expect(looks).toBe(1)
  expect(await noroshi.db.selectFrom('rate_limits').select('count').execute()).toEqual([])
  internet.closeAllConnections()
  internet.close()
})

test('devices that continue at once are all remembered, and one that repeats it gets 429 alone', async () => {
  await using noroshi = await hotspotOf('portal')
  const addresses = Array.from({ length: 1000 }, (_, index) => `100.64.${76 + Math.floor(index / 250)}.${(index % 250) + 1}`)
  const continueFrom = async (address: string) =>
    (await noroshi.visitor.request(hotspotRoutes.continue, { headers: { 'x-forwarded-for': address } })).status
  const [first = '', ...others] = addresses
  expect(await continueFrom(first)).toBe(200)
  const repeated = await Promise.all(Array.from({ length: 20 }, () => continueFrom(first)))
  expect(repeated.filter((status) => status === 429)).toHaveLength(11)
  for (let done = 0; done < others.length; done += 111)
    expect(new Set(await Promise.all(others.slice(done, done + 111).map(continueFrom)))).toEqual(new Set([200]))
  const checkFrom = (address: string) =>
    check(noroshi, 'connectivitycheck.gstatic.com/generate_204', { headers: { 'x-forwarded-for': address } })
  for (const address of [first, others[0] ?? '', others.at(-1) ?? '']) expect((await checkFrom(address)).status).toBe(204)
})

test('a check with a body or with further requests behind it ends its connection, and the server goes on', async () => {
  await using noroshi = await hotspotOf('answer')
  const port = Number(new URL(noroshi.url).port)
  const head = 'POST /generate_204 HTTP/1.1\r\nHost: connectivitycheck.gstatic.com\r\n'
  const endings = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined) // the server closes it while it sends
      let reply = ''
      socket.on('data', (bytes: Buffer) => (reply += bytes.toString()))
      const length = index % 2 === 0 ? 'Content-Length: 1000000000\r\n\r\n' : 'Content-Length: 0\r\n\r\n'
      socket.write(head + length + `${head}Content-Length: 0\r\n\r\n`.repeat(20))
      await once(socket, 'close')
      return reply.match(/HTTP\/1\.1 204/g)?.length ?? 0
    }),
  )
  expect(new Set(endings)).toEqual(new Set([1]))
  expect(await check(noroshi, 'captive.apple.com/')).toMatchObject({ status: 200 })
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
