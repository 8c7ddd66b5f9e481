import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adminUrl } from '#/testing/database.ts'
import { isClockShifted } from '#/testing/shifted-clock.ts'
import { BACKUP_NAME, migrate } from './migrate.ts'

const FILES = path.resolve(import.meta.dirname, '../../migrations')

/** An empty database, and a copy of the migrations that a test may change. */
let url: string
let folder: string
const admin = () => new pg.Client({ connectionString: adminUrl() })
const name = `migrate_${process.pid}`

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-migrations-'))
  await cp(FILES, folder, { recursive: true })
  url = adminUrl().replace('/postgres?', `/${name}?`)
  await runAsAdmin(`CREATE DATABASE ${name}`)
})
afterEach(async () => {
  await runAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`)
  await rm(folder, { recursive: true })
})

async function runAsAdmin(sql: string): Promise<void> {
  const client = admin()
  await client.connect()
  await client.query(sql)
  await client.end()
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return rows
}

const lastFile = async (): Promise<string> => path.join(folder, (await readdir(folder)).toSorted().at(-1) ?? '')

test('three concurrent calls apply the migrations once, and a later call applies none', async () => {
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.flat().toSorted()).toEqual((await readdir(FILES)).toSorted())
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  expect(await migrate(url)).toEqual([])
})

test('an edited migration stops the start, and no other migration is applied', async () => {
  await migrate(url, folder)
  const file = await lastFile()
  await writeFile(file, `${await readFile(file, 'utf8')}\n-- edited`)
  await writeFile(path.join(folder, '9999-new.sql'), 'CREATE TABLE new_table (id int)')
  const error: unknown = await migrate(url, folder).catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(
    new RegExp(`^Error: Noroshi does not start: the migration ${path.basename(file)} has been edited .*$`),
  )
  expect(await query("SELECT to_regclass('new_table') AS found")).toEqual([{ found: null }])
})

/** The migrations of a version and of a later one, each one file. */
async function twoVersions(later: string) {
  const [own, both] = [path.join(folder, 'own'), path.join(folder, 'both')]
  for (const each of [own, both]) {
    await mkdir(each)
    await writeFile(path.join(each, '9990-first.sql'), 'CREATE TABLE first (id int)')
  }
  await writeFile(path.join(both, '9999-later.sql'), later)
  await migrate(url, both)
  return { own, both }
}

test('a version starts on a database that a later version has expanded, and the later one starts again', async () => {
  const { own, both } = await twoVersions('CREATE TABLE later (id int)')
  expect(await migrate(url, own)).toEqual([])
  await writeFile(path.join(own, '9991-other.sql'), 'CREATE TABLE other (id int)')
  expect(await migrate(url, own)).toEqual(['9991-other.sql'])
  expect(await migrate(url, both)).toEqual([])
})

test('a database that a later version has contracted, or that nothing marks as expanded, stops the start', async () => {
  const { own, both } = await twoVersions('-- Contracts: unused since 5.0.0.\nALTER TABLE first DROP id')
  const error: unknown = await migrate(url, own).catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(
    /^Error: Noroshi does not start: a later version has migrated this database \(9999-later.sql\), and this version does not run on it\. .*$/,
  )
  expect(await migrate(url, both)).toEqual([])
  for (const [mark, isRefused] of [
    ['true', false],
    ['NULL', true],
  ] as const) {
    await query(`UPDATE schema_migrations SET expands = ${mark} WHERE name = '9999-later.sql'`)
    await (isRefused ? expect(migrate(url, own)).rejects.toThrow('does not run on it') : migrate(url, own))
  }
})

test('other line ends are no edit, and a database without checksums gets them', async () => {
  await migrate(url, folder)
  await query('ALTER TABLE schema_migrations DROP COLUMN checksum')
  const file = await lastFile()
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
  expect(await migrate(url, folder)).toEqual([])
  expect(await query('SELECT name FROM schema_migrations WHERE checksum IS NULL')).toEqual([])
  await writeFile(file, 'SELECT 1')
  await expect(migrate(url, folder)).rejects.toThrow('has been edited')
})

test('the locations of stored comments and sign-outs are deleted, and the rows stay', async () => {
  const file = '0053_unread_locations.sql'
  await rm(path.join(folder, file))
  await migrate(url, folder)
  const id = '01990000-0000-7000-8000-000000000001'
  await query(`
    INSERT INTO users (id, email, password_hash, first_name, last_name) VALUES ('${id}', 'aiko@example.org', '', 'Aiko', '');
    INSERT INTO feeds (id, name, is_public, is_open_to_users, allows_post_by_any_user, created_by)
      VALUES ('${id}', 'River watch', true, true, true, '${id}');
    INSERT INTO posts (id, feed_id, created_by, text_content, latitude, longitude)
      VALUES ('${id}', '${id}', '${id}', 'the water falls', 38.2, 140.8);
    INSERT INTO comments (id, post_id, user_id, description, latitude, longitude)
      VALUES ('${id}', '${id}', '${id}', 'thank you', 38.2, 140.8);
    INSERT INTO activity_logs (id, user_id, action, latitude, longitude, accuracy)
      VALUES ('${id}', '${id}', 'logout', 38.2, 140.8, 5)`)
  expect(await migrate(url)).toEqual([file])
  const [comment] = await query('SELECT * FROM comments')
  expect(comment).toMatchObject({ description: 'thank you' })
  expect(comment).not.toHaveProperty('latitude')
  expect(await query('SELECT * FROM activity_logs')).toEqual([
    { id, user_id: id, action: 'logout', created_at: expect.any(Date) as Date },
  ])
  expect(await query('SELECT latitude, longitude FROM posts')).toEqual([{ latitude: 38.2, longitude: 140.8 }])
})

/** Connects as a backup, which has read the users. */
async function beginBackup() {
  const client = new pg.Client({ connectionString: url, application_name: BACKUP_NAME })
  const ended = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  await client.query('BEGIN; SELECT count(*) FROM users')
  return { client, ended }
}

test('a migration does not wait for a backup, whose connection it ends', async () => {
  await migrate(url, folder)
  const { client, ended } = await beginBackup()
  expect(await migrate(url, folder)).toEqual([])
  await client.query('SELECT 1') // it has not ended
  await writeFile(path.join(folder, '9999-new.sql'), 'ALTER TABLE users ADD new_column int')
  expect(await migrate(url, folder)).toEqual(['9999-new.sql'])
  expect(await ended).toMatchObject({ code: '57P01' })
})

// With libfaketime, the timeouts of PostgreSQL do not end.
test.skipIf(isClockShifted)('a migration does not wait for a backup that begins during the migrations', async () => {
  await migrate(url, folder)
  await writeFile(
    path.join(folder, '9998-wait.sql'),
    `DO $$ BEGIN
       WHILE NOT EXISTS (
         SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database AND datname = current_database()
         WHERE relation = 'users'::regclass AND mode = 'AccessShareLock'
       ) LOOP PERFORM pg_sleep(0.01); END LOOP;
     END $$`,
  )
  await writeFile(path.join(folder, '9999-new.sql'), 'ALTER TABLE users ADD new_column int')
  const migrated = migrate(url, folder)
  const waiting = () => query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'DO %'")
  await expect.poll(waiting).toHaveLength(1)
  const { ended } = await beginBackup()
  expect(await migrated).toEqual(['9998-wait.sql', '9999-new.sql'])
  expect(await ended).toMatchObject({ code: '57P01' })
})
