import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { Message } from '@noroshi/contract/messaging/messaging.http'
import {
  startPersonalChat,
  setAcceptance,
  createGroup,
  fetchThread,
  fetchMessages,
  removeMember,
  requestSend,
} from '#/testing/scenes/chats.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

// Messages that arrive while a statement runs are sent together by the next statement.

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/**
 * Makes a message wait for the lock of its thread, so that the messages of `work` are sent in one batch. `work` ends before the
 * lock is released.
 */
async function runBatched<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const [first, second] = await noroshi.people('Yuki', 'Zoe')
  const { id } = await startPersonalChat(first, second)
  return noroshi.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM threads WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx)
    locked.push(requestSend(first, id, 'I wait'))
    return work()
  })
}
/** The server reads what a user has sent today once in five seconds: the messages of `runBatched` do not wait for it. */
const readUsageOf = (...people: readonly TestUser[]) =>
  Promise.all(people.map(({ id }) => noroshi.deps.dailyUsage.assertFilesLeft({ userId: id, source: null }, 'everyday')))
const locked: Promise<{ status: number }>[] = []

/** Returns the number of statements that inserted these messages. */
async function statementsOf(ids: readonly string[]) {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT xmin::text) AS count FROM messages WHERE id = ANY (${[...ids]}::uuid[])`.execute(noroshi.db)
  return rows[0]?.count
}

/** Removes the status, which may rise before the next read, and the recipients, which a sent message does not list. */
const withoutStatus = ({ status: _rises, userId: _recipients, ...message }: Message) => message

const send = (person: TestUser, id: string, text: string, more: object = {}) => requestSend(person, id, text, more)

test('messages of several threads share a statement, and each thread has no gap in its `seq`', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const [group, pair] = [await createGroup(aiko, [ben, chie]), await startPersonalChat(aiko, ben)]
  const listening = await ben.openSocket()
  await readUsageOf(aiko, ben, chie)
  const sent = await runBatched(() =>
    Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send([aiko, ben, chie][index % 3] ?? aiko, index % 3 < 2 && index > 5 ? pair.id : group.id, `word ${index}`, {
          latitude: '38.25',
          longitude: '140.5',
          messageAt: '2026-03-11T05:46:00Z',
        }),
      ),
    ),
  )
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201))
  expect(await statementsOf(sent.map(({ body }) => body.id))).toBeLessThan(6)
  for (const { id } of [group, pair]) {
    const messages = sent.map(({ body }) => body).filter(({ MessageThreadId }) => MessageThreadId === id)
    const bySeq = messages.toSorted((a, b) => a.seq - b.seq)
    expect(bySeq.map(({ seq }) => seq)).toEqual(bySeq.map((_, index) => index + 1))
    expect((await fetchMessages(ben, id)).map(withoutStatus)).toEqual(bySeq.map(withoutStatus))
  }
  await listening.settle()
  const emitted = listening.payloadsOf('messages:new_message')
  expect(emitted).toHaveLength(12)
  expect(emitted.map((one) => withoutStatus(Message.parse(one)))).toEqual(
    expect.arrayContaining(sent.map(({ body }) => withoutStatus(body))),
  )
  // Ben replied in the personal thread, which accepts it.
  expect(await fetchThread(ben, pair.id)).toMatchObject({ hasAccepted: true })
  expect((await Promise.all(locked)).map(({ status }) => status)).toEqual(locked.map(() => 201))
})

test('messages of an alert’s chat share a statement with others, and its numbering has no gap', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const pair = await startPersonalChat(aiko, ben)
  const alert = await aiko.fetch(alertRoutes.raise, { body: {} })
  const listening = await ben.openSocket()
  await readUsageOf(aiko, ben)
  const sent = await runBatched(() =>
    Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? aiko.request(alertRoutes.sendMessage, { body: { alertId: alert.id, text: `word ${index}` } })
          : send(ben, pair.id, `word ${index}`),
      ),
    ),
  )
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201))
  expect(await statementsOf(sent.map(({ body }) => body.id))).toBeLessThan(6)
  const bySeq = sent.flatMap(({ body }, index) => (index % 2 === 0 ? [body] : [])).toSorted((a, b) => a.seq - b.seq)
  expect(bySeq.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect((await ben.fetch(alertRoutes.messages, { params: { id: alert.id } })).items).toEqual(bySeq)
  await listening.settle()
  const emitted = listening.payloadsOf('messages:new_message').map((one) => Message.parse(one))
  expect(emitted.filter(({ alertId }) => alertId === alert.id)).toEqual(expect.arrayContaining(bySeq))
})

test('each message of a batch gets its own result', async () => {
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const group = await createGroup(aiko, [ben, chie])
  await removeMember(aiko, group.id, chie)
  const blocked = await startPersonalChat(aiko, dora)
  await setAcceptance(dora, blocked.id, false)
  const free = await startPersonalChat(aiko, ben)
  const [clientId, before] = [randomUUID(), randomUUID()]
  const old = await send(aiko, free.id, 'sent before', { clientId: before })
  await readUsageOf(aiko, ben, chie, dora)
  const replies = await runBatched(() =>
    Promise.all([
      send(ben, group.id, 'I am in it'),
      send(chie, group.id, 'I was removed'),
      send(aiko, blocked.id, 'she blocked me'),
      send(dora, blocked.id, 'I blocked him'),
      send(aiko, free.id, 'twice in a moment', { clientId }),
      send(aiko, free.id, 'twice in a moment', { clientId }),
      send(aiko, free.id, 'sent before', { clientId: before }),
      send(aiko, free.id, 'not what I sent', { clientId: before }),
      send(dora, randomUUID(), 'no such thread'),
      send(ben, free.id, 'the last'),
    ]),
  )
  expect(replies.map(({ status }) => status)).toEqual([201, 404, 403, 403, 201, 201, 201, 409, 404, 201])
  const [first, second, repeated] = replies.slice(4, 7).map(({ body }) => withoutStatus(body))
  expect(first).toEqual(second)
  expect(repeated).toEqual(withoutStatus(old.body))
  expect((await fetchMessages(aiko, group.id)).map(({ text }) => text)).toEqual(['I am in it'])
  expect(await fetchMessages(aiko, blocked.id)).toEqual([])
  const messages = await fetchMessages(ben, free.id)
  expect(messages.map(({ text }) => text).toSorted()).toEqual(['sent before', 'the last', 'twice in a moment'])
  expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('a message waits for the lock of its own thread only', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const [lockedThread, free] = [await startPersonalChat(aiko, ben), await startPersonalChat(aiko, chie)]
  let waiting: ReturnType<typeof send>[] = []
  await readUsageOf(aiko, ben, chie)
  await runBatched(async () => {
    await noroshi.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM threads WHERE id = ${lockedThread.id}::uuid FOR NO KEY UPDATE`.execute(tx)
      const others = Array.from({ length: 6 }, (_, index) => send(index % 2 === 0 ? aiko : chie, free.id, `word ${index}`))
      waiting = [send(aiko, lockedThread.id, 'hello?'), send(ben, lockedThread.id, 'yes?')]
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201))
      expect(await fetchMessages(ben, lockedThread.id)).toEqual([])
    })
  })
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201])
  expect((await fetchMessages(ben, lockedThread.id)).map(({ seq }) => seq)).toEqual([1, 2])
})
