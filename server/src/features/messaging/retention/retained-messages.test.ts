import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { adminReportRoutes, reportRoutes } from '@noroshi/contract/reports/reports.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { newId } from '#/db/ids.ts'
import { applyRetention, changeRetention } from '#/features/accounts/server/retention.service.ts'
import { cursorAfterAll } from '#/testing/cursors.ts'
import { createGroup, fetchMessages, fetchThread, requestSend, sendMessage } from '#/testing/scenes/chats.ts'
import { fetchHistory, openChannel, say } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { MESSAGES_PER_TRANSACTION, removeOldMessages } from './retained-messages.service.ts'

const PERIOD = { messages: 14, radio: null, alerts: null, pageHistory: null, audit: null }
const NOTE = { field: 'messageMedia', name: 'note.txt', bytes: new TextEncoder().encode('old words') }
const actorOf = ({ id }: TestUser) => ({ actor: { id, firstName: 'Gen', lastName: '' }, ip: '10.0.0.1' }) as never // what an entry needs

/** Makes messages older by fifteen days. */
const age = ({ db }: TestServer, ids: readonly string[]) =>
  sql`UPDATE messages SET created_at = created_at - interval '15 days' WHERE id = ANY (${[...ids]}::uuid[])`.execute(db)
const countFiles = async ({ deps }: TestServer) => {
  let count = 0
  for await (const _key of deps.storage.storedBefore(new Date(Date.now() + 60_000))) count += 1
  return count
}
const textsOf = async (person: TestUser, id: string) => (await fetchMessages(person, id)).map(({ text }) => text)

test('old messages vanish with files, search words, quotes and stored events; before a setting nothing does', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  const { id } = await createGroup(aiko, [ben])
  const cursor = await cursorAfterAll(ben)
  const pinned = await sendMessage(aiko, id, 'old words about a bridge')
  await aiko.fetch(messageChangeRoutes.pin, { params: { id: pinned.id }, body: { isPinned: true } })
  await ben.fetch(reportRoutes.message, { params: { id: pinned.id }, body: { reason: 'wrong' } })
  const filed = await aiko.fetch(messageRoutes.upload, { form: { messageThreadId: id, text: 'old words' }, files: [NOTE] })
  const [media] = filed.messageMedias
  const reply = await sendMessage(ben, id, 'a reply', { replyToId: pinned.id })
  const alertId = (await aiko.fetch(alertRoutes.raise, { body: {} })).id
  const inAlert = await aiko.fetch(alertRoutes.sendMessage, { body: { alertId, text: 'a record' } })
  await age(noroshi, [pinned.id, filed.id, inAlert.id])

  await applyRetention(noroshi.deps)
  expect(await textsOf(ben, id)).toEqual(['old words about a bridge', 'old words', 'a reply'])

  const [socket, outsider] = [await ben.openSocket(), await dora.openSocket()]
  await changeRetention(noroshi.deps, actorOf(gen), PERIOD)
  await applyRetention(noroshi.deps)
  expect(await socket.next('messages:removed')).toEqual({ MessageThreadId: id, messageType: 'normalChat', removedSeq: 2 })
  await outsider.settle()
  expect(outsider.names()).not.toContain('messages:removed')
  expect(await fetchMessages(ben, id)).toMatchObject([{ id: reply.id, seq: 3 }])
  expect((await fetchMessages(ben, id))[0]).not.toHaveProperty('quote')
  expect(await fetchThread(ben, id)).toMatchObject({ removedSeq: 2, latestMessage: { id: reply.id } })
  expect((await ben.fetch(messageChangeRoutes.pins, { params: { id } })).items).toEqual([])
  expect((await ben.rawFetch(media?.mediaUrl ?? '')).status).toBe(404)
  expect(await countFiles(noroshi)).toBe(0)
  expect((await ben.fetch(messageSearchRoutes.search, { query: { text: 'words' } })).items).toEqual([])
  // Neither the events for a device that returns nor the journal have the old words.
  const missed = await ben.fetch(eventRoutes.since, { query: { since: cursor } })
  expect(missed).toMatchObject({ complete: true })
  expect(missed.events.map(({ name }) => name)).toContain('messages:removed')
  expect(JSON.stringify(missed)).not.toContain('old words')
  expect(JSON.stringify(await noroshi.db.selectFrom('events').select('payload').execute())).not.toContain('old words')
  // The records of others have them.
  const { items: reports } = await gen.fetch(adminReportRoutes.list, { query: { status: 'open' } })
  expect(reports).toMatchObject([{ message: { text: 'old words about a bridge' } }])
  const { items: chat } = await aiko.fetch(alertRoutes.messages, { params: { id: alertId } })
  expect(chat.map(({ text }) => text)).toEqual(['a record'])
  expect(await requestSend(aiko, id, 'a late reply', { replyToId: pinned.id })).toMatchObject({
    status: 404,
    body: { code: 'message.notFound' },
  })
})

