import { expect, test } from 'vitest'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import { threadRoom } from './messaging.rooms.ts'
import { createGroup, requestSend, sendMessage } from '#/testing/scenes/chats.ts'
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

test('pins and votes are limited by the bytes of their messages, also of short ones', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const group = await createGroup(aiko, [ben])
  const message = await sendMessage(aiko, group.id, 'x')
  const poll = await sendMessage(aiko, group.id, 'x', { poll: { options: ['a', 'b'], isMultiple: false, closesAt: null } })
  await addSockets(noroshi, group.id)
  // Each event is 10 MB at all sockets.
  const pin = (count: number) =>
    aiko.request(messageChangeRoutes.pin, { params: { id: message.id }, body: { isPinned: count % 2 === 0 } })
  const vote = (count: number) => ben.request(pollRoutes.vote, { params: { id: poll.id }, body: { optionIds: [count % 2] } })
  for (const change of [pin, vote]) {
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1) statuses.push((await change(count)).status)
    expect(statuses).toEqual([...Array.from({ length: 7 }, () => 200), 429])
  }
})
