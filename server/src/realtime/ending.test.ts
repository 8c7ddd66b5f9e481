import { once } from 'node:events'
import { test } from 'vitest'
import { unit } from '#/testing/unit.ts'

test('a connection that has not said yet who it is does not hold up the end of the unit', async () => {
  const noroshi = await unit()
  const socket = new WebSocket(`${noroshi.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  await once(socket, 'message')
  const isClosed = once(socket, 'close')
  await noroshi[Symbol.asyncDispose]()
  await isClosed
})
