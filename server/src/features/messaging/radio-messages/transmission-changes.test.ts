import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { receiptRoutes } from '@noroshi/contract/messaging/receipts.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { reportRoutes } from '@noroshi/contract/reports/reports.http'
import { fetchMessages, removeMember, sendMessage, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { fetchHistory, fetchLive, openChannel, openRadioPage, say, startRadio } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

const speech = new TestSpeech()
let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer({}, { speech })
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const react = (person: TestUser, id: string, emoji: string | null = '👍') =>
  person.request(messageChangeRoutes.react, { params: { id }, body: { emoji } })
const remove = (person: TestUser, id: string) => person.request(messageChangeRoutes.delete, { params: { id } })
const pin = (person: TestUser, id: string, isPinned = true) =>
  person.request(messageChangeRoutes.pin, { params: { id }, body: { isPinned } })
const hide = (person: TestUser, id: string) =>
  person.request(messageChangeRoutes.hide, { params: { id }, body: { isHidden: true } })
const forward = (person: TestUser, id: string, messageThreadId: string) =>
  person.request(messageChangeRoutes.forward, { params: { id }, body: { messageThreadId } })
const reactions = (person: TestUser, id: string) => person.request(messageChangeRoutes.reactions, { params: { id } })
const infoOf = (person: TestUser, id: string) => person.request(receiptRoutes.list, { params: { id } })
const report = (person: TestUser, id: string) =>
  person.request(reportRoutes.message, { params: { id }, body: { reason: 'rude' } })

/** Starts the radio chat of a group, in which Ben, who is no admin, talks. Dora is no member. */
async function startTalk(text = 'the bridge is closed') {
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const { id: threadId, pages } = await openChannel([aiko, ben], [chie])
  speech.result = Promise.resolve({ text, isSpeech: true })
  const said = await say(pages[1])
  if (!said) throw new Error('expected a message')
  return { aiko, ben, chie, dora, threadId, pages, said }
}

/** Everything that may be done with a transmission, as statuses. */
async function statusesOf(person: TestUser, id: string, toThreadId: string) {
  const replies = {
    react: await react(person, id),
    reactions: await reactions(person, id),
    hide: await hide(person, id),
    forward: await forward(person, id, toThreadId),
    info: await infoOf(person, id),
    report: await report(person, id),
    pin: await pin(person, id),
    delete: await remove(person, id),
  }
  return Object.fromEntries(Object.entries(replies).map(([name, { status }]) => [name, status]))
}

test('members do with a transmission what they do with a message, but pin it; others, also removed members, do nothing', async () => {
  const { aiko, ben, chie, dora, said } = await startTalk()
  const chatOf = async (person: TestUser) => (await startPersonalChat(person, aiko)).id
  const allowed = { react: 200, reactions: 200, hide: 200, forward: 201, report: 200, pin: 403 }
  const nothing = { react: 404, reactions: 404, hide: 404, forward: 404, info: 404, report: 404, pin: 404, delete: 404 }
  expect(await statusesOf(dora, said.id, await chatOf(dora))).toEqual(nothing)
  expect(await statusesOf(chie, said.id, await chatOf(chie))).toEqual({ ...allowed, info: 403, delete: 403 })
  await removeMember(aiko, said.MessageThreadId, chie)
  expect(await statusesOf(chie, said.id, await chatOf(chie))).toEqual({ ...nothing, report: 200 }) // the report of before
  expect(await pin(ben, said.id)).toMatchObject({ status: 403, body: { code: 'message.isRecord' } })
  expect(await remove(ben, said.id)).toMatchObject({ status: 200, body: { deletion: { by: { id: ben.id } } } })
  // A pin of an earlier version is taken back.
  await noroshi.db.updateTable('messages').set({ pinned_at: noroshi.clock.now() }).where('id', '=', said.id).execute()
  expect((await pin(chie, said.id, false)).status).toBe(404)
  expect((await pin(ben, said.id, false)).body.pinnedAt).toBeUndefined()
})

test('the admin of the group deletes a transmission of another member, and no one else does in a personal chat', async () => {
  const { aiko, said } = await startTalk()
  expect((await remove(aiko, said.id)).body).toMatchObject({ text: '', deletion: { by: { id: aiko.id } } })
  const [eiko, fuyu] = await noroshi.people('Eiko', 'Fuyu')
  const { id } = await startPersonalChat(eiko, fuyu)
  await sendMessage(eiko, id)
  await setAcceptance(fuyu, id, true)
  await startRadio(eiko, id)
  const ofEiko = await say(await openRadioPage(await eiko.openSocket(), id))
  expect(await remove(fuyu, ofEiko?.id ?? '')).toMatchObject({ status: 403, body: { code: 'message.notYours' } })
  await setAcceptance(fuyu, id, false)
  for (const person of [eiko, fuyu])
    expect(await react(person, ofEiko?.id ?? '')).toMatchObject({ status: 403, body: { code: 'thread.blocked' } })
  expect((await remove(eiko, ofEiko?.id ?? '')).status).toBe(200)
})

test('each reader of the radio receives a reaction, with the recording and its text', async () => {
  const { aiko, ben, chie, pages, said, threadId } = await startTalk()
  const reader = await chie.openSocket()
  const { body } = await react(aiko, said.id)
  const { messageMedias, radio, text } = said
  const reaction = { emoji: '👍', count: 1, userIds: [aiko.id] }
  expect(body).toMatchObject({ messageMedias, radio, text, version: said.version + 1, reactions: [reaction] })
  for (const socket of [reader, pages[1].socket]) expect(await socket.next('messages:updated')).toEqual(body)
  const [read] = await fetchHistory(ben, threadId)
  expect(read).toMatchObject({ reactions: [reaction], radio })
  expect((await fetchLive(ben, threadId)).messages).toMatchObject([{ id: said.id, reactions: [reaction] }])
  expect((await react(aiko, said.id, null)).body.reactions).toBeUndefined()
})

test('a forwarded transmission has its text and recording, and needs no further transcript', async () => {
  const { ben, chie, said } = await startTalk('water at the school')
  const { id } = await startPersonalChat(chie, ben)
  const { body } = await forward(chie, said.id, id)
  expect(body).toMatchObject({ messageType: 'normalChat', text: 'water at the school', isForwarded: true })
  const [copy] = body.messageMedias
  expect(copy).toMatchObject({ type: 'audio/webm', size: said.messageMedias[0]?.size })
  expect(copy).not.toHaveProperty('transcript')
  await remove(ben, said.id)
  expect((await ben.rawFetch(copy?.mediaUrl ?? '')).status).toBe(200)
  const unclear = await startTalk('')
  const { id: otherId } = await startPersonalChat(unclear.chie, unclear.ben)
  const { body: voiceNote } = await forward(unclear.chie, unclear.said.id, otherId)
  expect(voiceNote).toMatchObject({ text: '', messageMedias: [{ transcript: { state: 'pending' } }] })
  const stateOf = async () => (await fetchMessages(unclear.ben, otherId))[0]?.messageMedias[0]?.transcript?.state
  await expect.poll(stateOf, { timeout: 10_000 }).toBe('complete')
})

test('a deleted transmission has no content anywhere: text, recording, reactions, events and lists', async () => {
  const canary = `canary${randomUUID().slice(0, 8)}`
  const { aiko, ben, chie, pages, said, threadId } = await startTalk(canary)
  expect(said.text).toBe(canary)
  await react(aiko, said.id, '🔥')
  const { storage_key: key } = await noroshi.db
    .selectFrom('files')
    .select('storage_key')
    .where('parent_id', '=', said.id)
    .executeTakeFirstOrThrow()
  const reader = await chie.openSocket()
  const { body } = await remove(ben, said.id)
  expect(body).toMatchObject({ seq: 1, text: '', messageMedias: [], deletion: { by: { id: ben.id } }, messageType: 'asrChat' })
  expect(body.reactions).toBeUndefined()
  for (const socket of [reader, pages[0].socket])
    await expect.poll(() => socket.payloadsOf('messages:updated').at(-1)).toEqual(body)
  expect(await fetchHistory(aiko, threadId)).toEqual([body])
  expect((await fetchLive(aiko, threadId)).messages).toEqual([body])
  const { items } = await aiko.fetch(radioRoutes.threads)
  expect(items.map(({ latestMessage }) => latestMessage)).toEqual([body])
  expect((await ben.rawFetch(said.messageMedias[0]?.mediaUrl ?? '')).status).toBe(404)
  await expect(noroshi.deps.storage.size(key)).rejects.toThrow()
  expect((await aiko.fetch(messageSearchRoutes.search, { query: { text: canary } })).items).toEqual([])
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(
    noroshi.db,
  )
  for (const { name } of rows) {
    const found = await sql`SELECT 1 FROM ${sql.table(name)} t WHERE t::text ILIKE ${`%${canary}%`}`.execute(noroshi.db)
    expect(found.rows, name).toEqual([])
  }
  expect((await react(aiko, said.id)).body).toMatchObject({ code: 'message.isDeleted' })
  expect((await report(aiko, said.id)).status).toBe(409)
})
