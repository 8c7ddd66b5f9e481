import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { longTest } from '#/testing/long-test.ts'
import { embeddedPostgres, embeddedUrl } from './embedded.ts'

// Data folders as a power cut, a copy or a stick leaves them.

const execute = promisify(execFile)
const isRoot = process.getuid?.() === 0
let parent: string
let original: string

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'noroshi-damaged-'))
  await chmod(parent, 0o755)
  original = path.join(parent, 'original/postgres')
  const embedded = await embeddedPostgres(original, { durable: false })
  await query(original, "CREATE TABLE kept AS SELECT 'word' AS word")
  await embedded.stop()
}, 120_000)
afterAll(() => rm(parent, { recursive: true, force: true }))

async function query(dir: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: embeddedUrl(dir, 'postgres') })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows.flatMap((row) => Object.values(row))
}

/** Copies the cluster with its owner and rights. */
async function copyCluster(name: string): Promise<string> {
  await execute('cp', ['-a', path.dirname(original), path.join(parent, name)])
  return path.join(parent, name, 'postgres')
}

const damages: [string, (dir: string) => Promise<unknown>][] = [
  ['an empty postmaster.pid', (dir) => writeFile(path.join(dir, 'postmaster.pid'), '')],
  ['a postmaster.pid full of NUL', (dir) => writeFile(path.join(dir, 'postmaster.pid'), Buffer.alloc(95))],
  ['an empty lock of the socket', (dir) => writeFile(path.join(dir, '.s.PGSQL.5432.lock'), '')],
  ['rights for everyone', (dir) => execute('chmod', ['-R', '755', dir])],
  ['files that even their owner may not write', (dir) => execute('chmod', ['-R', 'a-w', dir])],
  ...(isRoot
    ? [
        ['files of root', (dir: string) => execute('chown', ['-R', 'root:root', dir])] as [
          string,
          (dir: string) => Promise<unknown>,
        ],
      ]
    : []),
]

test.each(damages)('PostgreSQL starts with its data on a folder with %s', { timeout: 120_000 }, async (label, damage) => {
  const dir = await copyCluster(label.replaceAll(' ', '-').slice(0, 30))
  await damage(dir)
  const embedded = await embeddedPostgres(dir, { durable: false })
  expect(await query(dir, 'SELECT word FROM kept')).toEqual(['word'])
  expect((await stat(dir)).mode & 0o777 & 0o027).toBe(0)
  await embedded.stop()
})

test('an empty postmaster.pid of a PostgreSQL that runs is kept', { timeout: 120_000 }, async () => {
  const dir = await copyCluster('running')
  const first = await embeddedPostgres(dir, { durable: false })
  const content = await readFile(path.join(dir, 'postmaster.pid'), 'utf8')
  const { deleteStalePidFiles } = await import('./pid-files.ts')
  await writeFile(path.join(dir, 'postmaster.pid'), '')
  await deleteStalePidFiles(dir)
  expect((await stat(path.join(dir, 'postmaster.pid'))).size).toBe(0)
  await writeFile(path.join(dir, 'postmaster.pid'), content)
  await first.stop()
})

test.runIf(isRoot)('a user whose folder belongs to root is told in one line what to do', { timeout: 120_000 }, async () => {
  const dir = await copyCluster('of-root')
  await execute('chown', ['-R', 'root:root', path.dirname(dir)])
  const program =
    'const { embeddedPostgres } = await import(process.argv[1]); await embeddedPostgres(process.argv[2]).catch(({ message }) => console.log(message))'
  const { uid, gid } = { uid: 1, gid: 1 } // daemon, which each Debian has
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, path.join(import.meta.dirname, 'embedded.ts'), dir],
    { uid, gid, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  expect(printed.toString()).toMatch(/may not be used|belongs to another user/)
  expect(printed.toString()).toContain(`sudo chown -R daemon: ${path.dirname(dir)}`)
})

// PostgreSQL is started fifty times before that.
longTest('a start that fails names the cause, which is also in the log', { timeout: 120_000 }, async () => {
  const dir = await copyCluster('broken')
  await rm(path.join(dir, 'global/pg_control'))
  const waits: string[] = []
  await expect(embeddedPostgres(dir, { durable: false, log: (text) => void waits.push(text) })).rejects.toThrow(
    /did not start: .*pg_control/,
  )
  expect(await readFile(path.join(dir, 'server.log'), 'utf8')).toContain('pg_control')
  for (const text of waits) expect(text).toMatch(/pg_control/)
})
