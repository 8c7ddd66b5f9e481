import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ErrorReply } from '@noroshi/contract/errors'
import { API_BASE } from '@noroshi/contract/routes'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { ConnectionLimit } from './connection-limit.ts'

// Tests input that HTTP clients cannot send: broken requests and cut connections.

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]()) // fails when the log contains anything

const open = async (): Promise<Socket> => {
  const connection = connect(Number(new URL(noroshi.url).port), '127.0.0.1')
  await once(connection, 'connect')
  return connection
}

/** Sends text on a connection of its own and returns the whole reply. */
async function exchange(request: string): Promise<string> {
  const connection = await open()
  connection.write(request)
  return text(connection)
}

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'invalid'],
  ['an invalid header', `GET /livez HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n`, 400, 'invalid'],
  ['headers of 100 KB', `GET /livez HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`, 431, 'headersTooLarge'],
])('%s gets an error of the contract', async (_label, request, status, code) => {
  const reply = await exchange(request)
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('Connection: close')
  expect(ErrorReply.parse(JSON.parse(body)).code).toBe(code)
})

test('an SOS whose connection is cut in its body is no error in the log', async () => {
  const path = API_BASE + alertRoutes.raise.path
  const connection = await open()
  connection.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"textContent":`)
  await noroshi.visitor.rawFetch('/livez') // the server has read what was sent before
  connection.resetAndDestroy()
  await noroshi.visitor.fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
})

test('replies with private data and their errors are not stored by caches', async () => {
  const [aiko] = await noroshi.people('Aiko')
  for (const caller of [aiko, noroshi.visitor]) {
    const { headers } = await caller.request(accountRoutes.me)
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('above the limit of an address, its connection that was unused for longest is closed', async () => {
  await using limited = await startTestServer()
  new ConnectionLimit(({ socket }) => socket.remoteAddress, { perSource: 3, total: 100 }).watch(limited.app.server)
  const port = Number(new URL(limited.url).port)
  const connections: Socket[] = []
  const openOne = async () => {
    const connection = connect(port, '127.0.0.1')
    connections.push(connection)
    connection.on('error', () => undefined)
    await once(connection, 'connect')
    return connection
  }
  const request = async (connection: Socket) => {
    connection.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(connection, 'data')
  }
  const [first, second, third] = [await openOne(), await openOne(), await openOne()]
  for (const one of [first, second, third, first]) await request(one)
  const closed = once(second, 'close')
  await request(await openOne())
  await closed
  for (const one of [first, third]) await request(one)
  for (const one of connections) one.destroy()
})
