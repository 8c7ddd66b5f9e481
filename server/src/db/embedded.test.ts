import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Embedded, embeddedPostgres } from './embedded.ts'

const PATIENCE = { timeout: 15_000, interval: 100 }
let parent: string
let folder: string
let own: Embedded
let killed: number

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'noroshi embedded '))
  folder = path.join(parent, 'postgres')
  // What a kill in the middle of the very first start leaves behind.
  await mkdir(`${folder}.new/base`, { recursive: true })
  await writeFile(`${folder}.new/PG_VERSION`, '18\n')
  // A server that began PostgreSQL, and was killed.
  const program =
    "const { embeddedPostgres } = await import(process.argv[1]); await embeddedPostgres(process.argv[2]); console.log('ready')"
  const module = path.join(import.meta.dirname, 'embedded.ts')
  const server = spawn(process.execPath, ['--input-type=module', '-e', program, module, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Not as soon as PostgreSQL answers: until its server is ready it may still end what others left under way.
  await once(server.stdout, 'data')
  server.kill('SIGKILL')
  await once(server, 'exit')
  killed = await postmaster()
})
afterAll(async () => {
  await own.stop()
  await rm(parent, { recursive: true, force: true })
})

const postmaster = async () => Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])

async function ask(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: `postgresql://noroshi@/postgres?host=${encodeURIComponent(folder)}` })
  client.on('error', () => undefined) // the failed query says it
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

test('the next server takes a living PostgreSQL over, and ends what the killed one left under way', async () => {
  const left = new pg.Client({ connectionString: `postgresql://noroshi@/postgres?host=${encodeURIComponent(folder)}` })
  const ended = new Promise((resolve) => left.on('error', resolve))
  await left.connect()
  await left.query('CREATE TABLE notes (word text)')
  await left.query("BEGIN; INSERT INTO notes VALUES ('late')")
  own = await embeddedPostgres(folder)
  await ended
  expect(await postmaster()).toBe(killed)
  expect(await ask('SELECT * FROM notes')).toEqual([])
})

test('it listens on no port, below a folder with spaces that only its owner enters', async () => {
  expect(await ask('SHOW listen_addresses')).toEqual([''])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(
    await ask("SELECT datcollate || datlocale || pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'postgres'"),
  ).toEqual(['CC.UTF-8UTF8'])
})

test('a PostgreSQL that was killed comes back by itself, with what was committed', async () => {
  await ask("CREATE TABLE kept AS SELECT 'word' AS word")
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await ask('SELECT word FROM kept')).toEqual(['word'])
    expect(await postmaster()).not.toBe(killed)
  }, PATIENCE)
})

test('the marks of a killed PostgreSQL whose pid another process of its user has now keep nothing from starting', async () => {
  const other = path.join(parent, 'other')
  const before = await embeddedPostgres(other, { durable: false })
  await before.stop()
  const { uid, gid } = await stat(other)
  const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  try {
    await writeFile(path.join(other, 'postmaster.pid'), `${stranger.pid}\n${other}\n1\n5432\n${other}\n\n`)
    await writeFile(path.join(other, '.s.PGSQL.5432.lock'), `${stranger.pid}\n${other}\n1\n5432\n${other}\n\n`)
    const again = await embeddedPostgres(other, { durable: false })
    await again.stop()
    await again.stop() // nothing left to stop
  } finally {
    stranger.kill()
  }
})

test('a PostgreSQL that is alive and does not answer yet is waited for and never stopped', { timeout: 60_000 }, async () => {
  const slow = path.join(parent, 'slow')
  const first = await embeddedPostgres(slow, { durable: false })
  const pid = Number((await readFile(path.join(slow, 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGSTOP')
  const wait = new AbortController()
  const taking = embeddedPostgres(slow, { durable: false, signal: wait.signal })
  await expect(Promise.race([taking, sleep(7000, 'still waiting')])).resolves.toBe('still waiting')
  process.kill(pid, 'SIGCONT')
  const second = await taking
  expect(Number((await readFile(path.join(slow, 'postmaster.pid'), 'utf8')).split('\n')[0])).toBe(pid)
  await first.stop()
  await second.stop()
})

test('a path that is too long for a socket is refused before anything is made', async () => {
  await expect(embeddedPostgres(path.join(parent, 'x'.repeat(90)))).rejects.toThrow('longer than 90 bytes')
})
