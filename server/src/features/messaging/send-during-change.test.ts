import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { startPersonalChat, createGroup, fetchThread, fetchMessages, sendMessage, requestSend } from '#/testing/scenes/chats.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

// A message is sent before a block or a removal, but the other change gets the lock of the thread first.

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const countLockWaits = async () => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
  return rows[0]?.count
}

/** Runs two requests that wait for the thread's row lock and get it in this order. */
async function runInOrder<First, Second>(id: string, first: () => Promise<First>, second: () => Promise<Second>) {
  const pending: Promise<[First, Second]>[] = []
  await noroshi.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM threads WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx)
    const firstReply = first()
    await expect.poll(countLockWaits).toBe(1)
    pending.push(Promise.all([firstReply, second()]))
    await expect.poll(countLockWaits).toBe(2)
  })
  const [replies] = await Promise.all(pending)
  if (replies === undefined) throw new Error('no request waited')
  return replies
}

const requestBlock = (person: TestUser, id: string, hasAccepted = false) =>
  person.request(threadRoutes.accept, { params: { id }, body: { hasAccepted } })
const requestUpload = (person: TestUser, messageThreadId: string) =>
  person.request(messageRoutes.upload, {
    form: { messageThreadId },
    files: [{ field: 'messageMedia', name: 'plan.txt', bytes: new TextEncoder().encode('meet at the hall') }],
  })

describe.each([
  ['a message', (person: TestUser, id: string) => requestSend(person, id, 'a word')],
  ['a file', requestUpload],
])('%s sent during another change', (_what, send) => {
  test('does not undo the block by its sender', async () => {
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const [block, reply] = await runInOrder(
      id,
      () => requestBlock(ben, id),
      () => send(ben, id),
    )
    expect([block.status, reply.status]).toEqual([200, 403])
    expect((await fetchThread(ben, id)).hasAccepted).toBe(false)
    expect(await fetchMessages(aiko, id)).toEqual([])
  })

  test('is refused after the recipient blocks the sender', async () => {
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const [, sent] = await runInOrder(
      id,
      () => requestBlock(ben, id),
      () => send(aiko, id),
    )
    expect(sent).toMatchObject({ status: 403, body: { code: 'thread.blocked' } })
    expect(await fetchMessages(ben, id)).toEqual([])
  })

  test('is refused after its sender is removed', async () => {
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await createGroup(aiko, [ben])
    const [, sent] = await runInOrder(
      id,
      () => aiko.request(threadRoutes.removeMember, { params: { id, userId: ben.id } }),
      () => send(ben, id),
    )
    expect(sent).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
    expect(await fetchMessages(aiko, id)).toEqual([])
  })

  test('is inserted once after another change of the group', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben])
    await sendMessage(aiko, id)
    const [, sent] = await runInOrder(
      id,
      () => aiko.request(threadRoutes.addMembers, { params: { id }, body: { userIds: [chie.id] } }),
      () => send(ben, id),
    )
    expect(sent.status).toBe(201)
    expect((await fetchMessages(chie, id)).map(({ seq }) => seq)).toEqual([1, 2])
  })
})
