import type { Socket as TcpSocket } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '#/testing/test-server.ts'
import type { TestSocket } from '#/testing/test-socket.ts'
import { UNSENT_BYTES_MAX } from './disconnect-slow-sockets.ts'

test('a socket that takes nothing is cut when more than 4 MB wait for it, and the others stay connected', async () => {
  await using noroshi = await startTestServer()
  const [reader, silent] = [await noroshi.openSocket(), await noroshi.openSocket()]
  tcpSocketOf(silent).pause()
  const connection = noroshi.io.sockets.sockets.get(silent.socket.id ?? '')?.conn
  // More than the buffers of the operating system hold.
  for (let sent = 0; sent < 4 * UNSENT_BYTES_MAX; sent += 1024 * 1024) connection?.write('a'.repeat(1024 * 1024))
  await expect.poll(() => noroshi.io.sockets.sockets.size, { timeout: 10_000 }).toBe(1)
  expect(reader.socket.connected).toBe(true)
})

/** Returns the TCP socket of a client: internal fields of Socket.IO, engine.io and ws. */
const tcpSocketOf = ({ socket }: TestSocket): TcpSocket =>
  (socket.io.engine.transport as unknown as { readonly ws: { readonly _socket: TcpSocket } }).ws._socket
