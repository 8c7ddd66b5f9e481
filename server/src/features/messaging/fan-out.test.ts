import { expect, test } from 'vitest'
import { threadRoom } from '#/realtime/rooms.ts'
import { createGroup, requestSend } from '#/testing/chats.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('long texts of one member to many sockets are limited by their bytes, and other members still write', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const group = await createGroup(aiko, [ben])
  const socket = await ben.openSocket()
  // Real connections would take a minute: only their number matters.
  for (let index = 0; index < 10_000; index += 1)
    await noroshi.io.sockets.adapter.addAll(`socket ${index}`, new Set([threadRoom(group.id)]))
  const send = async (text: string) => (await requestSend(aiko, group.id, text)).status
  expect(await send('橋'.repeat(10_000))).toBe(201) // 300 MB at all sockets
  expect(await send('橋')).toBe(429)
  expect((await requestSend(ben, group.id, 'The bridge is open')).status).toBe(201)
  expect(await socket.next('messages:new_message')).toMatchObject({ SenderId: aiko.id })
})
