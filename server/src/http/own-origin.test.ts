import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { isOwnOrigin } from './own-origin.ts'

type Transport = 'websocket' | 'polling'

/** Connects with these headers. @returns whether the server accepted the socket */
async function connects({ url }: TestServer, transport: Transport, headers: Record<string, string>): Promise<boolean> {
  const socket = io(url, { transports: [transport], extraHeaders: headers, reconnection: false, forceNew: true })
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', () => resolve(false))
  })
  socket.close()
  return isConnected
}

test.each(['websocket', 'polling'] as const)(
  'pages of other origins get no socket by %s, and the log says so once',
  async (transport) => {
    await using noroshi = await startTestServer({ PUBLIC_URL: 'https://unit.example' })
    noroshi.expectsInLog(/A socket of a page of https:\/\/evil\.example was refused/)
    expect(await connects(noroshi, transport, {})).toBe(true)
    expect(await connects(noroshi, transport, { origin: noroshi.url })).toBe(true)
    expect(await connects(noroshi, transport, { origin: 'https://unit.example' })).toBe(true)
    for (const origin of ['https://evil.example', 'null', noroshi.url.replace(/\d+$/, '1'), 'https://unit.example.org'])
      expect({ origin, isAccepted: await connects(noroshi, transport, { origin }) }).toEqual({ origin, isAccepted: false })
  },
)

const direct = { publicUrl: null, trustProxy: [] }
const proxied = { publicUrl: null, trustProxy: ['127.0.0.1'] }
test.each([
  [{ host: 'unit.local:3000' }, direct, true],
  [{ host: 'unit.local', 'sec-fetch-site': 'same-origin' }, direct, true],
  [{ host: 'unit.local', 'sec-fetch-site': 'cross-site' }, direct, false],
  [{ host: 'UNIT.local:80', origin: 'http://unit.local' }, direct, true],
  [{ host: 'unit.local:443', origin: 'https://unit.local' }, direct, true],
  [{ host: '[fd00::1]:3000', origin: 'http://[fd00::1]:3000' }, direct, true],
  [{ host: 'unit.local:3000', origin: 'http://unit.local:3001' }, direct, false],
  [{ host: 'inner:3000', origin: 'https://unit.example', 'x-forwarded-host': 'unit.example' }, proxied, true],
  [{ host: 'inner:3000', origin: 'https://unit.example', 'x-forwarded-host': 'unit.example' }, direct, false],
  [{ host: 'a b', origin: 'https://unit.example' }, direct, false],
  [{ origin: 'https://unit.example' }, direct, false],
])('the origin of a request with %j and %j is its own: %s', (headers, settings, isOwn) => {
  expect(isOwnOrigin({ headers }, settings)).toBe(isOwn)
})
