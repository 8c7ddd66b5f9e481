import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchMessages, startPersonalChat } from '#/testing/scenes/chats.ts'
import { startTestServer } from '#/testing/test-server.ts'

describe('the messages of a thread from a time on', () => {
  test('begin with the first one at or after it', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await startPersonalChat(aiko, ben)
    const listAt = async (at: string) =>
      (await ben.fetch(messageRoutes.list, { params: { id }, query: { at, limit: 2 } })).items.map(({ seq }) => seq)
    expect(await listAt('2026-01-01T00:00:00Z')).toEqual([])
    await sql`
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, message_at, created_at)
      SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${id}::uuid, n, ${ben.id}::uuid, 'normalChat', 'rain',
        now(), '2026-01-02T00:00:00Z'::timestamptz - make_interval(mins => 1001 - n) FROM generate_series(1, 1001) AS n`.execute(
      noroshi.db,
    )
    const [, second] = await fetchMessages(ben, id, { after: 499, limit: 2 })
    expect(await listAt(second?.createdAt ?? '')).toEqual([501, 502])
    expect(await listAt('2020-01-01T00:00:00Z')).toEqual([1, 2])
    expect(await listAt('2026-01-01T23:59:30Z')).toEqual([1001])
    expect(await listAt('2026-01-02T00:00:01Z')).toEqual([])
    const first = { params: { id }, query: { at: '2020-01-01T00:00:00Z' } }
    const page = await ben.fetch(messageRoutes.list, first)
    expect(
      (await ben.fetch(messageRoutes.list, { params: { id }, query: { after: Number(page.nextCursor) } })).items[0]?.seq,
    ).toBe(51)
    expect(await dora.request(messageRoutes.list, first)).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
    expect((await ben.rawFetch(`/backend/api/message-threads/${id}/messages?at=monday`)).status).toBe(400)
  })
})
