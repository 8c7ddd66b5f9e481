import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { CommandError } from '#/command-error.ts'
import { migrate, MIGRATIONS } from '#/db/migrate.ts'
import { openDb } from '#/db/pool.ts'
import { lockConsumer, readAfter } from '#/realtime/consumers.sql.ts'
import { longTest } from '#/testing/long-test.ts'
import { contentOf, createBackupFolder, locationOf, manifestOf, noKey } from '#/testing/scenes/backups.ts'
import { adminUrl, cloneDatabase, query } from '#/testing/database.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { restoreBackup } from './restore-backup.ts'
import { restoreTables } from './restore-tables.ts'
import { StoredBackup } from './stored-backup.ts'

// With DATABASE_URL: the PostgreSQL of the tests, also that of Debian.

const { at, run } = createBackupFolder('noroshi-external-')
const databases: string[] = []

afterAll(async () => {
  for (const database of databases) await query(adminUrl(), `DROP DATABASE ${database} WITH (FORCE)`)
})

async function createEmptyDatabase(): Promise<string> {
  const name = `backup_${randomUUID().replaceAll('-', '')}`
  await query(adminUrl(), `CREATE DATABASE ${name}`)
  databases.push(name)
  return adminUrl().replace('/postgres?', `/${name}?`)
}

longTest('a running server with DATABASE_URL is backed up and restored into an empty database', { timeout: 60_000 }, async () => {
  await using noroshi = await startTestServer({ DATA_DIR: at('source') })
  const [aiko] = await noroshi.people('Aiko')
  const { id } = await aiko.fetch(alertRoutes.raise, { body: { textContent: 'fire "\\t\\\\N" \u{1F525}\n火事' } })
  const files = [{ name: 'bridge.jpg', bytes: await picture(900, 700, 'jpeg') }]
  await aiko.fetch(alertRoutes.upload, { form: { alertId: id }, files })
  expect(await run('backup', 'first', noroshi.databaseUrl, 'source')).toMatchObject({ code: 0, stderr: '' })

  const url = await createEmptyDatabase()
  expect(await run('restore', 'first', url, 'target')).toMatchObject({ code: 0, stderr: '' })
  expect(await run('backup', 'second', url, 'target')).toMatchObject({ code: 0, stderr: '' })
  expect(await contentOf(at('second'))).toEqual(await contentOf(at('first')))
  expect((await readdir(at('target'))).toSorted()).toEqual(['files', 'server.lock'])

  const twice = await run('restore', 'first', url, 'another')
  expect(twice).toMatchObject({
    code: 1,
    stderr: 'The database has data already. Create an empty database and set DATABASE_URL to it.\n',
  })
  expect(await readdir(at('another'))).toEqual(['server.lock'])
  const used = await run('restore', 'first', noroshi.databaseUrl, 'another')
  expect(used).toMatchObject({
    code: 1,
    stderr: 'Other programs are connected to the database. Stop the server, then restore.\n',
  })
  const wrongFiles = await run('restore', 'first', await createEmptyDatabase(), 'target')
  expect(wrongFiles.stderr).toMatch(/target has data already \(files\)/)
})

