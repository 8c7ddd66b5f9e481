import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect } from 'vitest'
import { embeddedUrl } from '#/db/embedded.ts'
import { pathOfKey } from '#/ports/disk-storage.ts'
import { longTest } from '#/testing/long-test.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { manifestOf } from '#/testing/scenes/backups.ts'
import { CommandProcess } from '#/testing/processes/command-process.ts'
import { postmasterOf, ServerProcess } from '#/testing/processes/server-process.ts'

// A server starts while a backup runs, which has started PostgreSQL by itself.

const TIMEOUT = 120_000

const execute = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Locks the table of users as soon as PostgreSQL accepts connections. */
async function lockUsers(url: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined) // PostgreSQL stops
    try {
      await client.connect()
      await client.query('BEGIN; LOCK TABLE users')
      return client
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

longTest('a server starts while a backup runs, which ends, begins again and is complete', { timeout: TIMEOUT }, async () => {
  const [dataDir, target] = [path.join(folder, 'data'), path.join(folder, 'backup')]
  await prepareDataDir(dataDir)
  const server = new ServerProcess({ DATA_DIR: dataDir })
  await server.start()
  await server.terminate()

  const backup = new CommandProcess('backup', [target], { DATA_DIR: dataDir })
  await expect.poll(() => postmasterOf(dataDir), { timeout: 30_000, interval: 1 }).not.toBeNull()
  backup.kill('SIGSTOP') // until the table is locked, for which it then waits
  const lock = await lockUsers(embeddedUrl(path.join(dataDir, 'postgres'), 'noroshi'))
  backup.kill('SIGCONT')
  const tables = () => readdir(path.join(target, 'tables')).catch(() => [])
  await expect.poll(tables, { timeout: 30_000 }).toContain('threads.copy.zst')

  await server.start()
  try {
    expect(server.output).toContain('A backup or another command runs. The server asks it to end, and starts then.')
    expect(await backup.result).toMatchObject({
      code: 0,
      stderr: 'The server starts or stops. The backup begins again when the server is ready.\n',
    })
    const { tables: stored } = await manifestOf(target)
    expect(stored.map(({ name }) => name)).toContain('users')
    expect((await readdir(dataDir)).filter((name) => name.startsWith('server.')).toSorted()).toEqual([
      'server.lock',
      'server.pid',
    ])
  } finally {
    await lock.end().catch(() => undefined)
    await server.terminate()
  }
})

/**
 * Starts a server once and stops it. One uploaded file is on a disk that does not answer.
 * @returns the server; `answer` lets the disk answer
 */
async function serverWithSlowDisk(dataDir: string) {
  await prepareDataDir(dataDir)
  const file = path.join(dataDir, 'files', pathOfKey(KEY))
  await mkdir(path.dirname(file), { recursive: true })
  const server = new ServerProcess({ DATA_DIR: dataDir })
  await server.start()
  const client = new pg.Client({ connectionString: embeddedUrl(path.join(dataDir, 'postgres'), 'noroshi') })
  await client.connect()
  await client.query(
    `INSERT INTO files (id, storage_key, type, name, size, parent_kind, parent_id)
     VALUES (gen_random_uuid(), '${KEY}', 'image/png', 'bridge.png', 1, 'user', gen_random_uuid())`,
  )
  await client.end()
  await server.terminate()
  await execute('mkfifo', [file]) // a process that reads waits until another one writes
  const answer = async () => {
    const writer = await open(file, 'w')
    await rm(file)
    await writeFile(file, 'whole')
    await writer.close()
  }
  return { server, answer }
}
const KEY = 'ab'.repeat(16)
const copyIn = (target: string) => readFile(path.join(target, 'files', pathOfKey(KEY)), 'utf8')

longTest('a server starts while a backup waits for a disk, and the backup begins again later', { timeout: TIMEOUT }, async () => {
  const [dataDir, target] = [path.join(folder, 'data'), path.join(folder, 'backup')]
  const { server, answer } = await serverWithSlowDisk(dataDir)
  const backup = new CommandProcess('backup', [target], { DATA_DIR: dataDir })
  await expect.poll(() => readdir(folder), { timeout: 30_000 }).toContain('backup')
  await server.start()
  try {
    expect(await readdir(folder)).toContain('backup') // it still waits for the file
    await answer()
    expect(await backup.result).toMatchObject({ code: 0 })
    expect(await copyIn(target)).toBe('whole')
  } finally {
    await server.terminate()
  }
})

longTest('a backup that uses the PostgreSQL of another one begins again when that one ends', { timeout: TIMEOUT }, async () => {
  const [dataDir, target] = [path.join(folder, 'data'), path.join(folder, 'second')]
  const { answer } = await serverWithSlowDisk(dataDir)
  const first = new CommandProcess('backup', [path.join(folder, 'first')], { DATA_DIR: dataDir })
  await expect.poll(() => readdir(folder), { timeout: 30_000 }).toContain('first')
  const second = new CommandProcess('backup', [target], { DATA_DIR: dataDir })
  await expect.poll(() => readdir(folder), { timeout: 30_000 }).toContain('second')
  first.kill('SIGTERM')
  await expect.poll(() => readdir(dataDir), { timeout: 30_000 }).not.toContain('server.pid')
  await answer()
  expect(await first.result).toMatchObject({ code: 1, stderr: 'interrupted by SIGTERM\n' })
  expect(await second.result).toMatchObject({ code: 0, stderr: expect.stringContaining('The backup begins again') as string })
  expect(await copyIn(target)).toBe('whole')
  expect(await readdir(folder)).not.toContain('first')
})
