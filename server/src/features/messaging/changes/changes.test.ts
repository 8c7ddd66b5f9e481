import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { MESSAGE_VERSIONS_MAX, QUOTE_MAX, REACTION_EMOJI_MAX } from '@noroshi/contract/limits'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { type Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import {
  createGroup,
  fetchMessages,
  fetchThread,
  removeMember,
  requestSend,
  sendMessage,
  setAcceptance,
  startPersonalChat,
} from '#/testing/scenes/chats.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const edit = (person: TestUser, id: string, text: string) =>
  person.request(messageChangeRoutes.edit, { params: { id }, body: { text } })
const remove = (person: TestUser, id: string) => person.request(messageChangeRoutes.delete, { params: { id } })
const react = (person: TestUser, id: string, emoji: string | null) =>
  person.request(messageChangeRoutes.react, { params: { id }, body: { emoji } })
const versionsOf = async (person: TestUser, id: string) =>
  (await person.fetch(messageChangeRoutes.versions, { params: { id } })).items.map(({ text }) => text)
const read = async (person: TestUser, { MessageThreadId, id }: Message) =>
  (await fetchMessages(person, MessageThreadId)).find((message) => message.id === id)
const ageBy = (id: string, hours: number) =>
  sql`UPDATE messages SET created_at = created_at - make_interval(hours => ${hours}) WHERE id = ${id}::uuid`.execute(noroshi.db)

async function startGroup() {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  return { aiko, ben, chie, id }
}

test('a reply quotes a message of its thread as it is now: edited, and deleted', async () => {
  const { aiko, ben, id } = await startGroup()
  const asked = await sendMessage(aiko, id, 'who brings water?')
  const reply = await sendMessage(ben, id, 'I do', { replyToId: asked.id })
  const quote = { id: asked.id, seq: 1, SenderId: aiko.id, text: 'who brings water?', isDeleted: false, version: 1 }
  expect(reply.quote).toMatchObject(quote)
  expect(await read(aiko, reply)).toMatchObject({ quote })
  expect((await fetchThread(aiko, id)).latestMessage).toMatchObject({ quote })
  await edit(aiko, asked.id, 'who brings food?')
  expect((await read(ben, reply))?.quote).toMatchObject({ text: 'who brings food?', version: 2 })
  await remove(aiko, asked.id)
  expect((await read(ben, reply))?.quote).toMatchObject({ text: '', isDeleted: true, version: 3 })
  const long = await sendMessage(aiko, id, 'x'.repeat(QUOTE_MAX + 1))
  expect((await sendMessage(ben, id, 'long', { replyToId: long.id })).quote?.text).toHaveLength(QUOTE_MAX)
  // A quote ends between the characters that people see.
  const family = await sendMessage(aiko, id, `${'x'.repeat(QUOTE_MAX - 1)}👨‍👩‍👧`)
  expect((await sendMessage(ben, id, 'family', { replyToId: family.id })).quote?.text).toBe('x'.repeat(QUOTE_MAX - 1))
})

test('a reply to a message of another thread, of another type or to none is refused, and so is one by an outsider', async () => {
  const { aiko, ben, id } = await startGroup()
  const [dora] = await noroshi.people('Dora')
  const elsewhere = await sendMessage(aiko, (await startPersonalChat(aiko, ben)).id)
  const here = await sendMessage(aiko, id)
  for (const replyToId of [elsewhere.id, randomUUID()])
    expect(await requestSend(aiko, id, 'yes', { replyToId })).toMatchObject({ status: 404, body: { code: 'message.notFound' } })
  expect(await requestSend(dora, id, 'yes', { replyToId: here.id })).toMatchObject({
    status: 404,
    body: { code: 'thread.notFound' },
  })
  expect((await requestSend(aiko, id, 'yes', { replyToId: 'no id' })).status).toBe(400)
  const alert = await aiko.fetch(alertRoutes.raise, { body: {} })
  const say = (text: string, replyToId?: string) =>
    aiko.request(alertRoutes.sendMessage, { body: { alertId: alert.id, text, replyToId } })
  expect((await say('yes', here.id)).status).toBe(404)
  const { body: first } = await say('I am at the bridge')
  expect((await say('still here', first.id)).body).toMatchObject({ quote: { text: 'I am at the bridge' } })
})

test('a repeated reply returns the first one, and the same client id with another quote is a conflict', async () => {
  const { aiko, id } = await startGroup()
  const [one, two] = [await sendMessage(aiko, id), await sendMessage(aiko, id)]
  const clientId = randomUUID()
  const send = (replyToId: string) => requestSend(aiko, id, 'yes', { replyToId, clientId })
  const first = await send(one.id)
  expect(await send(one.id)).toMatchObject({ status: 201, body: { id: first.body.id } })
  expect((await send(two.id)).status).toBe(409)
})

test('the sender edits a message within 24 hours; all readers get it, and the earlier texts stay readable', async () => {
  const { aiko, ben, id } = await startGroup()
  const socket = await ben.openSocket()
  const sent = await sendMessage(aiko, id, 'meet at six')
  expect(await edit(aiko, sent.id, 'meet at seven')).toMatchObject({ status: 200, body: { text: 'meet at seven', version: 2 } })
  const updated = await socket.next('messages:updated')
  expect(updated).toMatchObject({ id: sent.id, text: 'meet at seven', version: 2 })
  expect(updated.editedAt).toBeDefined()
  await edit(aiko, sent.id, 'meet at eight')
  expect((await edit(aiko, sent.id, 'meet at eight')).body).toMatchObject({ version: 3 })
  expect(await versionsOf(ben, sent.id)).toEqual(['meet at six', 'meet at seven'])
  const found = async (text: string) => (await ben.fetch(messageSearchRoutes.search, { query: { text } })).items.length
  expect([await found('eight'), await found('seven')]).toEqual([1, 0])
  expect(await edit(ben, sent.id, 'meet at nine')).toMatchObject({ status: 403, body: { code: 'message.notYours' } })
  await ageBy(sent.id, 25)
  expect(await edit(aiko, sent.id, 'meet at eight')).toMatchObject({ status: 200, body: { version: 3 } })
  expect(await edit(aiko, sent.id, 'too late')).toMatchObject({ status: 409, body: { code: 'message.tooOld' } })
})

test('an empty edit is refused, and the number of edits is bounded', async () => {
  const { aiko, id } = await startGroup()
  const sent = await sendMessage(aiko, id, 'meet at six')
  expect((await edit(aiko, sent.id, ' ')).status).toBe(400)
  for (let number = 0; number < MESSAGE_VERSIONS_MAX; number += 1)
    expect((await edit(aiko, sent.id, `meet at ${number}`)).status).toBe(200)
  expect(await edit(aiko, sent.id, 'once more')).toMatchObject({ status: 409, body: { code: 'message.tooManyEdits' } })
})

test('a deleted message has no content anywhere: text, versions, files, search words, events, quotes and lists', async () => {
  const { aiko, ben, id } = await startGroup()
  const canary = `canary${randomUUID().slice(0, 8)}`
  const sent = await aiko.fetch(messageRoutes.upload, {
    form: { messageThreadId: id, text: `${canary} at first` },
    files: [{ field: 'messageMedia', name: `${canary}.txt`, bytes: new TextEncoder().encode(canary) }],
  })
  const reply = await sendMessage(ben, id, 'seen', { replyToId: sent.id })
  await edit(aiko, sent.id, `${canary} now`)
  await react(ben, sent.id, '👍')
  const socket = await ben.openSocket()
  const { body } = await remove(aiko, sent.id)
  expect(body).toMatchObject({ id: sent.id, text: '', messageMedias: [], deletion: { by: { id: aiko.id } }, seq: 1 })
  expect(await socket.next('messages:updated')).toEqual(body)
  expect(await read(ben, sent)).toMatchObject({ text: '', messageMedias: [], deletion: { by: { firstName: 'Aiko' } } })
  expect(await versionsOf(ben, sent.id)).toEqual([])
  expect((await ben.rawFetch(sent.messageMedias[0]?.mediaUrl ?? '')).status).toBe(404)
  expect((await ben.fetch(messageSearchRoutes.search, { query: { text: canary } })).items).toEqual([])
  expect(await read(aiko, reply)).toMatchObject({ quote: { text: '', isDeleted: true } })
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(
    noroshi.db,
  )
  for (const { name } of rows) {
    const found = await sql`SELECT 1 FROM ${sql.table(name)} t WHERE t::text ILIKE ${`%${canary}%`}`.execute(noroshi.db)
    expect(found.rows, name).toEqual([])
  }
  // A repetition does not look for the content again.
  await sql`UPDATE events SET payload = payload || '{"text": "kept"}' WHERE payload ->> 'id' = ${sent.id}`.execute(noroshi.db)
  expect(await remove(aiko, sent.id)).toMatchObject({ status: 200, body: { version: body.version } })
  const kept = await sql`SELECT 1 FROM events WHERE payload ->> 'id' = ${sent.id} AND payload ->> 'text' <> 'kept'`.execute(
    noroshi.db,
  )
  expect(kept.rows).toEqual([])
  expect(await edit(aiko, sent.id, 'again')).toMatchObject({ status: 409, body: { code: 'message.isDeleted' } })
  expect(await react(ben, sent.id, '👍')).toMatchObject({ status: 409, body: { code: 'message.isDeleted' } })
})

test('the admin of a group deletes a message of another member; a member does not, and no one in a personal chat', async () => {
  const { aiko, ben, chie, id } = await startGroup()
  const ofBen = await sendMessage(ben, id)
  expect((await remove(chie, ofBen.id)).status).toBe(403)
  expect((await remove(aiko, ofBen.id)).body).toMatchObject({ deletion: { by: { id: aiko.id } } })
  const personal = await startPersonalChat(aiko, ben)
  const ofAiko = await sendMessage(aiko, personal.id)
  expect(await remove(ben, ofAiko.id)).toMatchObject({ status: 403, body: { code: 'message.notYours' } })
})

test('nothing in the chat of an alert is edited or deleted, and its readers react', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id: alertId } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const clientId = randomUUID()
  const sent = await aiko.fetch(alertRoutes.sendMessage, { body: { alertId, text: 'help', clientId } })
  expect(await edit(aiko, sent.id, 'no help')).toMatchObject({ status: 403, body: { code: 'message.isRecord' } })
  expect(await remove(aiko, sent.id)).toMatchObject({ status: 403, body: { code: 'message.isRecord' } })
  expect((await aiko.request(messageChangeRoutes.deleteSent, { params: { id: clientId } })).status).toBe(403)
  const socket = await aiko.openSocket()
  expect((await react(ben, sent.id, '🙏')).body).toMatchObject({ reactions: [{ emoji: '🙏', count: 1, userIds: [ben.id] }] })
  expect(await socket.next('messages:updated')).toMatchObject({ id: sent.id, alertId, reactions: [{ emoji: '🙏' }] })
})

