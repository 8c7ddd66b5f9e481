import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { begins, makesGroup, opens, reads, says, writes } from '#/testing/chats.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

// A message that was sent before a block or a removal, and gets its thread's row after it.

let noroshi: Unit
beforeAll(async () => {
  noroshi = await unit()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
  return rows[0]?.count
}

/** Both wait for the thread's row, the first before the second, and then get it. */
async function inLine<First, Second>(id: string, first: () => Promise<First>, second: () => Promise<Second>) {
  const both: Promise<[First, Second]>[] = []
  await noroshi.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM threads WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx)
    const one = first()
    await expect.poll(waiting).toBe(1)
    both.push(Promise.all([one, second()]))
    await expect.poll(waiting).toBe(2)
  })
  const [answers] = await Promise.all(both)
  if (answers === undefined) throw new Error('nobody waited')
  return answers
}

const blocks = (person: Person, id: string, hasAccepted = false) =>
  person.asks(threadRoutes.accept, { params: { id }, body: { hasAccepted } })
const uploads = (person: Person, messageThreadId: string) =>
  person.asks(messageRoutes.upload, {
    form: { messageThreadId },
    files: [{ field: 'messageMedia', name: 'plan.txt', bytes: new TextEncoder().encode('meet at the hall') }],
  })

describe.each([
  ['a message', (person: Person, id: string) => writes(person, id, 'a word')],
  ['a file', uploads],
])('%s in flight', (_what, sends) => {
  test('does not undo one’s own block', async () => {
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    const [block, reply] = await inLine(
      id,
      () => blocks(ben, id),
      () => sends(ben, id),
    )
    expect([block.status, reply.status]).toEqual([200, 403])
    expect((await opens(ben, id)).hasAccepted).toBe(false)
    expect(await reads(aiko, id)).toEqual([])
  })

  test('is not written after the other’s block', async () => {
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    const [, sent] = await inLine(
      id,
      () => blocks(ben, id),
      () => sends(aiko, id),
    )
    expect(sent).toMatchObject({ status: 403, body: { code: 'thread.blocked' } })
    expect(await reads(ben, id)).toEqual([])
  })

  test('is not written by who was removed', async () => {
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await makesGroup(aiko, [ben])
    const [, sent] = await inLine(
      id,
      () => aiko.asks(threadRoutes.removeMember, { params: { id, userId: ben.id } }),
      () => sends(ben, id),
    )
    expect(sent).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
    expect(await reads(aiko, id)).toEqual([])
  })

  test('is written once where the group changed otherwise', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben])
    await says(aiko, id)
    const [, sent] = await inLine(
      id,
      () => aiko.asks(threadRoutes.addMembers, { params: { id }, body: { userIds: [chie.id] } }),
      () => sends(ben, id),
    )
    expect(sent.status).toBe(201)
    expect((await reads(chie, id)).map(({ seq }) => seq)).toEqual([1, 2])
  })
})
