import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '#/db/migrate.ts'
import { cloneDatabase, query } from '#/testing/database.ts'
import { locationOf, manifestOf, noKey } from '#/testing/scenes/backups.ts'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { migrateWithBackup } from './migration-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { backUpTables } from './tables-before-migration.ts'

const NEVER = new AbortController().signal

let folder: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let log: string[]
const at = (name: string) => path.join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-migration-'))
  await cp(MIGRATIONS, at('migrations'), { recursive: true })
  await mkdir(at('data'))
  database = await cloneDatabase()
  log = []
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Starts a new version, which adds a table. */
async function update(name: string): Promise<void> {
  await writeFile(at(`migrations/${name}.sql`), `CREATE TABLE t_${name.slice(0, 4)} (id int)`)
  const report = (text: string) => void log.push(text)
  expect(await migrateWithBackup(database.url, at('data'), NEVER, report, at('migrations'))).toEqual([`${name}.sql`])
}
const insertUser = () =>
  query(
    database.url,
    `INSERT INTO users (id, email, password_hash, first_name, last_name)
     VALUES ('01990000-0000-7000-8000-000000000001', 'aiko@example.org', '', 'Aiko', '')`,
  )
const runs = () => query(database.url, 'SELECT kind, name, outcome, problem FROM backup_runs ORDER BY started_at')

test('the tables are written before a migration of a database with data, and can be restored', { timeout: 60_000 }, async () => {
  await update('9990_first')
  expect(await readdir(at('data'))).toEqual([]) // no data
  await insertUser()
  // As the version before the update, whose migrations the command knows.
  await query(database.url, "DROP TABLE t_9990; DELETE FROM schema_migrations WHERE name = '9990_first.sql'")
  await rm(at('migrations/9990_first.sql'))
  await update('9991_second')
  expect(await runs()).toEqual([{ kind: 'migration', name: 'before-9991_second', outcome: 'complete', problem: null }])
  const backup = at('data/backups/before-9991_second')
  expect(await manifestOf(backup)).toMatchObject({ hasTablesOnly: true, files: { count: 0 } })

  await mkdir(at('restored/files'), { recursive: true })
  await writeFile(at('restored/files/kept'), 'as it was')
  expect(await runCommandProcess('restore', [backup], { DATA_DIR: at('restored') })).toMatchObject({ code: 0, stderr: '' })
  expect(await readFile(at('restored/files/kept'), 'utf8')).toBe('as it was')
  expect(await readdir(at('restored'))).toContain('postgres')
  const settings = { databaseUrl: null, dataDir: at('restored'), s3: null }
  const replacement = { folder: at('restored/replaced'), confirm: async () => undefined, report: () => undefined }
  await restoreBackup(settings, await locationOf(backup), noKey, NEVER, replacement)
  expect(await readFile(at('restored/files/kept'), 'utf8')).toBe('as it was')
  expect(await readdir(at('restored/replaced'))).toEqual(['postgres'])
  expect(log).toEqual([])
})

test('the last two backups before migrations are kept, and a start without migrations makes none', async () => {
  await insertUser()
  for (const name of ['9991_a', '9992_b', '9993_c']) await update(name)
  expect((await readdir(at('data/backups'))).toSorted()).toEqual(['before-9992_b', 'before-9993_c'])
  expect(await migrateWithBackup(database.url, at('data'), NEVER, () => undefined, at('migrations'))).toEqual([])
  expect(await runs()).toHaveLength(3)
})

test('two processes of a new version write one backup', async () => {
  await insertUser()
  await writeFile(at('migrations/9991_a.sql'), 'CREATE TABLE t_9991 (id int)')
  const start = () => migrateWithBackup(database.url, at('data'), NEVER, (text) => void log.push(text), at('migrations'))
  expect((await Promise.all([start(), start()])).flat()).toEqual(['9991_a.sql'])
  expect(await runs()).toHaveLength(1)
  expect(log).toEqual([])
})

test('the migration continues when the backup fails, which is logged and recorded', async () => {
  await insertUser()
  await writeFile(at('data/backups'), 'a file')
  await update('9991_a')
  expect(await runs()).toEqual([{ kind: 'migration', name: null, outcome: 'failed', problem: 'unexpected' }])
  expect(log).toEqual([expect.stringMatching(/^The tables could not be backed up before the update \(.*\)\. The server starts/)])
})

test.each(['users', 'messages'])('a backup that waits too long for %s is not made, and the log says so', async (table) => {
  await insertUser()
  const blocking = new pg.Client({ connectionString: database.url })
  await blocking.connect()
  try {
    await blocking.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    const backUp = (within: number) =>
      backUpTables(database.url, at('data'), '9991_a.sql', NEVER, (text) => void log.push(text), { within, quiet: 100 })
    const record = await backUp(600)
    await record?.()
    expect(await runs()).toMatchObject([{ outcome: 'failed', problem: 'tooSlow' }])
    expect(await readdir(at('data'), { recursive: true })).not.toContainEqual(expect.stringContaining('before-'))
    expect(log).toEqual([
      expect.stringMatching(/^The start waits until the tables are written to .*before-9991_a, .* It waits 0\.6 s at most\.$/),
      expect.stringMatching(/\(not within 0\.6 s\)\. The server starts without this backup: .*before-9991_a was not made\.$/),
    ])
    await blocking.query('ROLLBACK')
    expect(await backUp(60_000)).not.toBeNull()
    expect(await readdir(at('data/backups'))).toEqual(['before-9991_a'])
  } finally {
    await blocking.end()
  }
})