describe('the last step of a restore', () => {
  let noroshi: TestServer
  beforeAll(async () => {
    noroshi = await startTestServer({ DATA_DIR: at('commit-source') })
    const [aiko] = await noroshi.people('Aiko')
    const { id } = await aiko.fetch(alertRoutes.raise, { body: {} })
    const files = [{ name: 'bridge.jpg', bytes: await picture(90, 70, 'jpeg') }]
    await aiko.fetch(alertRoutes.upload, { form: { alertId: id }, files })
    expect(await run('backup', 'of-commit', noroshi.databaseUrl, 'commit-source')).toMatchObject({ code: 0, stderr: '' })
  }, 60_000)
  afterAll(() => noroshi[Symbol.asyncDispose]())

  longTest('a restore whose commit fails leaves no files and can be repeated', { timeout: 60_000 }, async () => {
    const url = await createEmptyDatabase()
    await migrate(url)
    await query(
      url,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
       CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON journal_consumers DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION refuse()`,
    )
    expect(await run('restore', 'of-commit', url, 'commit-failed')).toMatchObject({ code: 1, stderr: 'PostgreSQL: refused\n' })
    expect(await readdir(at('commit-failed'))).toEqual(['server.lock'])

    const signal = new AbortController().signal
    const withdraw = () => Promise.reject(new Error('EIO'))
    const restored = restoreTables(await StoredBackup.openWhole(await locationOf(at('of-commit')), noKey, signal), url, signal, {
      publish: async () => undefined,
      withdraw,
      folders: ['/data/files', '/data/tls'],
    })
    const error: unknown = await restored.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CommandError)
    expect(error).toMatchObject({
      message:
        'The restore failed (refused), and its files could not be removed (EIO). Delete /data/files and /data/tls, then restore again.',
      cause: { message: 'refused' },
    })

    await query(url, 'DROP TRIGGER refuse ON journal_consumers')
    expect(await run('restore', 'of-commit', url, 'commit-failed')).toMatchObject({ code: 0, stderr: '' })
    expect((await readdir(at('commit-failed'))).toSorted()).toEqual(['files', 'server.lock'])
  })

  longTest('a restore that loses the reply to its commit is complete', { timeout: 60_000 }, async () => {
    const url = await createEmptyDatabase()
    await mkdir(at('reply-lost'))
    let isLast = false
    const send = pg.Client.prototype.query as (this: pg.Client, ...parameters: unknown[]) => unknown
    const replaced = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...parameters: unknown[]
    ) {
      const reply = send.apply(this, parameters)
      const [text] = parameters
      if (typeof text !== 'string') return reply
      if (text.includes('pg_current_xact_id()::text')) isLast = true
      if (!isLast || text !== 'COMMIT') return reply
      isLast = false
      return (reply as Promise<unknown>).then(() => Promise.reject(new Error('Connection terminated unexpectedly')))
    } as never) // overloads cannot be written as one function
    try {
      await restoreBackup(
        { databaseUrl: url, dataDir: at('reply-lost'), s3: null },
        await locationOf(at('of-commit')),
        noKey,
        new AbortController().signal,
      )
    } finally {
      replaced.mockRestore()
    }
    expect(isLast).toBe(false)
    expect(await query(url, 'SELECT first_name FROM users')).toEqual([{ first_name: 'Aiko' }])
    expect((await readdir(at('reply-lost'))).toSorted()).toEqual(['files', 'server.lock'])
  })
})

longTest('a backup of an older version gets the migrations that it does not have', { timeout: 60_000 }, async () => {
  const older = (await readdir(MIGRATIONS)).toSorted().slice(0, -3)
  await mkdir(at('older'))
  for (const name of older) await cp(path.join(MIGRATIONS, name), at(`older/${name}`))
  const url = await createEmptyDatabase()
  await migrate(url, at('older'))
  await query(
    url,
    `INSERT INTO users (id, email, password_hash, first_name) VALUES (gen_random_uuid(), 'a@example.org', 'x', 'Aiko')`,
  )
  expect(await run('backup', 'of-older', url, 'older-data')).toMatchObject({ code: 0, stderr: '' })
  expect((await manifestOf(at('of-older'))).migrations.map(({ name }) => name)).toEqual(older)

  const target = await createEmptyDatabase()
  expect(await run('restore', 'of-older', target, 'newer-data')).toMatchObject({ code: 0, stderr: '' })
  expect(await query(target, 'SELECT first_name FROM users')).toEqual([{ first_name: 'Aiko' }])
  const applied = (await query(target, 'SELECT name FROM schema_migrations ORDER BY name')).map(({ name }) => name)
  expect(applied).toEqual((await readdir(MIGRATIONS)).toSorted())

  // A database that this version has migrated has a schema that the older rows do not fit.
  const migrated = await cloneDatabase()
  try {
    expect((await run('restore', 'of-older', migrated.url, 'migrated-data')).stderr).toContain('The database has data already')
  } finally {
    await migrated.drop()
  }
})

test(
  'after a restore, consumers handle only what they had not handled, and identity columns continue',
  { timeout: 60_000 },
  async () => {
    const source = await cloneDatabase()
    const insert = (userId: string) =>
      query(
        source.url,
        `INSERT INTO events (id, name, rooms, payload) VALUES (gen_random_uuid(), 'user:activityChanged', '{}', '{"userId": "${userId}"}')`,
      )
    try {
      await insert('handled')
      await query(source.url, `INSERT INTO journal_consumers (name, position) VALUES ('test', pg_current_snapshot()::text)`)
      await insert('not handled')
      await query(source.url, `SELECT setval('audio_parts_position_seq', 41)`)
      expect(await run('backup', 'consumer', source.url, 'consumer-source')).toMatchObject({ code: 0 })
      const target = await createEmptyDatabase()
      expect(await run('restore', 'consumer', target, 'consumer-target')).toMatchObject({ code: 0 })

      expect(await query(target, `SELECT nextval('audio_parts_position_seq')::int AS next`)).toEqual([{ next: 42 }])
      const db = openDb(target, 1)
      try {
        const events = await db.transaction().execute(async (tx) => {
          const locked = await lockConsumer(tx, 'test', ['user:activityChanged'])
          return locked === null ? [] : (await readAfter(tx, locked.position, ['user:activityChanged'])).events
        })
        expect(events.map(({ payload }) => payload)).toEqual([{ userId: 'not handled' }])
      } finally {
        await db.destroy()
      }
    } finally {
      await source.drop()
    }
  },
)

test('a backup and a restore without a connection end with one line', { timeout: 60_000 }, async () => {
  const url = 'postgresql://localhost:1/noroshi'
  for (const command of ['backup', 'restore'] as const) {
    const { code, stderr } = await run(command, command === 'backup' ? 'unconnected' : 'consumer', url, 'unconnected-data')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^No connection to the database: connect ECONNREFUSED .*\n$/)
  }
  expect(await readdir(at('.'))).not.toContain('unconnected')
})
