import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { type Message } from '@noroshi/contract/messaging/messaging.http'
import { POLL_OPTIONS_MAX, POLL_VOTES_LISTED_MAX } from '@noroshi/contract/messaging/polls'
import { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import {
  createGroup,
  fetchMessages,
  fetchThread,
  removeMember,
  requestSend,
  sendMessage,
  startPersonalChat,
} from '#/testing/scenes/chats.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { presentPoll } from './polls.present.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const SHIFTS = { options: ['Aiko', 'Ben'], isMultiple: false, closesAt: null }

const vote = (person: TestUser, id: string, ...optionIds: number[]) =>
  person.request(pollRoutes.vote, { params: { id }, body: { optionIds } })
const close = (person: TestUser, id: string) => person.request(pollRoutes.close, { params: { id } })
const read = async (person: TestUser, { MessageThreadId, id }: Message) =>
  (await fetchMessages(person, MessageThreadId)).find((message) => message.id === id)

async function startGroup() {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  return { aiko, ben, chie, id }
}

test('a member creates a poll, whose votes all readers see by name and by event', async () => {
  const { aiko, ben, chie, id } = await startGroup()
  const sent = await sendMessage(ben, id, 'Who takes the night shift?', { poll: SHIFTS })
  expect(sent).toMatchObject({ seq: 1, text: 'Who takes the night shift?' })
  expect(sent.poll).toEqual({
    options: [
      { id: 0, text: 'Aiko', count: 0, voterIds: [] },
      { id: 1, text: 'Ben', count: 0, voterIds: [] },
    ],
    isMultiple: false,
    closesAt: null,
    closedAt: null,
    voterCount: 0,
  })
  expect((await fetchThread(chie, id)).latestMessage).toMatchObject({ poll: sent.poll })
  const socket = await chie.openSocket()
  const { body } = await vote(aiko, sent.id, 1)
  expect(body).toMatchObject({ version: 2, poll: { voterCount: 1, options: [{ count: 0 }, { count: 1, voterIds: [aiko.id] }] } })
  expect(await socket.next('messages:updated')).toEqual(body)
  expect(await read(chie, sent)).toMatchObject({ version: 2, poll: body.poll })
  const { items } = await chie.fetch(pollRoutes.votes, { params: { id: sent.id } })
  expect(items).toMatchObject([{ person: { id: aiko.id, firstName: 'Aiko' }, optionIds: [1] }])
})

test('a vote is changed, repeated and taken back; a repetition changes nothing', async () => {
  const { aiko, ben, id } = await startGroup()
  const sent = await sendMessage(ben, id, 'When?', { poll: { ...SHIFTS, options: ['Mon', 'Tue', 'Wed'], isMultiple: true } })
  const counts = ({ body }: Awaited<ReturnType<typeof vote>>) => body.poll?.options.map(({ count }) => count)
  expect(counts(await vote(aiko, sent.id, 2, 0))).toEqual([1, 0, 1])
  expect(await vote(aiko, sent.id, 0, 2, 2)).toMatchObject({ status: 200, body: { version: 2 } })
  expect(counts(await vote(aiko, sent.id, 1))).toEqual([0, 1, 0])
  expect(counts(await vote(ben, sent.id, 1))).toEqual([0, 2, 0])
  expect((await vote(aiko, sent.id)).body).toMatchObject({ poll: { voterCount: 1, options: [{}, { voterIds: [ben.id] }, {}] } })
})

test('only options of the poll are accepted, one of them in a single choice', async () => {
  const { aiko, id } = await startGroup()
  const sent = await sendMessage(aiko, id, 'Who?', { poll: SHIFTS })
  for (const optionIds of [[2], [0, 1]])
    expect(await vote(aiko, sent.id, ...optionIds)).toMatchObject({ status: 400, body: { code: 'poll.notAnOption' } })
  for (const optionIds of [[-1], [0.5], Array.from({ length: POLL_OPTIONS_MAX + 1 }, () => 0)])
    expect(await vote(aiko, sent.id, ...optionIds)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  const plain = await sendMessage(aiko, id)
  expect(await vote(aiko, plain.id, 0)).toMatchObject({ status: 404, body: { code: 'poll.notFound' } })
  expect(await vote(aiko, randomUUID(), 0)).toMatchObject({ status: 404, body: { code: 'message.notFound' } })
})

test('a poll without enough options, with too many or with the same twice is refused, and so is one outside a group', async () => {
  const { aiko, ben, id } = await startGroup()
  const options = (count: number) => Array.from({ length: count }, (_, index) => `Option ${index}`)
  for (const wrong of [options(1), options(POLL_OPTIONS_MAX + 1), ['a', ' a '], ['a', ' '], ['a', 'b'.repeat(101)]])
    expect((await requestSend(aiko, id, 'Who?', { poll: { ...SHIFTS, options: wrong } })).status).toBe(400)
  expect((await requestSend(aiko, id, '', { poll: SHIFTS })).status).toBe(400)
  expect((await requestSend(aiko, id, 'Who?', { poll: { ...SHIFTS, closesAt: 'soon' } })).status).toBe(400)
  const personal = await startPersonalChat(aiko, ben)
  const refused = { status: 400, body: { code: 'poll.notInGroup' } }
  expect(await requestSend(aiko, personal.id, 'Who?', { poll: SHIFTS })).toMatchObject(refused)
  const [dora] = await noroshi.people('Dora')
  expect(await requestSend(dora, id, 'Who?', { poll: SHIFTS })).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
})

test('a repeated poll returns the first one, also after a vote; with other options it is a conflict', async () => {
  const { aiko, ben, id } = await startGroup()
  const clientId = randomUUID()
  const send = (options = SHIFTS.options) => requestSend(aiko, id, 'Who?', { clientId, poll: { ...SHIFTS, options } })
  const { body: first } = await send()
  await vote(ben, first.id, 0)
  expect(await send()).toMatchObject({ status: 201, body: { id: first.id, poll: { voterCount: 1 } } })
  expect((await send(['Aiko', 'Chie'])).status).toBe(409)
})

test('its author and an admin close a poll early; others do not, and no vote is accepted afterwards', async () => {
  const { aiko, ben, chie, id } = await startGroup()
  const sent = await sendMessage(ben, id, 'Who?', { poll: SHIFTS })
  await vote(chie, sent.id, 0)
  expect(await close(chie, sent.id)).toMatchObject({ status: 403, body: { code: 'message.notYours' } })
  const { body } = await close(ben, sent.id)
  expect(body.poll?.closedAt).not.toBeNull()
  expect((await close(ben, sent.id)).body).toMatchObject({ version: body.version })
  for (const optionIds of [[1], []])
    expect(await vote(chie, sent.id, ...optionIds)).toMatchObject({ status: 409, body: { code: 'poll.closed' } })
  expect((await vote(chie, sent.id, 0)).status).toBe(200) // the repetition of a vote that was accepted before
  const other = await sendMessage(ben, id, 'When?', { poll: SHIFTS })
  expect((await close(aiko, other.id)).status).toBe(200)
})

test('a poll accepts votes until its time', async () => {
  const { aiko, ben, id } = await startGroup()
  const closesAt = new Date(Date.now() + 3_600_000).toISOString()
  const sent = await sendMessage(aiko, id, 'Who?', { poll: { ...SHIFTS, closesAt } })
  expect(await vote(ben, sent.id, 0)).toMatchObject({ status: 200, body: { poll: { closesAt } } })
  const past = { ...SHIFTS, closesAt: new Date(Date.now() - 1000).toISOString() }
  const late = await sendMessage(aiko, id, 'Who was it?', { poll: past })
  expect(await vote(ben, late.id, 0)).toMatchObject({ status: 409, body: { code: 'poll.closed' } })
})

test('a removed member neither votes, closes nor reads the votes, and their vote stays', async () => {
  const { aiko, ben, id } = await startGroup()
  const sent = await sendMessage(ben, id, 'Who?', { poll: SHIFTS })
  await vote(ben, sent.id, 0)
  await removeMember(aiko, id, ben)
  const answers = [
    await vote(ben, sent.id, 1),
    await close(ben, sent.id),
    await ben.request(pollRoutes.votes, { params: { id: sent.id } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await read(aiko, sent)).toMatchObject({ poll: { options: [{ voterIds: [ben.id] }, {}] } })
})

test('the question of a poll is not edited, and the poll is found by its options', async () => {
  const { aiko, ben, id } = await startGroup()
  const sent = await sendMessage(aiko, id, 'Who takes the night shift?', { poll: { ...SHIFTS, options: ['Harbour', '灯台'] } })
  const edit = await aiko.request(messageChangeRoutes.edit, { params: { id: sent.id }, body: { text: 'Who leaves?' } })
  expect(edit).toMatchObject({ status: 409, body: { code: 'message.isPoll' } })
  for (const text of ['harbour', '灯台', 'night harbour']) {
    const found = await ben.fetch(messageSearchRoutes.search, { query: { text } })
    expect(found.items.map(({ message }) => message.id)).toEqual([sent.id])
  }
  expect((await sendMessage(ben, id, 'me', { replyToId: sent.id })).quote).toMatchObject({ text: 'Who takes the night shift?' })
})

test('a deleted poll has neither question, options nor votes anywhere', async () => {
  const { aiko, ben, id } = await startGroup()
  const canary = `canary${randomUUID().slice(0, 8)}`
  const sent = await sendMessage(ben, id, `${canary}?`, { poll: { ...SHIFTS, options: [`${canary} a`, 'b'] } })
  await vote(aiko, sent.id, 0)
  const { body } = await aiko.request(messageChangeRoutes.delete, { params: { id: sent.id } })
  expect(body).toMatchObject({ text: '', deletion: { by: { id: aiko.id } } })
  expect(body).not.toHaveProperty('poll')
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(
    noroshi.db,
  )
  for (const { name } of rows) {
    const found = await sql`SELECT 1 FROM ${sql.table(name)} t WHERE t::text ILIKE ${`%${canary}%`}`.execute(noroshi.db)
    expect(found.rows, name).toEqual([])
  }
  expect((await aiko.fetch(pollRoutes.votes, { params: { id: sent.id } })).items).toEqual([])
  expect((await vote(aiko, sent.id, 0)).body).toMatchObject({ code: 'poll.notFound' })
})

test('a poll counts all votes and lists those of the first voters, each with all of their options', () => {
  const votes = Array.from({ length: POLL_VOTES_LISTED_MAX }, (_, index) => ({ user_id: `user ${index}`, option_ids: [0, 1] }))
  const { options, voterCount } = presentPoll({ ...SHIFTS, isMultiple: true }, null, votes)
  expect(voterCount).toBe(POLL_VOTES_LISTED_MAX)
  expect(options.map(({ count, voterIds }) => [count, voterIds.length])).toEqual([
    [POLL_VOTES_LISTED_MAX, POLL_VOTES_LISTED_MAX / 2],
    [POLL_VOTES_LISTED_MAX, POLL_VOTES_LISTED_MAX / 2],
  ])
})
