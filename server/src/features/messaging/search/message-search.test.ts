import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { startPersonalChat, createGroup, removeMember, sendMessage } from '#/testing/scenes/chats.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'
import { RECENT_MESSAGES_SEARCHED } from './search.sql.ts'

const findTexts = async (person: TestUser, text: string): Promise<string[]> =>
  (await person.fetch(messageSearchRoutes.search, { query: { text } })).items.map(({ message }) => message.text)

describe('a search in messages', () => {
  test('finds parts of words and single kanji, regardless of width and case', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    await sendMessage(aiko, id, 'The Bridge is closed')
    await sendMessage(ben, id, '若葉橋は通行止めです')
    await sendMessage(aiko, id, 'ＣＡＦＥ ﾊﾞｽ停で')
    const [bridge, closed, cafe] = ['The Bridge is closed', '若葉橋は通行止めです', 'ＣＡＦＥ ﾊﾞｽ停で']
    for (const text of ['bridge', 'BRI', 'idge', 'closed the', 'dge clo'])
      expect(await findTexts(ben, text), text).toEqual([bridge])
    for (const text of ['通行', '橋', '若葉橋', '止め', 'で す']) expect(await findTexts(aiko, text), text).toContain(closed)
    for (const text of ['cafe', 'ｃａｆ', 'バス停', 'ﾊﾞｽ']) expect(await findTexts(aiko, text), text).toEqual([cafe])
    expect(await findTexts(aiko, 'b')).toEqual([bridge])
    for (const text of ['bridges', 'eb', '橋若', '%', '_', '\\', "'", '火']) expect(await findTexts(aiko, text), text).toEqual([])
  })

  test('returns the thread name and further pages, newest first', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const group = await createGroup(aiko, [ben], 'night watch')
    const personal = await startPersonalChat(ben, aiko)
    for (let index = 1; index <= 35; index += 1)
      await sendMessage(aiko, index % 2 === 0 ? group.id : personal.id, `rice ${index}`)
    await sendMessage(ben, group.id, 'bread')
    const first = await ben.fetch(messageSearchRoutes.search, { query: { text: 'rice' } })
    expect(first.items.map(({ message }) => message.text)).toEqual(Array.from({ length: 30 }, (_, index) => `rice ${35 - index}`))
    expect(first.items.slice(0, 2).map(({ threadName }) => threadName)).toEqual(['Aiko', 'Night Watch'])
    await noroshi.db.updateTable('users').set({ first_name: '遥', last_name: '佐藤' }).where('id', '=', aiko.id).execute()
    const inJapanese = { query: { text: 'rice' }, headers: { 'accept-language': 'ja' } }
    expect((await ben.fetch(messageSearchRoutes.search, inJapanese)).items[0]?.threadName).toBe('佐藤 遥')
    const rest = await ben.fetch(messageSearchRoutes.search, { query: { text: 'rice', cursor: first.nextCursor ?? '' } })
    expect(rest.items.map(({ message }) => message.text)).toEqual(['rice 5', 'rice 4', 'rice 3', 'rice 2', 'rice 1'])
    expect(rest.nextCursor).toBeNull()
  })

  test('finds no messages of threads that the viewer is not or no longer a member of', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await createGroup(aiko, [ben])
    await sendMessage(aiko, id, 'the bridge')
    expect(await findTexts(ben, 'bridge')).toEqual(['the bridge'])
    expect(await findTexts(dora, 'bridge')).toEqual([])
    await removeMember(aiko, id, ben)
    expect(await findTexts(ben, 'bridge')).toEqual([])
  })

  test('finds a message far below the newest ones', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await startPersonalChat(aiko, ben)
    await sendMessage(aiko, id, 'the old bridge')
    const other = await startPersonalChat(ben, chie)
    // More messages than the search reads without the index.
    await sql`
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at)
      SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${other.id}::uuid, n, ${ben.id}::uuid, 'normalChat', 'rain', 'ra ai in', now()
      FROM generate_series(1, 25000) AS n`.execute(noroshi.db)
    expect(await findTexts(ben, 'bridge')).toEqual(['the old bridge'])
    expect(await findTexts(ben, 'rain')).toHaveLength(30)
    expect(await findTexts(aiko, 'rain')).toEqual([])
  })

  test('reads a limited number of texts for a page and continues there with the next page', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    await sendMessage(aiko, id, 'about ~10 people')
    await sql`
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at)
      SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${id}::uuid, n + 1, ${ben.id}::uuid, 'normalChat', 'rain', 'ra ai in', now()
      FROM generate_series(1, ${RECENT_MESSAGES_SEARCHED + 1000}::int) AS n`.execute(noroshi.db)
    const first = await ben.fetch(messageSearchRoutes.search, { query: { text: '~' } })
    expect(first.items).toEqual([])
    expect(first.nextCursor).not.toBeNull()
    const rest = await ben.fetch(messageSearchRoutes.search, { query: { text: '~', cursor: first.nextCursor ?? '' } })
    expect(rest.items.map(({ message }) => message.text)).toEqual(['about ~10 people'])
    expect(rest.nextCursor).toBeNull()
  })

  test('waits for the previous one of its user in any session and gets 429 if too many wait', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const sessions = [aiko, await noroshi.anotherSession(aiko)]
    const statuses: number[] = []
    const requestSearch = async (_: unknown, index: number) =>
      statuses.push((await (sessions[index % 2] ?? aiko).request(messageSearchRoutes.search, { query: { text: 'rain' } })).status)
    let all: Promise<unknown> = Promise.resolve()
    await noroshi.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE messages IN ACCESS EXCLUSIVE MODE`.execute(tx)
      all = Promise.all(Array.from({ length: 8 }, requestSearch))
      await expect.poll(() => statuses).toEqual([429, 429])
      await expect.poll(() => countLockWaits(noroshi)).toBe(1)
    })
    await all
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect((await ben.request(messageSearchRoutes.search, { query: { text: 'rain' } })).status).toBe(200)
  })
})

const countLockWaits = async (noroshi: TestServer) => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
  return rows[0]?.count
}
