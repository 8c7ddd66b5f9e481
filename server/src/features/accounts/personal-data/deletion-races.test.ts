import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { API_BASE } from '@noroshi/contract/routes'
import { newId } from '#/db/ids.ts'
import { deleteMessagesOf } from '#/features/messaging/deleted-users.service.ts'
import { PASSWORD, setPasswords } from '#/testing/access/request-values.ts'
import { fetchMessages, sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { continueDeletions } from './deletion.service.ts'
import { removeFromJournal } from './journal-names.ts'

const countLockWaits = async ({ db }: TestServer) => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count
}

const bytes = (text: string) => new TextEncoder().encode(text)

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

test('an upload that ends after the deletion of its account is refused, and no message and no row of the person stays', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await setPasswords(noroshi)
  const { id } = await startPersonalChat(aiko, ben)
  const end = Promise.withResolvers<void>()
  const put = vi.spyOn(noroshi.deps.storage, 'put')
  const upload = aiko.rawFetch(`${API_BASE}${messageRoutes.upload.path}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    body: ReadableStream.from(
      (async function* () {
        yield bytes(`--part\r\ncontent-disposition: form-data; name="messageThreadId"\r\n\r\n${id}\r\n`)
        yield bytes('--part\r\ncontent-disposition: form-data; name="messageMedia"; filename="note.txt"\r\n\r\nsecret')
        await end.promise
        yield bytes('\r\n--part--\r\n')
      })(),
    ),
    duplex: 'half',
  } as RequestInit)
  // The server receives the file, and so has checked the session.
  await expect.poll(() => put.mock.calls.length).toBe(1)
  const body = { currentPassword: PASSWORD, deletesMessages: false }
  expect((await aiko.request(personalDataRoutes.delete, { body })).status).toBe(200)
  end.resolve()
  expect((await upload).status).toBe(401)
  await noroshi.db.insertInto('thread_drafts').values({ user_id: aiko.id, thread_id: id, text: 'late', version: 1 }).execute()
  noroshi.clock.advance({ minutes: 2 })
  await continueDeletions(noroshi.deps)
  expect(await fetchMessages(ben, id)).toEqual([])
  expect(await noroshi.db.selectFrom('thread_drafts').selectAll().execute()).toEqual([])
})
