import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { type Coturn, startCoturn } from '#/testing/processes/coturn.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { TurnClient } from '#/testing/processes/turn-client.ts'

// The credentials of the server are verified by Debian's coturn with deploy/coturn.conf.

const UNAUTHORIZED = 401
const FORBIDDEN = 403

let coturn: Coturn
let noroshi: TestServer
beforeAll(async () => {
  coturn = await startCoturn()
  noroshi = await startTestServer(coturn.environment)
})
afterAll(async () => {
  await noroshi[Symbol.asyncDispose]()
  await coturn[Symbol.asyncDispose]()
})

async function fetchCredentials() {
  const [aiko] = await noroshi.people('Aiko')
  const { iceServers, expiresAt } = await aiko.fetch(callRoutes.iceServers)
  const [{ urls, username = '', credential = '' } = { urls: [] }] = iceServers
  return { user: aiko, urls, username, credential, expiresAt }
}

const allocate = async (username: string, credential: string): Promise<number> => {
  using client = new TurnClient(coturn.port, { username, credential })
  return await client.allocate()
}

test('a user gets credentials that are valid for an hour at most and open the relay', async () => {
  const { user, urls, username, credential, expiresAt } = await fetchCredentials()
  expect(urls).toEqual([coturn.environment.TURN_URL])
  const [expiry, id] = username.split(':')
  expect(id).toBe(user.id)
  expect(expiresAt).toBe(new Date(Number(expiry) * 1000).toISOString())
  expect(Number(expiry) - noroshi.clock.now().getTime() / 1000).toBeLessThanOrEqual(3600)
  expect(await allocate(username, credential)).toBe(0)
})

test('expired and forged credentials are refused', async () => {
  const { user, username, credential } = await fetchCredentials()
  const sign = (name: string, secret: string) => createHmac('sha1', secret).update(name).digest('base64')
  const expired = `${Math.floor(Date.now() / 1000) - 1}:${user.id}`
  const later = `${Number(username.split(':')[0]) + 86_400}:${user.id}`
  for (const [name, password] of [
    [expired, sign(expired, coturn.environment.TURN_SECRET)],
    [later, credential],
    [username, sign(username, randomUUID())],
    [username, ''],
    ['', credential],
  ] as const)
    expect(await allocate(name, password), name).toBe(UNAUTHORIZED)
})

test('the relay refuses loopback, link-local and private addresses and reaches public ones', async () => {
  const { username, credential } = await fetchCredentials()
  using client = new TurnClient(coturn.port, { username, credential })
  expect(await client.allocate()).toBe(0)
  for (const address of ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.10', '169.254.169.254', '100.64.0.1', '0.0.0.0'])
    expect(await client.permit(address), address).toBe(FORBIDDEN)
  expect(await client.permit('8.8.8.8')).toBe(0)
})

test('the relay reaches a private address that its operator allows', async () => {
  await using own = await startCoturn(['--allowed-peer-ip=127.0.0.1', '--allow-loopback-peers'])
  const { username, credential } = await fetchCredentials()
  using client = new TurnClient(own.port, { username, credential })
  expect(await client.allocate()).toBe(0)
  expect([await client.permit('127.0.0.1'), await client.permit('192.168.1.10')]).toEqual([0, FORBIDDEN])
})

test('without a TURN server the list is empty', async () => {
  await using plain = await startTestServer()
  const [aiko] = await plain.people('Aiko')
  expect(await aiko.fetch(callRoutes.iceServers)).toEqual({ iceServers: [], expiresAt: null })
})
