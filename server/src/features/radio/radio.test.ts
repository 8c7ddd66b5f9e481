import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { createGroup, removeMember, sendMessage, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import {
  fetchHistory,
  fetchLive,
  leaveRadio,
  openChannel,
  openRadioPage,
  say,
  startRadio,
  tryPress,
} from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { checkRadioChats } from './radio-members.service.ts'

let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let chika: TestUser
beforeAll(async () => {
  noroshi = await startTestServer({}, { speech: new TestSpeech() })
  ;[aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Starts the radio chat of a new group of Aiko and Ben. */
async function startInGroup() {
  const group = await createGroup(aiko, [ben])
  return { groupId: group.id, chat: await startRadio(aiko, group.id) }
}

const statusOfStart = async (user: TestUser, threadId: string) =>
  (await user.request(radioRoutes.start, { params: { threadId } })).status

test('a member starts a radio chat, and each other member receives it with the name of the group', async () => {
  const { id } = await createGroup(aiko, [ben])
  const [own, other, outside] = [await aiko.openSocket(), await ben.openSocket(), await chika.openSocket()]
  const chat = await startRadio(aiko, id)
  expect(await other.next('asr-chat:new')).toEqual({ radioChat: chat, threadName: 'Night Watch' })
  await own.settle()
  await outside.settle()
  expect([...own.names(), ...outside.names()]).not.toContain('asr-chat:new')
  expect(await fetchLive(ben, id)).toMatchObject({ radioChat: { id: chat.id, members: [], endedAt: null }, messages: [] })
})

test('the running radio chat and the history say up to which message the retention has removed a thread', async () => {
  const { groupId } = await startInGroup()
  const read = async () => [
    await fetchLive(ben, groupId),
    await ben.fetch(radioRoutes.history, { params: { id: groupId }, query: {} }),
  ]
  for (const reply of await read()) expect(reply).not.toHaveProperty('removedSeq')
  await sql`UPDATE thread_marks SET removed_seq = CASE message_type WHEN 'asrChat' THEN 4 ELSE 9 END
    WHERE thread_id = ${groupId}::uuid`.execute(noroshi.db)
  expect(await read()).toMatchObject([{ removedSeq: 4 }, { items: [], removedSeq: 4 }])
  const { id } = await createGroup(aiko, [ben]) // without a radio chat
  await sql`UPDATE thread_marks SET removed_seq = 2 WHERE thread_id = ${id}::uuid`.execute(noroshi.db)
  expect(await fetchLive(ben, id)).toEqual({ radioChat: null, floor: null, messages: [], removedSeq: 2 })
})

test('two members who start at once get the same radio chat', async () => {
  const { id } = await createGroup(aiko, [ben])
  const replies = await Promise.all(
    [aiko, ben, aiko, ben].map((user) => user.request(radioRoutes.start, { params: { threadId: id } })),
  )
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
})

test('an outsider gets 404 for a radio chat, and a blocked user gets 403 when starting one', async () => {
  const { groupId } = await startInGroup()
  expect(await statusOfStart(chika, groupId)).toBe(404)
  const personal = await startPersonalChat(aiko, chika)
  await setAcceptance(chika, personal.id, false)
  expect(await statusOfStart(aiko, personal.id)).toBe(403)
})

test('members join and leave, and the radio chat ends with its last member', async () => {
  const { id: groupId, pages } = await openChannel([aiko, ben])
  const [first, second] = pages
  await vi.waitFor(
    async () =>
      expect(await second.socket.next('asr-chat:updated')).toMatchObject({ members: [{ id: aiko.id }, { id: ben.id }] }),
    10_000,
  )
  await leaveRadio(first)
  expect((await fetchLive(ben, groupId)).radioChat?.members).toMatchObject([{ id: ben.id }])
  await leaveRadio(second)
  expect((await fetchLive(ben, groupId)).radioChat).toBeNull()
  const ended = () => first.socket.payloadsOf('asr-chat:updated').at(-1)
  await vi.waitFor(() => expect(ended()).toMatchObject({ members: [], endedAt: expect.any(String) as string }), 10_000)
  expect(await tryPress(second)).toEqual({ ok: false, code: 'radio.notJoined' })
  // The replies end the radio chat on pages without the event.
  const replies = async () => [
    await fetchLive(ben, groupId),
    (await ben.fetch(radioRoutes.threads)).items.find(({ thread }) => thread.id === groupId),
  ]
  for (const reply of await replies()) expect(ended()).toMatchObject(reply?.endedChat ?? { id: 'a reply without it' })
  await startRadio(ben, groupId)
  for (const reply of await replies()) expect(reply).not.toHaveProperty('endedChat')
})

test('a page that does not come back is not a member after half a minute', async () => {
  const { id: groupId, radioChatId, pages } = await openChannel([aiko, ben])
  const [first, second] = pages
  first.socket.close()
  await checkRadioChats(noroshi.deps)
  expect((await fetchLive(ben, groupId)).radioChat?.members).toHaveLength(2)
  await ageOfPages(radioChatId, aiko.id)
  await checkRadioChats(noroshi.deps)
  expect((await fetchLive(ben, groupId)).radioChat?.members).toMatchObject([{ id: ben.id }])
  await leaveRadio(second)
})

const ageOfPages = (chatId: string, userId: string) =>
  sql`UPDATE radio_members SET last_seen_at = clock_timestamp() - interval '31 s'
    WHERE radio_chat_id = ${chatId}::uuid AND user_id = ${userId}::uuid`.execute(noroshi.db)

test('a page that reconnects in time stays a member', async () => {
  const { groupId } = await startInGroup()
  const page = await openRadioPage(await aiko.openSocket(), groupId)
  page.socket.close()
  const again = await openRadioPage(await aiko.openSocket(), groupId, page.endpointId)
  expect((await fetchLive(ben, groupId)).radioChat?.members).toMatchObject([{ id: aiko.id }])
  expect(await tryPress(again)).toMatchObject({ ok: true, reply: { granted: true } })
  await leaveRadio(again)
})

test('a radio chat ends after ten minutes without a transmission', async () => {
  const { groupId } = await startInGroup()
  const page = await openRadioPage(await aiko.openSocket(), groupId)
  noroshi.clock.advance({ minutes: 9 })
  expect(await say(page)).not.toBeNull()
  noroshi.clock.advance({ minutes: 9 })
  await checkRadioChats(noroshi.deps)
  expect((await fetchLive(aiko, groupId)).radioChat).not.toBeNull()
  noroshi.clock.advance({ minutes: 2 })
  await checkRadioChats(noroshi.deps)
  expect((await fetchLive(aiko, groupId)).radioChat).toBeNull()
})

test('a radio chat that no user joins ends after a minute', async () => {
  const { groupId } = await startInGroup()
  noroshi.clock.advance({ minutes: 2 })
  await checkRadioChats(noroshi.deps)
  expect((await fetchLive(aiko, groupId)).radioChat).toBeNull()
})

test('a member who is removed from the group leaves the radio chat and can no longer talk', async () => {
  const { id: groupId, pages } = await openChannel([aiko, ben])
  const [own, removed] = pages
  const members = () => own.socket.payloadsOf('asr-chat:updated').at(-1)
  await vi.waitFor(() => expect(members()).toMatchObject({ members: [{ id: aiko.id }, { id: ben.id }] }), 15_000)
  await removeMember(aiko, groupId, ben)
  expect(await tryPress(removed)).toEqual({ ok: false, code: 'thread.notFound' })
  expect((await fetchLive(aiko, groupId)).radioChat?.members).toMatchObject([{ id: aiko.id }])
  await vi.waitFor(() => expect(members()).toMatchObject({ members: [{ id: aiko.id }] }), 15_000)
  const floors = removed.socket.payloadsOf('radio:floor').length
  await say(own)
  await removed.socket.settle()
  expect(removed.socket.payloadsOf('radio:floor')).toHaveLength(floors)
  expect(removed.socket.names()).not.toContain('radio:frame')
})

test('a user who joins in the name of another one gets "forbidden"', async () => {
  const { groupId } = await startInGroup()
  const socket = await aiko.openSocket()
  const payload = { messageThreadId: groupId, endpointId: randomUUID(), userId: ben.id }
  expect(await socket.send('asr-chat:join', payload)).toEqual({ ok: false, code: 'forbidden' })
})

test('radio messages have numbers and read marks of their own, and chat counts do not change', async () => {
  const { groupId } = await startInGroup()
  const page = await openRadioPage(await aiko.openSocket(), groupId)
  await sendMessage(aiko, groupId, 'chat one')
  const said = [await say(page), await say(page), await say(page)]
  await sendMessage(aiko, groupId, 'chat two')
  expect(said.map((message) => message?.seq)).toEqual([1, 2, 3])
  expect(await fetchHistory(ben, groupId)).toEqual(said)
  expect((await fetchHistory(ben, groupId, { after: 1, limit: 1 })).map(({ seq }) => seq)).toEqual([2])
  const chat = await ben.fetch(messageRoutes.list, { params: { id: groupId } })
  expect(chat.items.map(({ text, seq }) => [text, seq])).toEqual([
    ['chat one', 1],
    ['chat two', 2],
  ])
  const thread = () => ben.fetch(threadRoutes.get, { params: { id: groupId } })
  expect(await thread()).toMatchObject({ unreadMessagesCount: 2, latestMessage: { text: 'chat two' } })
  const radioThread = async (user: TestUser) =>
    (await user.fetch(radioRoutes.threads)).items.find((one) => one.thread.id === groupId)
  expect(await radioThread(ben)).toMatchObject({ unreadRadioCount: 3, seenSeq: 0, latestMessage: { seq: 3 } })
  expect(await radioThread(aiko)).toMatchObject({ unreadRadioCount: 0, seenSeq: 3 })
  const marks = [{ messageThreadId: groupId, status: 'seen', seq: 2, messageType: 'asrChat' }]
  await ben.fetch(messageRoutes.setStatuses, { body: marks })
  expect(await radioThread(ben)).toMatchObject({ unreadRadioCount: 1, seenSeq: 2 })
  // Without a number: up to what the session got.
  await ben.fetch(messageRoutes.setStatuses, { body: [{ messageThreadId: groupId, status: 'seen', messageType: 'asrChat' }] })
  expect(await radioThread(ben)).toMatchObject({ unreadRadioCount: 0, seenSeq: 3 })
  expect(await thread()).toMatchObject({ unreadMessagesCount: 2 })
  await vi.waitFor(
    async () => expect((await fetchHistory(aiko, groupId)).map(({ status }) => status)).toEqual(['seen', 'seen', 'seen']),
    10_000,
  )
})

test('a member of a thread with and without a radio chat gets only the first one in the list', async () => {
  const [dan] = await noroshi.people('Dan')
  const [without, running, over] = [await createGroup(dan, [ben]), await createGroup(dan, [ben]), await createGroup(dan, [ben])]
  await startRadio(dan, over.id)
  await leaveRadio(await openRadioPage(await dan.openSocket(), over.id))
  const chat = await startRadio(dan, running.id)
  const { items } = await dan.fetch(radioRoutes.threads)
  expect(items.map(({ thread, radioChat }) => [thread.id, radioChat?.id])).toEqual([
    [running.id, chat.id],
    [over.id, undefined],
  ])
  expect(items.map(({ thread }) => thread.id)).not.toContain(without.id)
})

test('a user who is added to a group counts earlier radio messages as seen', async () => {
  const { groupId } = await startInGroup()
  await say(await openRadioPage(await aiko.openSocket(), groupId))
  await sendMessage(aiko, groupId)
  await sendMessage(aiko, groupId)
  const [dora] = await noroshi.people('Dora')
  await aiko.fetch(threadRoutes.addMembers, { params: { id: groupId }, body: { userIds: [dora.id] } })
  const { items } = await dora.fetch(radioRoutes.threads)
  expect(items.find(({ thread }) => thread.id === groupId)).toMatchObject({ seenSeq: 1, unreadRadioCount: 0 })
})

test('a member who is removed while their page joins gets thread.notFound', async () => {
  const { groupId } = await startInGroup()
  const socket = await ben.openSocket()
  const countLockWaits = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
    return rows[0]?.count
  }
  const joining: Promise<unknown>[] = []
  await noroshi.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('thread_members').where('thread_id', '=', groupId).where('user_id', '=', ben.id).execute()
    joining.push(socket.send('asr-chat:join', { messageThreadId: groupId, endpointId: randomUUID() }))
    await expect.poll(countLockWaits).toBeGreaterThanOrEqual(1)
  })
  expect(await Promise.all(joining)).toEqual([{ ok: false, code: 'thread.notFound' }])
})
