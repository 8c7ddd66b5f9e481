import { expect, test, vi } from 'vitest'
import { startTestServer } from '#/testing/test-server.ts'

test('the connection of a client that disconnects by a packet alone is closed', async () => {
  await using noroshi = await startTestServer()
  const socket = new WebSocket(`${noroshi.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const received: string[] = []
  let isClosed = false
  socket.addEventListener('message', ({ data }) => received.push(String(data)))
  socket.addEventListener('close', () => (isClosed = true))
  await vi.waitFor(() => expect(received[0]).toMatch(/^0\{/), 10_000)
  socket.send('40')
  await vi.waitFor(() => expect(received).toContainEqual(expect.stringMatching(/^40\{/)), 10_000)
  expect(isClosed).toBe(false)
  socket.send('41')
  await vi.waitFor(() => expect(isClosed).toBe(true), 10_000)
})
