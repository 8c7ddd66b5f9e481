import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { keepHouseOnce } from './housekeeping.ts'
import { comments, deletes, makesFeed, posts } from './testing/feeds.ts'
import { picture } from './testing/pictures.ts'
import { type Person, type Unit, unit } from './testing/unit.ts'

const countOf = async ({ db }: Unit, table: 'user_positions' | 'sessions' | 'client_writes' | 'events') =>
  (await sql`SELECT 1 FROM ${sql.table(table)}`.execute(db)).rows.length
const kept = async (noroshi: Unit) => ({
  positions: await countOf(noroshi, 'user_positions'),
  sessions: await countOf(noroshi, 'sessions'),
  writes: await countOf(noroshi, 'client_writes'),
  events: await countOf(noroshi, 'events'),
})
const shares = async (person: Person) => {
  const { id } = await person.gets(alertRoutes.raise, { body: {} })
  const form = { alertId: id, clientId: randomUUID() }
  const files = [{ name: 'note.txt', bytes: new TextEncoder().encode('the bridge') }]
  const { alertMedias } = await person.gets(alertRoutes.upload, { form, files })
  return alertMedias[0]?.mediaUrl ?? ''
}

test('an hourly round forgets what was to be kept for a while only, each thing after its time', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const mediaUrl = await shares(aiko)
  await aiko.gets(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await aiko.gets(accountRoutes.shareLocation, { body: { latitude: 38, longitude: 140, accuracy: 5 } })
  await ben.gets(accountRoutes.logout, { body: {} })
  const before = await kept(noroshi)
  expect(before).toMatchObject({ positions: 1, sessions: 2, writes: 1 })

  await keepHouseOnce(noroshi.deps)
  expect(await kept(noroshi)).toEqual(before)
  noroshi.clock.advance({ hours: 25 })
  await keepHouseOnce(noroshi.deps)
  expect(await kept(noroshi)).toEqual({ ...before, positions: 0 })
  noroshi.clock.advance({ hours: 24 * 7 })
  await keepHouseOnce(noroshi.deps)
  expect(await kept(noroshi)).toEqual({ positions: 0, sessions: 2, writes: 0, events: 0 })
  noroshi.clock.advance({ hours: 24 * 23 })
  await keepHouseOnce(noroshi.deps)
  expect(await kept(noroshi)).toMatchObject({ sessions: 1 })
  expect(await (await aiko.fetch(mediaUrl)).text()).toBe('the bridge')
})

test('bytes that no row names are deleted after a day, never those of a file, and none under a database that knows no file', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const { key } = await noroshi.deps.storage.put(Readable.from([Buffer.from('left behind')]), 100)
  noroshi.clock.advance({ hours: 25 })
  await keepHouseOnce(noroshi.deps)
  expect(await noroshi.deps.storage.size(key)).toBe(11)

  const mediaUrl = await shares(aiko)
  noroshi.clock.advance({ hours: -2 })
  await keepHouseOnce(noroshi.deps)
  expect(await noroshi.deps.storage.size(key)).toBe(11)
  noroshi.clock.advance({ hours: 30 })
  await keepHouseOnce(noroshi.deps)
  await expect(noroshi.deps.storage.size(key)).rejects.toThrow()
  expect((await aiko.fetch(mediaUrl)).status).toBe(200)
})

test('files of what was deleted are gone with their bytes thirty days later, and no others', async () => {
  await using noroshi = await unit()
  const creator = await noroshi.admin('Ito')
  const words = (name: string) => ({ name: `${name}.txt`, bytes: new TextEncoder().encode(name) })
  const image = [{ name: 'a.png', bytes: await picture(2, 2) }]
  const ids = { gone: (await makesFeed(creator)).id, kept: (await makesFeed(creator, {}, image)).id }
  const [gone, alone, kept] = [
    await posts(creator, ids.gone, {}, [words('gone')]),
    await posts(creator, ids.kept),
    await posts(creator, ids.kept, {}, [words('kept')]),
  ]
  for (const { id } of [gone, alone, kept]) await comments(creator, id, 'look', image)
  await deletes(creator, alone)
  await creator.gets(feedRoutes.remove, { params: { id: ids.gone } })
  const named = async () => (await noroshi.db.selectFrom('files').select(['parent_kind', 'name']).orderBy('id').execute()).length
  // A cover, two files of posts, three pictures of comments.
  noroshi.clock.advance({ hours: 24 * 29 })
  await keepHouseOnce(noroshi.deps)
  expect(await named()).toBe(6)
  noroshi.clock.advance({ hours: 25 })
  await keepHouseOnce(noroshi.deps)
  expect(await named()).toBe(3)
  const keys: string[] = []
  for await (const key of noroshi.deps.storage.keptBefore(new Date(Date.now() + 86_400_000))) keys.push(key)
  // Each picture has a preview beside it.
  expect(keys).toHaveLength(5)
  expect(await (await creator.fetch(kept.postMedia[0]?.mediaUrl ?? '')).text()).toBe('kept')
})

test('one duty that fails is logged, and the others are done', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  await shares(aiko)
  noroshi.clock.advance({ hours: 24 * 8 })
  const logged: unknown[] = []
  await noroshi.db.schema.dropTable('user_positions').execute()
  await keepHouseOnce({ ...noroshi.deps, logError: (error) => logged.push(error) })
  expect(logged).toHaveLength(1)
  expect(await countOf(noroshi, 'events')).toBe(0)
})
