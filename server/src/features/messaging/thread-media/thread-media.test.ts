import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { type ThreadMediaKind, threadMediaRoutes } from '@noroshi/contract/messaging/thread-media.http'
import { picture } from '#/testing/scenes/pictures.ts'
import { createGroup, removeMember, sendMessage } from '#/testing/scenes/chats.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const NOTE = { field: 'messageMedia', name: 'note.txt', bytes: new TextEncoder().encode('two of us') }

async function startGroup() {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  const upload = (...files: readonly (typeof NOTE)[]) =>
    aiko.fetch(messageRoutes.upload, { form: { messageThreadId: id }, files: [...files] })
  return { aiko, ben, id, upload, photo: { ...NOTE, name: 'bridge.png', bytes: await picture(8, 6) } }
}

const request = (person: TestUser, id: string, kind: ThreadMediaKind, before?: number) =>
  person.request(threadMediaRoutes.list, { params: { id }, query: { kind, ...(before !== undefined && { before }) } })
const seqsOf = async (person: TestUser, id: string, kind: ThreadMediaKind, before?: number) => {
  const { body } = await request(person, id, kind, before)
  return { seqs: body.items.map(({ seq }) => seq), next: body.nextCursor }
}

test('a member lists pictures, files and links of a chat, each newest first; a message may be among several', async () => {
  const { aiko, ben, id, upload, photo } = await startGroup()
  await upload(photo)
  await sendMessage(aiko, id, 'no link')
  await upload(NOTE)
  await sendMessage(ben, id, 'see HTTPS://example.org/map')
  await upload(NOTE, photo)
  expect(await seqsOf(ben, id, 'picture')).toEqual({ seqs: [5, 1], next: null })
  expect(await seqsOf(ben, id, 'file')).toEqual({ seqs: [5, 3], next: null })
  expect(await seqsOf(ben, id, 'link')).toEqual({ seqs: [4], next: null })
  expect(await seqsOf(ben, id, 'picture', 5)).toEqual({ seqs: [1], next: null })
})

test('a list is read in pages', async () => {
  const { aiko, id } = await startGroup()
  for (let number = 1; number <= PAGE_SIZE + 2; number += 1) await sendMessage(aiko, id, `https://example.org/${number}`)
  const first = await seqsOf(aiko, id, 'link')
  expect(first).toMatchObject({ next: '3' })
  expect(first.seqs).toHaveLength(PAGE_SIZE)
  expect(await seqsOf(aiko, id, 'link', Number(first.next))).toEqual({ seqs: [2, 1], next: null })
})

test('a page that examines many messages without a hit continues at the last of them', async () => {
  const { aiko, id, upload, photo } = await startGroup()
  await upload(NOTE)
  const { id: photoId } = await upload(photo)
  // Further pictures, as rows without their files.
  await sql`
    WITH copies AS (
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, files_hash, message_at)
      SELECT gen_random_uuid(), thread_id, seq + n, sender_id, message_type, '', files_hash, message_at
      FROM messages, generate_series(1, 1200) n WHERE id = ${photoId}::uuid RETURNING id)
    INSERT INTO files (id, storage_key, preview_key, type, name, size, parent_kind, parent_id)
    SELECT gen_random_uuid(), copies.id::text, copies.id::text || 'p', 'image/png', 'x.png', 1, 'message', copies.id FROM copies`.execute(
    noroshi.db,
  )
  expect(await seqsOf(aiko, id, 'file')).toEqual({ seqs: [], next: '203' })
  expect(await seqsOf(aiko, id, 'file', 203)).toEqual({ seqs: [1], next: null })
})

test('a deleted message, and a link that was edited away, is in no list', async () => {
  const { aiko, id, upload, photo } = await startGroup()
  const sent = [await upload(photo), await upload(NOTE), await sendMessage(aiko, id, 'https://example.org')]
  const edited = await sendMessage(aiko, id, 'https://example.com')
  for (const message of sent) await aiko.fetch(messageChangeRoutes.delete, { params: { id: message.id } })
  await aiko.fetch(messageChangeRoutes.edit, { params: { id: edited.id }, body: { text: 'nothing' } })
  for (const kind of ['picture', 'file', 'link'] as const) expect(await seqsOf(aiko, id, kind)).toEqual({ seqs: [], next: null })
})

test('outsiders and removed members get 404, and an unknown kind 400', async () => {
  const { aiko, ben, id } = await startGroup()
  const [dora] = await noroshi.people('Dora')
  await removeMember(aiko, id, ben)
  for (const person of [dora, ben])
    expect(await request(person, id, 'picture')).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
  expect((await request(aiko, id, 'sound' as ThreadMediaKind)).status).toBe(400)
  expect((await request(aiko, id, 'file', 0)).status).toBe(400)
})

test('the lists are read by their indexes', async () => {
  const { id } = await startGroup()
  await noroshi.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx)
    await sql`SET LOCAL enable_sort = off`.execute(tx)
    for (const [condition, index] of [
      ['files_hash IS NOT NULL', 'messages_with_files'],
      [`text ~* 'https?://'`, 'messages_with_links'],
    ] as const) {
      const { rows } = await sql<Record<string, string>>`EXPLAIN SELECT id FROM messages WHERE thread_id = ${id}::uuid
        AND message_type = 'normalChat' AND ${sql.raw(condition)} AND seq < 9 ORDER BY seq DESC LIMIT 5`.execute(tx)
      expect(rows.map((row) => Object.values(row).join()).join('\n')).toContain(index)
    }
  })
})
