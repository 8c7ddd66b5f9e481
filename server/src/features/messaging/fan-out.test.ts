import { expect, test } from 'vitest'
import { threadRoom } from './messaging.rooms.ts'
import { createGroup, requestSend } from '#/testing/scenes/chats.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

/** Adds sockets to a thread. Real connections would take a minute: only their number matters. */
async function addSockets({ io }: TestServer, threadId: string) {
  for (let index = 0; index < 10_000; index += 1)
    await io.sockets.adapter.addAll(`socket ${index}`, new Set([threadRoom(threadId)]))
}

test('long texts of one member to many sockets are limited by their bytes, and other members still write', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const group = await createGroup(aiko, [ben])
  const socket = await ben.openSocket()
  await addSockets(noroshi, group.id)
  const send = async (text: string) => (await requestSend(aiko, group.id, text)).status
  expect(await send('橋'.repeat(10_000))).toBe(201) // 300 MB at all sockets
  expect(await send('橋')).toBe(429)
  expect((await requestSend(ben, group.id, 'The bridge is open')).status).toBe(201)
  expect(await socket.next('messages:new_message')).toMatchObject({ SenderId: aiko.id })
})

test('the sessions of a member share one limit of bytes, and other members still write', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const group = await createGroup(aiko, [ben])
  await addSockets(noroshi, group.id)
  const sessions = [aiko, await noroshi.anotherSession(aiko), await noroshi.anotherSession(aiko)]
  const statuses: number[] = []
  // Each text is 30 MB at all sockets. A session alone could send three of them.
  for (let round = 0; round < 2; round += 1)
    for (const session of sessions) statuses.push((await requestSend(session, group.id, '橋'.repeat(1000))).status)
  expect(statuses).toEqual([201, 201, 201, 429, 429, 429])
  expect((await requestSend(ben, group.id, 'The bridge is open')).status).toBe(201)
})
