import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Message } from '@noroshi/contract/messaging/messaging.http'
import { begins, decides, makesGroup, opens, reads, removes, writes } from '#/testing/chats.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

// Messages that are written by one statement, since they came while another was under way.

let noroshi: Unit
beforeAll(async () => {
  noroshi = await unit()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Somebody's message waits for its thread's row: those that come meanwhile go together. Answers of `work`, which end before the row is free. */
async function together<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const [first, second] = await noroshi.people('Yuki', 'Zoe')
  const { id } = await begins(first, second)
  return noroshi.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM threads WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx)
    held.push(writes(first, id, 'I wait'))
    return work()
  })
}
const held: Promise<{ status: number }>[] = []

/** Statements that wrote these messages. */
async function statementsOf(ids: readonly string[]) {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT xmin::text) AS count FROM messages WHERE id = ANY (${[...ids]}::uuid[])`.execute(noroshi.db)
  return rows[0]?.count
}

/** Without its status, which rises while one reads. */
const saidIn = ({ status: _rises, ...message }: Message) => message

const sends = (person: Person, id: string, text: string, more: object = {}) => writes(person, id, text, more)

test('messages that come together share a statement, in any number of threads, each thread’s places without a gap', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const [group, pair] = [await makesGroup(aiko, [ben, chie]), await begins(aiko, ben)]
  const listening = await ben.listens()
  const sent = await together(() =>
    Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        sends([aiko, ben, chie][place % 3] ?? aiko, place % 3 < 2 && place > 5 ? pair.id : group.id, `word ${place}`, {
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
    const answered = sent.map(({ body }) => body).filter(({ MessageThreadId }) => MessageThreadId === id)
    const bySeq = answered.toSorted((a, b) => a.seq - b.seq)
    expect(bySeq.map(({ seq }) => seq)).toEqual(bySeq.map((_, place) => place + 1))
    expect((await reads(ben, id)).map(saidIn)).toEqual(bySeq.map(saidIn))
  }
  await listening.settles()
  const told = listening.payloadsOf('messages:new_message')
  expect(told).toHaveLength(12)
  expect(told.map((one) => saidIn(Message.parse(one)))).toEqual(expect.arrayContaining(sent.map(({ body }) => saidIn(body))))
  // Who wrote has seen what came before it; Ben answered in the pair, which accepts it.
  expect(await opens(ben, pair.id)).toMatchObject({ hasAccepted: true })
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 201))
})

test('among messages that come together each is refused or answered for itself', async () => {
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const group = await makesGroup(aiko, [ben, chie])
  await removes(aiko, group.id, chie)
  const blocked = await begins(aiko, dora)
  await decides(dora, blocked.id, false)
  const free = await begins(aiko, ben)
  const [clientId, before] = [randomUUID(), randomUUID()]
  const old = await sends(aiko, free.id, 'sent before', { clientId: before })
  const answers = await together(() =>
    Promise.all([
      sends(ben, group.id, 'I am in it'),
      sends(chie, group.id, 'I was removed'),
      sends(aiko, blocked.id, 'she blocked me'),
      sends(dora, blocked.id, 'I blocked him'),
      sends(aiko, free.id, 'twice in a moment', { clientId }),
      sends(aiko, free.id, 'twice in a moment', { clientId }),
      sends(aiko, free.id, 'sent before', { clientId: before }),
      sends(aiko, free.id, 'not what I sent', { clientId: before }),
      sends(dora, randomUUID(), 'no such thread'),
      sends(ben, free.id, 'the last'),
    ]),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 404, 403, 403, 201, 201, 201, 409, 404, 201])
  const [once, again, repeated] = answers.slice(4, 7).map(({ body }) => saidIn(body))
  expect(once).toEqual(again)
  expect(repeated).toEqual(saidIn(old.body))
  expect((await reads(aiko, group.id)).map(({ text }) => text)).toEqual(['I am in it'])
  expect(await reads(aiko, blocked.id)).toEqual([])
  const kept = await reads(ben, free.id)
  expect(kept.map(({ text }) => text).toSorted()).toEqual(['sent before', 'the last', 'twice in a moment'])
  expect(kept.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('whose thread is held waits for it alone: nobody else’s message does', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const [held, free] = [await begins(aiko, ben), await begins(aiko, chie)]
  let waiting: ReturnType<typeof sends>[] = []
  await together(async () => {
    await noroshi.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM threads WHERE id = ${held.id}::uuid FOR NO KEY UPDATE`.execute(tx)
      const others = Array.from({ length: 6 }, (_, place) => sends(place % 2 === 0 ? aiko : chie, free.id, `word ${place}`))
      waiting = [sends(aiko, held.id, 'hello?'), sends(ben, held.id, 'yes?')]
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201))
      expect(await reads(ben, held.id)).toEqual([])
    })
  })
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201])
  expect((await reads(ben, held.id)).map(({ seq }) => seq)).toEqual([1, 2])
})