test('more readers than the database has connections react in the chat of an alert at the same time', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id: alertId } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const sent = await aiko.fetch(alertRoutes.sendMessage, { body: { alertId, text: 'help' } })
  const count = 30
  let all: ReturnType<typeof react>[] = []
  await noroshi.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE messages IN ACCESS EXCLUSIVE MODE`.execute(tx)
    all = Array.from({ length: count }, () => react(ben, sent.id, '🙏'))
    const waits = sql<{ count: number }>`SELECT count(*) AS count FROM pg_locks
      JOIN pg_database ON pg_database.oid = pg_locks.database AND datname = current_database() WHERE NOT granted`
    await expect.poll(async () => (await waits.execute(tx)).rows[0]?.count).toBeGreaterThan(15)
  })
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200))
})

test('each reader has one reaction, which they change and take back; who reacted is readable', async () => {
  const { aiko, ben, chie, id } = await startGroup()
  const sent = await sendMessage(aiko, id)
  await react(ben, sent.id, '👍')
  await react(chie, sent.id, '❤️')
  expect((await react(aiko, sent.id, '👍')).body.reactions).toEqual([
    { emoji: '👍', count: 2, userIds: [ben.id, aiko.id] },
    { emoji: '❤️', count: 1, userIds: [chie.id] },
  ])
  await react(ben, sent.id, '❤️')
  const { body } = await react(aiko, sent.id, null)
  expect(body.reactions).toEqual([{ emoji: '❤️', count: 2, userIds: [chie.id, ben.id] }])
  expect((await react(aiko, sent.id, null)).body.version).toBe(body.version)
  const { items } = await aiko.fetch(messageChangeRoutes.reactions, { params: { id: sent.id } })
  expect(items).toMatchObject([
    { person: { id: chie.id }, emoji: '❤️' },
    { person: { id: ben.id }, emoji: '❤️' },
  ])
  for (const emoji of ['a', '👍👍', '', 'ok 👍', '¼'])
    expect(await react(ben, sent.id, emoji)).toMatchObject({ status: 400, body: { code: 'message.notAReaction' } })
})

test('the number of different emoji on a message is bounded; those that are there may be chosen', async () => {
  const people = await noroshi.people(...Array.from({ length: REACTION_EMOJI_MAX + 2 }, (_, index) => `Person ${index}`))
  const [first, ...others] = people
  if (!first) throw new Error('expected people')
  const { id } = await createGroup(first, others)
  const sent = await sendMessage(first, id)
  const emojiAt = (index: number) => String.fromCodePoint(0x1f600 + index)
  const statuses = []
  for (const [index, person] of others.entries()) statuses.push((await react(person, sent.id, emojiAt(index))).status)
  expect(statuses).toEqual([...Array.from({ length: REACTION_EMOJI_MAX }, () => 200), 409])
  const [last] = others.slice(-1)
  expect(last && (await react(last, sent.id, emojiAt(0))).status).toBe(200)
})

test('removed members, blocked people and outsiders neither edit nor react', async () => {
  const { aiko, ben, id } = await startGroup()
  const ofBen = await sendMessage(ben, id)
  await removeMember(aiko, id, ben)
  expect([(await edit(ben, ofBen.id, 'x')).status, (await react(ben, ofBen.id, '👍')).status]).toEqual([404, 404])
  const personal = await startPersonalChat(aiko, ben)
  const ofAiko = await sendMessage(aiko, personal.id)
  await setAcceptance(ben, personal.id, false)
  for (const answer of [await edit(aiko, ofAiko.id, 'x'), await react(aiko, ofAiko.id, '👍')])
    expect(answer).toMatchObject({ status: 403, body: { code: 'thread.blocked' } })
})

test('a message is deleted by its client id after a lost reply; one that never arrived, and one of others, is no error', async () => {
  const { aiko, ben, id } = await startGroup()
  const clientId = randomUUID()
  await sendMessage(aiko, id, 'never mind', { clientId })
  const deleteSent = async (person: TestUser, sentId: string) =>
    (await person.fetch(messageChangeRoutes.deleteSent, { params: { id: sentId } })).message
  expect(await deleteSent(ben, clientId)).toBeNull()
  expect(await deleteSent(aiko, randomUUID())).toBeNull()
  expect(await deleteSent(aiko, clientId)).toMatchObject({ text: '', deletion: { by: { id: aiko.id } } })
  expect(await requestSend(aiko, id, 'never mind', { clientId })).toMatchObject({ status: 201, body: { text: '' } })
})

test('a reply that is sent while its quote is deleted never carries the deleted text', async () => {
  const { aiko, ben, id } = await startGroup()
  for (let round = 0; round < 5; round += 1) {
    const canary = `secret-${round}-${randomUUID()}`
    const sent = await sendMessage(aiko, id, canary)
    const replies = Array.from({ length: 6 }, () => sendMessage(ben, id, 'yes', { replyToId: sent.id }))
    await Promise.all([...replies, remove(aiko, sent.id)])
    const found = await sql`SELECT 1 FROM events WHERE payload::text LIKE ${`%${canary}%`}`.execute(noroshi.db)
    expect(found.rows).toEqual([])
  }
})
