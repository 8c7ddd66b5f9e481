import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { begins, makesGroup, removes, says } from '#/testing/chats.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'
import { LOOKED_INTO } from './search.sql.ts'

const finds = async (person: Person, text: string): Promise<string[]> =>
  (await person.gets(messageRoutes.search, { query: { text } })).items.map(({ message }) => message.text)

describe('a search in messages', () => {
  test('finds words from their beginning and their middle, two kanji or one, whatever their width and capitals', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    await says(aiko, id, 'The Bridge is closed')
    await says(ben, id, '若葉橋は通行止めです')
    await says(aiko, id, 'ＣＡＦＥ ﾊﾞｽ停で')
    const [bridge, closed, cafe] = ['The Bridge is closed', '若葉橋は通行止めです', 'ＣＡＦＥ ﾊﾞｽ停で']
    for (const words of ['bridge', 'BRI', 'idge', 'closed the', 'dge clo'])
      expect(await finds(ben, words), words).toEqual([bridge])
    for (const words of ['通行', '橋', '若葉橋', '止め', 'で す']) expect(await finds(aiko, words), words).toContain(closed)
    for (const words of ['cafe', 'ｃａｆ', 'バス停', 'ﾊﾞｽ']) expect(await finds(aiko, words), words).toEqual([cafe])
    expect(await finds(aiko, 'b')).toEqual([bridge])
    for (const words of ['bridges', 'eb', '橋若', '%', '_', '\\', "'", '火']) expect(await finds(aiko, words), words).toEqual([])
  })

  test('names the thread, and goes on below the last page, the newest first', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const group = await makesGroup(aiko, [ben], 'night watch')
    const personal = await begins(ben, aiko)
    for (let place = 1; place <= 35; place += 1) await says(aiko, place % 2 === 0 ? group.id : personal.id, `rice ${place}`)
    await says(ben, group.id, 'bread')
    const first = await ben.gets(messageRoutes.search, { query: { text: 'rice' } })
    expect(first.items.map(({ message }) => message.text)).toEqual(Array.from({ length: 30 }, (_, place) => `rice ${35 - place}`))
    expect(first.items.slice(0, 2).map(({ threadName }) => threadName)).toEqual(['Aiko', 'Night Watch'])
    const rest = await ben.gets(messageRoutes.search, { query: { text: 'rice', cursor: first.nextCursor ?? '' } })
    expect(rest.items.map(({ message }) => message.text)).toEqual(['rice 5', 'rice 4', 'rice 3', 'rice 2', 'rice 1'])
    expect(rest.nextCursor).toBeNull()
  })

  test('finds nothing of threads that one is not in, or not any more, and nothing of alerts', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await makesGroup(aiko, [ben])
    await says(aiko, id, 'the bridge')
    expect(await finds(ben, 'bridge')).toEqual(['the bridge'])
    expect(await finds(dora, 'bridge')).toEqual([])
    await removes(aiko, id, ben)
    expect(await finds(ben, 'bridge')).toEqual([])
  })

  test('finds what lies far below the newest messages', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await begins(aiko, ben)
    await says(aiko, id, 'the old bridge')
    const other = await begins(ben, chie)
    // As many as are looked through one by one, and more.
    await sql`
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at)
      SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${other.id}::uuid, n, ${ben.id}::uuid, 'normalChat', 'rain', 'ra ai in', now()
      FROM generate_series(1, 25000) AS n`.execute(noroshi.db)
    expect(await finds(ben, 'bridge')).toEqual(['the old bridge'])
    expect(await finds(ben, 'rain')).toHaveLength(30)
    expect(await finds(aiko, 'rain')).toEqual([])
  })

  test('looks into so many texts for a page, and goes on from there with the next', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    await says(aiko, id, 'about ~10 people')
    await sql`
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at)
      SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${id}::uuid, n + 1, ${ben.id}::uuid, 'normalChat', 'rain', 'ra ai in', now()
      FROM generate_series(1, ${LOOKED_INTO + 1000}::int) AS n`.execute(noroshi.db)
    const first = await ben.gets(messageRoutes.search, { query: { text: '~' } })
    expect(first.items).toEqual([])
    expect(first.nextCursor).not.toBeNull()
    const rest = await ben.gets(messageRoutes.search, { query: { text: '~', cursor: first.nextCursor ?? '' } })
    expect(rest.items.map(({ message }) => message.text)).toEqual(['about ~10 people'])
    expect(rest.nextCursor).toBeNull()
  })

  test('waits for the one before it, and beyond a few is refused', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const answers: number[] = []
    const asks = async () => answers.push((await aiko.asks(messageRoutes.search, { query: { text: 'rain' } })).status)
    let all: Promise<unknown> = Promise.resolve()
    await noroshi.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE messages IN ACCESS EXCLUSIVE MODE`.execute(tx)
      all = Promise.all(Array.from({ length: 8 }, asks))
      await expect.poll(() => answers).toEqual([429, 429])
      expect(await waiting(noroshi)).toBe(1)
    })
    await all
    expect(answers.filter((status) => status === 200)).toHaveLength(6)
    expect((await ben.asks(messageRoutes.search, { query: { text: 'rain' } })).status).toBe(200)
  })
})

const waiting = async (noroshi: Unit) => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
  return rows[0]?.count
}
