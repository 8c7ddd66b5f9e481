import { once } from 'node:events'
import { test } from 'vitest'
import { startTestServer } from '#/testing/test-server.ts'

test('a connection without a handshake does not delay the close of the server', async () => {
  const noroshi = await startTestServer()
  const socket = new WebSocket(`${noroshi.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  await once(socket, 'message')
  const isClosed = once(socket, 'close')
  await noroshi[Symbol.asyncDispose]()
  await isClosed
})
