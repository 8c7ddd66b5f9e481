import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#/db/ids.ts'
import { deleteMessagesOf } from '#/features/messaging/deleted-users.service.ts'
import { fetchMessages, sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { removeFromJournal } from './journal-names.ts'

const countLockWaits = async ({ db }: TestServer) => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count
}

test('an event that another transaction changes at the same time loses the name and keeps the change', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const id = newId()
  const payload = { text: 'secret', sender: { id: aiko.id, firstName: 'Aiko', lastName: '' } }
  await noroshi.db
    .insertInto('events')
    .values({ id, name: 'messages:updated', rooms: ['thread:x'], payload: JSON.stringify(payload) })
    .execute()
  const pending: Promise<void>[] = []
  await noroshi.db.transaction().execute(async (tx) => {
    await sql`UPDATE events SET payload = payload || '{"text": ""}' WHERE id = ${id}::uuid`.execute(tx)
    pending.push(removeFromJournal(noroshi.deps, aiko.id))
    await expect.poll(() => countLockWaits(noroshi)).toBe(1)
  })
  await Promise.all(pending)
  const stored = await noroshi.db.selectFrom('events').select('payload').where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored.payload).toEqual({ text: '', sender: { id: aiko.id, firstName: '', lastName: '' } })
})

test('a message that another user quotes while it is to be deleted leaves the event of the quoting message too', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const sent = await sendMessage(aiko, id, 'secret')
  await noroshi.db.deleteFrom('events').execute()
  const pending: Promise<unknown>[] = []
  await noroshi.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM threads WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx)
    const reply = sendMessage(ben, id, 'yes', { replyToId: sent.id })
    await expect.poll(() => countLockWaits(noroshi)).toBe(1)
    pending.push(reply, deleteMessagesOf(noroshi.deps, aiko.id))
    await expect.poll(() => countLockWaits(noroshi)).toBe(2)
  })
  await Promise.all(pending)
  const { rows } = await sql`SELECT name FROM events WHERE payload::text LIKE '%secret%'`.execute(noroshi.db)
  expect(rows).toEqual([])
  expect(await fetchMessages(ben, id)).toMatchObject([{ text: '' }, { text: 'yes', quote: { text: '', isDeleted: true } }])
})
