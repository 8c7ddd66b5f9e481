import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { longTest } from '#/testing/long-test.ts'
import { type Embedded, embeddedPostgres } from './embedded.ts'

const WAIT = { timeout: 15_000, interval: 100 }
let parent: string
let folder: string
let embedded: Embedded
let killed: number

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'noroshi embedded '))
  folder = path.join(parent, 'postgres')
  // The incomplete cluster that a kill during the first start leaves.
  await mkdir(`${folder}.new/base`, { recursive: true })
  await writeFile(`${folder}.new/PG_VERSION`, '18\n')
  // A server that started PostgreSQL and was killed.
  const program =
    "const { embeddedPostgres } = await import(process.argv[1]); await embeddedPostgres(process.argv[2]); console.log('ready')"
  const module = path.join(import.meta.dirname, 'embedded.ts')
  const server = spawn(process.execPath, ['--input-type=module', '-e', program, module, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  server.kill('SIGKILL')
  await once(server, 'exit')
  killed = await postmaster()
})
afterAll(async () => {
  await embedded.stop()
  await rm(parent, { recursive: true, force: true })
})

const postmaster = async () => Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])

async function query(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: `postgresql://noroshi@/postgres?host=${encodeURIComponent(folder)}` })
  client.on('error', () => undefined) // the failed query throws it
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

test('the next server uses the running PostgreSQL and ends no connection of another process', async () => {
  const other = new pg.Client({ connectionString: `postgresql://noroshi@/postgres?host=${encodeURIComponent(folder)}` })
  await other.connect()
  await other.query('CREATE TABLE notes (word text)')
  await other.query("BEGIN; INSERT INTO notes VALUES ('late')")
  embedded = await embeddedPostgres(folder)
  expect(await postmaster()).toBe(killed)
  await other.query('COMMIT')
  await other.end()
  expect(await query('SELECT word FROM notes')).toEqual(['late'])
})

test('PostgreSQL listens on no port, in a directory with spaces that only its owner may read', async () => {
  expect(await query('SHOW listen_addresses')).toEqual([''])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(
    await query("SELECT datcollate || datlocale || pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'postgres'"),
  ).toEqual(['CC.UTF-8UTF8'])
})

test('a killed PostgreSQL is restarted with all committed data', async () => {
  await query("CREATE TABLE kept AS SELECT 'word' AS word")
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await query('SELECT word FROM kept')).toEqual(['word'])
    expect(await postmaster()).not.toBe(killed)
  }, WAIT)
})

test('the log of PostgreSQL is rotated while PostgreSQL writes to it', async () => {
  const log = path.join(folder, 'server.log')
  await appendFile(log, `first line\n${'x'.repeat(11 * 1024 ** 2)}\n`)
  await vi.waitFor(async () => expect((await stat(log)).size).toBeLessThan(10_000), WAIT)
  expect(await readFile(`${log}.1`, 'utf8')).toContain('first line')
  await expect(query('SELECT unknown_after_rotation')).rejects.toThrow('unknown_after_rotation')
  await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toContain('unknown_after_rotation'), WAIT)
  expect(await readFile(log, 'utf8')).not.toContain('\0')
})

test('PostgreSQL starts although its stale pid files name the pid of another process of its user', async () => {
  const other = path.join(parent, 'other')
  const before = await embeddedPostgres(other, { durable: false })
  await before.stop()
  const { uid, gid } = await stat(other)
  const otherProcess = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  try {
    await writeFile(path.join(other, 'postmaster.pid'), `${otherProcess.pid}\n${other}\n1\n5432\n${other}\n\n`)
    await writeFile(path.join(other, '.s.PGSQL.5432.lock'), `${otherProcess.pid}\n${other}\n1\n5432\n${other}\n\n`)
    const restarted = await embeddedPostgres(other, { durable: false })
    await restarted.stop()
    await restarted.stop() // already stopped
  } finally {
    otherProcess.kill()
  }
})

longTest(
  'a running PostgreSQL that does not accept connections yet is awaited and never stopped',
  { timeout: 60_000 },
  async () => {
    const slow = path.join(parent, 'slow')
    const first = await embeddedPostgres(slow, { durable: false })
    const pid = Number((await readFile(path.join(slow, 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGSTOP')
    const wait = new AbortController()
    const reused = embeddedPostgres(slow, { durable: false, signal: wait.signal })
    await expect(Promise.race([reused, sleep(7000, 'still waiting')])).resolves.toBe('still waiting')
    process.kill(pid, 'SIGCONT')
    const second = await reused
    expect(Number((await readFile(path.join(slow, 'postmaster.pid'), 'utf8')).split('\n')[0])).toBe(pid)
    await first.stop()
    await second.stop()
  },
)

test('a path that is too long for a socket throws before anything is created', async () => {
  await expect(embeddedPostgres(path.join(parent, 'x'.repeat(90)))).rejects.toThrow('longer than 90 bytes')
})