test('a thread whose messages are all removed has no unread ones, and goes on with the next number', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  const sent = [await sendMessage(aiko, id), await sendMessage(aiko, id)]
  expect(await fetchThread(ben, id)).toMatchObject({ unreadMessagesCount: 2 })
  await age(
    noroshi,
    sent.map((message) => message.id),
  )
  await changeRetention(noroshi.deps, actorOf(gen), PERIOD)
  await applyRetention(noroshi.deps)
  expect(await fetchThread(ben, id)).toMatchObject({ unreadMessagesCount: 0, latestMessage: null, removedSeq: 2, seenSeq: 2 })
  expect(await sendMessage(aiko, id)).toMatchObject({ seq: 3 })
  expect(await fetchThread(ben, id)).toMatchObject({ unreadMessagesCount: 1, latestMessage: { seq: 3 } })
})

test('each batch notifies the devices; the next run goes on after the last batch and keeps what is younger', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  const count = MESSAGES_PER_TRANSACTION + 50
  const ids = Array.from({ length: count }, newId)
  await sql`INSERT INTO messages (id, thread_id, message_type, seq, sender_id, text, message_at, created_at)
    SELECT given.id, ${id}::uuid, 'normalChat', seq, ${aiko.id}::uuid, 'old', now(), now() - interval '15 days'
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given (id, seq)`.execute(noroshi.db)
  await sql`UPDATE threads SET last_seq = ${count} WHERE id = ${id}::uuid`.execute(noroshi.db)
  await sendMessage(aiko, id, 'young')
  const socket = await ben.openSocket()
  const old = { type: 'normalChat' as const, before: new Date(Date.now() - 14 * 86_400_000) }
  const remaining = async () => (await noroshi.db.selectFrom('messages').select('id').execute()).length

  const paces = [true, false]
  await removeOldMessages(noroshi.deps, old, async () => paces.shift() ?? false)
  expect(await remaining()).toBe(51)
  expect(await socket.next('messages:removed')).toMatchObject({ removedSeq: MESSAGES_PER_TRANSACTION })
  await removeOldMessages(noroshi.deps, old, async () => true)
  expect(await socket.next('messages:removed')).toMatchObject({ removedSeq: count })
  expect(await textsOf(ben, id)).toEqual(['young'])
  // Nothing is left to do.
  await removeOldMessages(noroshi.deps, old, async () => {
    throw new Error('a batch without messages')
  })
})

test('a device that was away gets the deletion of an old message that a run has not reached', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  const { id: messageId } = await sendMessage(aiko, id, 'old words')
  await age(noroshi, [messageId])
  const cursor = await cursorAfterAll(ben)
  await aiko.fetch(messageChangeRoutes.delete, { params: { id: messageId } })
  const old = { type: 'normalChat' as const, before: new Date(Date.now() - 14 * 86_400_000) }
  const missed = async () => (await ben.fetch(eventRoutes.since, { query: { since: cursor } })).events.map(({ name }) => name)
  await removeOldMessages(noroshi.deps, old, async () => false)
  expect(await missed()).toContain('messages:updated')
  await removeOldMessages(noroshi.deps, old, async () => true)
  expect(await missed()).toEqual(['messages:removed'])
})

test('a thread whose removal fails does not stop the others', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const threads = [await createGroup(aiko, [ben]), await createGroup(aiko, [ben])]
  const sent = [await sendMessage(aiko, threads[0]?.id ?? ''), await sendMessage(aiko, threads[1]?.id ?? '')]
  await age(
    noroshi,
    sent.map((message) => message.id),
  )
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`.execute(noroshi.db)
  await sql`CREATE TRIGGER refused BEFORE DELETE ON messages FOR EACH ROW WHEN (OLD.thread_id = ${sql.lit(threads[0]?.id ?? '')})
    EXECUTE FUNCTION refuse()`.execute(noroshi.db)
  const errors: unknown[] = []
  const old = { type: 'normalChat' as const, before: new Date(Date.now() - 14 * 86_400_000) }
  await removeOldMessages({ ...noroshi.deps, logError: (error) => errors.push(error) }, old, async () => true)
  expect(await noroshi.db.selectFrom('messages').select('thread_id').execute()).toEqual([{ thread_id: threads[0]?.id }])
  expect(errors).toHaveLength(1)
})

test('radio messages have a period of their own and vanish with their recordings', async () => {
  await using noroshi = await startTestServer({}, { speech: new TestSpeech() })
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id, pages } = await openChannel([aiko, ben])
  const [first, second] = [await say(pages[0]), await say(pages[0])]
  await age(noroshi, [first?.id ?? ''])
  await changeRetention(noroshi.deps, actorOf(gen), PERIOD)
  await applyRetention(noroshi.deps)
  expect(await fetchHistory(ben, id)).toHaveLength(2)
  await changeRetention(noroshi.deps, actorOf(gen), { ...PERIOD, messages: null, radio: 14 })
  await applyRetention(noroshi.deps)
  expect((await fetchHistory(ben, id)).map((message) => message.id)).toEqual([second?.id])
  expect(await countFiles(noroshi)).toBe(1)
  const { items } = await ben.fetch(radioRoutes.threads)
  expect(items).toMatchObject([{ removedSeq: 1, latestMessage: { seq: 2 } }])
  expect(items[0]?.thread).not.toHaveProperty('removedSeq')
})
