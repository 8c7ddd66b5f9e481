import type { Socket as TcpSocket } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '#/testing/test-server.ts'
import type { TestSocket } from '#/testing/test-socket.ts'

test('a socket that announced a check and falls silent is cut; those that keep their word stay connected', async () => {
  await using noroshi = await startTestServer()
  const [silent, steady, hidden] = [await noroshi.openSocket(), await noroshi.openSocket(), await noroshi.openSocket()]
  expect(await hidden.send('connection:check', { withinMs: null })).toEqual({ ok: true })
  for (const socket of [silent, steady]) expect(await socket.send('connection:check', { withinMs: 1_000 })).toEqual({ ok: true })
  const timer = setInterval(() => void steady.send('connection:check', { withinMs: 1_000 }), 900)
  tcpSocketOf(silent).pause() // it answers nothing from now on, as a device that left the Wi-Fi
  await expect.poll(() => noroshi.io.sockets.sockets.size, { timeout: 20_000 }).toBe(2)
  clearInterval(timer)
  expect([steady.socket.connected, hidden.socket.connected]).toEqual([true, true])
})

/** Returns the TCP socket of a client: internal fields of Socket.IO, engine.io and ws. */
const tcpSocketOf = ({ socket }: TestSocket): TcpSocket =>
  (socket.io.engine.transport as unknown as { readonly ws: { readonly _socket: TcpSocket } }).ws._socket
