import { utimes } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { longTest } from '#/testing/long-test.ts'
import { runCleanup } from './cleanup-jobs.ts'
import { createComment, deletePost, createFeed, createPost } from './testing/scenes/feeds.ts'
import { picture } from './testing/scenes/pictures.ts'
import { type TestUser, type TestServer, startTestServer } from './testing/test-server.ts'

const countOf = async ({ db }: TestServer, table: 'user_positions' | 'sessions' | 'client_commands' | 'events') =>
  (await sql`SELECT 1 FROM ${sql.table(table)}`.execute(db)).rows.length
const countRows = async (noroshi: TestServer) => ({
  positions: await countOf(noroshi, 'user_positions'),
  sessions: await countOf(noroshi, 'sessions'),
  commands: await countOf(noroshi, 'client_commands'),
  events: await countOf(noroshi, 'events'),
})
const uploadFile = async (person: TestUser) => {
  const { id } = await person.fetch(alertRoutes.raise, { body: {} })
  const form = { alertId: id, clientId: randomUUID() }
  const files = [{ name: 'note.txt', bytes: new TextEncoder().encode('the bridge') }]
  const { alertMedias } = await person.fetch(alertRoutes.upload, { form, files })
  return alertMedias[0]?.mediaUrl ?? ''
}

test('the hourly jobs delete locations, commands, events and sessions after their retention time', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const mediaUrl = await uploadFile(aiko)
  await aiko.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await aiko.fetch(accountRoutes.shareLocation, { body: { latitude: 38, longitude: 140, accuracy: 5 } })
  await ben.fetch(accountRoutes.logout, { body: {} })
  const before = await countRows(noroshi)
  expect(before).toMatchObject({ positions: 1, sessions: 2, commands: 1 })

  await runCleanup(noroshi.deps)
  expect(await countRows(noroshi)).toEqual(before)
  noroshi.clock.advance({ hours: 25 })
  await runCleanup(noroshi.deps)
  expect(await countRows(noroshi)).toEqual({ ...before, positions: 0 })
  noroshi.clock.advance({ hours: 24 * 7 })
  await runCleanup(noroshi.deps)
  expect(await countRows(noroshi)).toEqual({ positions: 0, sessions: 2, commands: 0, events: 0 })
  noroshi.clock.advance({ hours: 24 * 23 })
  await runCleanup(noroshi.deps)
  expect(await countRows(noroshi)).toMatchObject({ sessions: 1 })
  expect(await (await aiko.rawFetch(mediaUrl)).text()).toBe('the bridge')
})

test('stored bytes without a row are deleted after a day, but none when the database has no file at all', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const { key } = await noroshi.deps.storage.put(Readable.from([Buffer.from('left behind')]), 100)
  // The times of the disk do not follow the clock of the tests.
  const at = noroshi.clock.now()
  await utimes(path.join(noroshi.deps.config.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key), at, at)
  noroshi.clock.advance({ hours: 25 })
  await runCleanup(noroshi.deps)
  expect(await noroshi.deps.storage.size(key)).toBe(11)

  const mediaUrl = await uploadFile(aiko)
  noroshi.clock.advance({ hours: -2 })
  await runCleanup(noroshi.deps)
  expect(await noroshi.deps.storage.size(key)).toBe(11)
  noroshi.clock.advance({ hours: 30 })
  await runCleanup(noroshi.deps)
  await expect(noroshi.deps.storage.size(key)).rejects.toThrow()
  expect((await aiko.rawFetch(mediaUrl)).status).toBe(200)
})

test('no stored bytes are deleted while the database has migrations of a later version', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  await uploadFile(aiko)
  const { key } = await noroshi.deps.storage.put(Readable.from([Buffer.from('of a later version')]), 100)
  noroshi.clock.advance({ hours: 24 * 3 }) // those of the disk are of today
  await noroshi.db.insertInto('schema_migrations').values({ name: '9999_later.sql', expands: true }).execute()
  await runCleanup(noroshi.deps)
  expect(await noroshi.deps.storage.size(key)).toBe(18)
  await noroshi.db.deleteFrom('schema_migrations').where('name', '=', '9999_later.sql').execute()
  await runCleanup(noroshi.deps)
  await expect(noroshi.deps.storage.size(key)).rejects.toThrow()
})

longTest('the files of deleted feeds and posts are deleted with their bytes after thirty days', async () => {
  await using noroshi = await startTestServer()
  const creator = await noroshi.admin('Ito')
  const textFile = (name: string) => ({ name: `${name}.txt`, bytes: new TextEncoder().encode(name) })
  const image = [{ name: 'a.png', bytes: await picture(2, 2) }]
  const ids = { deleted: (await createFeed(creator)).id, kept: (await createFeed(creator, {}, image)).id }
  const [inDeletedFeed, deleted, kept] = [
    await createPost(creator, ids.deleted, {}, [textFile('deleted')]),
    await createPost(creator, ids.kept),
    await createPost(creator, ids.kept, {}, [textFile('kept')]),
  ]
  for (const { id } of [inDeletedFeed, deleted, kept]) await createComment(creator, id, 'look', image)
  await deletePost(creator, deleted)
  await creator.fetch(feedRoutes.remove, { params: { id: ids.deleted } })
  const countFiles = async () =>
    (await noroshi.db.selectFrom('files').select(['parent_kind', 'name']).orderBy('id').execute()).length
  // A cover, two files of posts, three pictures of comments.
  noroshi.clock.advance({ hours: 24 * 29 })
  await runCleanup(noroshi.deps)
  expect(await countFiles()).toBe(6)
  noroshi.clock.advance({ hours: 25 })
  await runCleanup(noroshi.deps)
  expect(await countFiles()).toBe(3)
  const keys: string[] = []
  for await (const key of noroshi.deps.storage.storedBefore(new Date(Date.now() + 86_400_000))) keys.push(key)
  // Each picture has a preview.
  expect(keys).toHaveLength(5)
  expect(await (await creator.rawFetch(kept.postMedia[0]?.mediaUrl ?? '')).text()).toBe('kept')
})

test('a failing job is logged, and the other jobs run', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  await uploadFile(aiko)
  noroshi.clock.advance({ hours: 24 * 8 })
  const logged: unknown[] = []
  await noroshi.db.schema.dropTable('user_positions').execute()
  await runCleanup({ ...noroshi.deps, logError: (error) => logged.push(error) })
  expect(logged).toHaveLength(1)
  expect(await countOf(noroshi, 'events')).toBe(0)
})
