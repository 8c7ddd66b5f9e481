import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#/testing/database.ts'
import { type Catalogue, readCatalogue } from '#/testing/schema/catalogue.ts'
import { contractionsBetween } from '#/testing/schema/contractions.ts'
import { contractingStatements } from '#/testing/schema/statements.ts'
import { CONTRACTS, FIRST_CHECKED, migrate, MIGRATIONS } from './migrate.ts'

// Each migration since FIRST_CHECKED is applied to the schema before it, and both schemas are compared (decisions/0216).

let database: Awaited<ReturnType<typeof createDatabase>>
let client: pg.Client
/** The schema of this version, which the trials begin with. */
let current: Promise<Catalogue> | undefined
beforeAll(async () => {
  database = await createDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (name < FIRST_CHECKED) await symlink(path.join(MIGRATIONS, name), path.join(folder, name))
  await migrate(database.url, folder)
  await rm(folder, { recursive: true })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Applies the migration. @returns why it contracts the schema `before` */
async function contractionsOf(sql: string, before: Catalogue): Promise<string[]> {
  await client.query(sql)
  return [...contractionsBetween(before, await readCatalogue(client)), ...contractingStatements(sql, before)]
}

/** As {@link contractionsOf}, and reverts the migration. */
async function trialOf(sql: string): Promise<string[]> {
  current ??= readCatalogue(client)
  const before = await current
  await client.query('BEGIN')
  try {
    return await contractionsOf(sql, before)
  } finally {
    await client.query('ROLLBACK')
  }
}

const versionOf = async (): Promise<string> => {
  const file = path.resolve(import.meta.dirname, '../../../package.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version // the format of npm
}

const isEarlier = (release: string, than: string) => release !== than && release.localeCompare(than, 'en', { numeric: true }) < 0

/** Returns what is wrong with a migration. */
function faultsOf(sql: string, contractions: readonly string[], version: string): readonly string[] {
  const [, release] = CONTRACTS.exec(sql) ?? []
  if (release === undefined) return contractions
  return isEarlier(release, version) ? [] : [`it names ${release}, which is no release before ${version}`]
}

test('each migration expands the schema, or names an earlier release since which nothing uses what it removes', async () => {
  const names = (await readdir(MIGRATIONS)).filter((name) => name >= FIRST_CHECKED).toSorted()
  const faults: Record<string, readonly string[]> = {}
  for (const name of names) {
    const sql = await readFile(path.join(MIGRATIONS, name), 'utf8')
    const found = faultsOf(sql, await contractionsOf(sql, await readCatalogue(client)), await versionOf())
    if (found.length > 0) faults[name] = found
  }
  expect(names.length).toBeGreaterThan(0)
  expect(faults).toEqual({})
})

test('a contracting migration names an earlier release', () => {
  const contractions = ['drops or renames the table likes']
  expect(faultsOf('DROP TABLE likes', contractions, '5.1.0')).toEqual(contractions)
  expect(faultsOf('-- Contracts: unused since 5.0.9.\nDROP TABLE likes', contractions, '5.0.10')).toEqual([])
  expect(faultsOf('-- Contracts: unused since 5.1.0.\nDROP TABLE likes', contractions, '5.1.0')).toHaveLength(1)
  expect(faultsOf('-- Contracts: unused since 6.0.0.\nDROP TABLE likes', contractions, '5.1.0')).toHaveLength(1)
  expect(faultsOf('\n-- Contracts: unused since 5.0.0.\nDROP TABLE likes', contractions, '5.1.0')).toEqual(contractions)
})

describe('expands the schema:', () => {
  test.each([
    'CREATE TABLE a (id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, CHECK (id IS NOT NULL))',
    'CREATE TABLE a (message_id uuid PRIMARY KEY REFERENCES messages ON DELETE CASCADE, name text UNIQUE)',
    'ALTER TABLE users ADD a text',
    "ALTER TABLE users ADD a text NOT NULL DEFAULT ''",
    'ALTER TABLE users ADD a int GENERATED ALWAYS AS IDENTITY',
    'ALTER TABLE users ADD a int CHECK (a > 0), ADD b uuid REFERENCES messages ON DELETE SET NULL, ADD c text UNIQUE',
    'CREATE INDEX a ON users (created_at)',
    'ALTER TABLE users ADD a text; CREATE UNIQUE INDEX b ON users (email, a)',
    "ALTER TABLE users ADD a text, ADD b text; UPDATE users u SET a = (SELECT max(name) FROM feeds), b = 'x; y' WHERE a IS NULL; -- a; b",
    "INSERT INTO settings (key, value) VALUES ('a', '1') ON CONFLICT DO NOTHING",
    'ALTER TABLE files DROP CONSTRAINT files_parent_kind_check',
    `ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check CHECK
      (parent_kind IN ('alert', 'user', 'dashboardLink', 'message', 'feed', 'post', 'comment', 'document', 'group', 'missingReport', 'personState', 'mapOverlay', 'new'))`,
    `CREATE FUNCTION a() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE users SET id = id; RETURN NEW; END $$;
     CREATE TRIGGER a BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION a()`,
    'CREATE TABLE a (id int); DROP TABLE a',
    'CREATE VIEW a AS SELECT id FROM users',
    "COMMENT ON TABLE users IS 'a'",
  ])('%s', async (sql) => {
    expect(await trialOf(sql)).toEqual([])
  })
})

describe('contracts the schema:', () => {
  test.each([
    ['DROP TABLE likes', 'drops or renames the table likes'],
    ['ALTER TABLE likes RENAME TO a', 'drops or renames the table likes'],
    ['ALTER TABLE likes RENAME TO a; CREATE TABLE likes (LIKE a)', 'drops or renames the table likes'],
    ['ALTER TABLE likes SET UNLOGGED', 'changes the persistence or the row security of the table likes'],
    ['ALTER TABLE users DROP quiet_hours', 'drops or renames the column users.quiet_hours'],
    ['ALTER TABLE users RENAME quiet_hours TO a', 'drops or renames the column users.quiet_hours'],
    ['ALTER TABLE users DROP quiet_hours, ADD quiet_hours jsonb', 'changes the column users.quiet_hours'],
    ['ALTER TABLE users ALTER quiet_hours TYPE text', 'changes the column users.quiet_hours'],
    ['ALTER TABLE users ALTER quiet_hours SET NOT NULL', 'changes the column users.quiet_hours'],
    ['ALTER TABLE users ALTER email DROP NOT NULL', 'changes the column users.email'],
    ['ALTER TABLE users ALTER is_admin DROP DEFAULT', 'changes the column users.is_admin'],
    ['ALTER TABLE users ADD a text NOT NULL', 'adds the column users.a NOT NULL without a default'],
    [
      "ALTER TABLE users ADD a text NOT NULL DEFAULT ''; ALTER TABLE users ALTER a DROP DEFAULT",
      'adds the column users.a NOT NULL',
    ],
    ['ALTER TABLE users ADD CONSTRAINT a CHECK (length(email) < 50)', 'adds the constraint users.a'],
    ['ALTER TABLE users ADD a text, ADD CONSTRAINT b CHECK (a IS NOT NULL OR is_active)', 'adds the constraint users.b'],
    ['ALTER TABLE users ADD CONSTRAINT a EXCLUDE (first_name WITH =)', 'adds the constraint users.a'],
    [
      `ALTER TABLE files DROP CONSTRAINT files_parent_kind_check,
       ADD CONSTRAINT files_parent_kind_check CHECK (parent_kind IN ('alert', 'user'))`,
      'adds the constraint files.files_parent_kind_check, or narrows it',
    ],
    ['ALTER TABLE messages ADD FOREIGN KEY (client_id) REFERENCES users', 'adds the constraint messages.'],
    ['CREATE TABLE a (message_id uuid REFERENCES messages)', 'refuses the deletion of rows of messages by a.a_message_id_fkey'],
    ['ALTER TABLE users ADD a uuid REFERENCES messages', 'refuses the deletion of rows of messages'],
    ['ALTER TABLE message_versions DROP CONSTRAINT message_versions_message_id_fkey', 'drops or changes the constraint'],
    ['ALTER TABLE likes DROP CONSTRAINT likes_pkey', 'drops, renames or changes the index likes_pkey'],
    ['DROP INDEX messages_by_pin', 'drops, renames or changes the index messages_by_pin'],
    ['CREATE UNIQUE INDEX a ON users (first_name)', 'adds the unique index a on columns that earlier versions write'],
    ["ALTER TABLE users ADD a text DEFAULT ''; CREATE UNIQUE INDEX b ON users (a)", 'adds the unique index b'],
    ['ALTER TABLE users ADD a text; CREATE UNIQUE INDEX b ON users (a) NULLS NOT DISTINCT', 'adds the unique index b'],
    ['DROP TRIGGER ended_sessions_have_no_push_subscription ON sessions', 'drops or changes the trigger sessions.'],
    [
      `CREATE OR REPLACE FUNCTION delete_push_subscription() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
      'drops, renames or changes the function delete_push_subscription()',
    ],
    [
      `CREATE FUNCTION a() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE TRIGGER a BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION a()`,
      'adds the trigger users.a, which may refuse',
    ],
    ['CREATE RULE a AS ON DELETE TO users DO INSTEAD NOTHING', 'adds the rule users a'],
    ['DELETE FROM likes', 'changes rows, or is not checked: DELETE FROM likes'],
    ['TRUNCATE likes', 'changes rows, or is not checked: TRUNCATE likes'],
    ["UPDATE users SET first_name = ''", 'changes rows, or is not checked: UPDATE users'],
    ['ALTER TABLE users ADD a int; UPDATE users SET a = (SELECT 1 FROM users LIMIT 1), email = 1', 'changes rows'],
    ["ALTER TABLE users ADD a int; UPDATE users SET (a, email) = (1, '')", 'changes rows'],
    ['WITH gone AS (DELETE FROM likes RETURNING 1) SELECT FROM gone', 'changes rows'],
    ["INSERT INTO settings (key, value) VALUES ('a', '1') ON CONFLICT (key) DO UPDATE SET value = '1'", 'changes rows'],
    ['DO $$ BEGIN DELETE FROM likes; END $$', 'changes rows, or is not checked: DO'],
  ])('%s', async (sql, expected) => {
    const found = await trialOf(sql)
    expect(found.join('\n')).toContain(expected)
  })
})
