import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { embeddedUrl } from '#/db/embedded.ts'
import { type Db, openDb } from '#/db/pool.ts'
import { longTest } from '#/testing/long-test.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { contentOf, hashesBelow, manifestOf } from '#/testing/scenes/backups.ts'
import { Caller } from '#/testing/caller.ts'
import { LoadScenario } from '#/testing/hostile/load-scenario.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { CommandProcess, runCommandProcess } from '#/testing/processes/command-process.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'

// One server with the content of the demo is backed up under load and restored on "another machine": another data
// directory.

const START_TIMEOUT_MS = 120_000
/** Acknowledged requests before and during the backup. */
const REPLIES = 80
const PASSWORD = 'signal-fire'
const EMAIL = 'haruka@noroshi.example'

let folder: string
let source: ServerProcess
let db: Db
const at = (name: string) => path.join(folder, name)
const databaseOf = (dataDir: string) => openDb(embeddedUrl(path.join(dataDir, 'postgres'), 'noroshi'), 2)
const backup = (name: string, dataDir = at('source')) => runCommandProcess('backup', [at(name)], { DATA_DIR: dataDir })
const restore = (name: string, dataDir: string) => runCommandProcess('restore', [at(name)], { DATA_DIR: dataDir })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-backup-'))
  source = new ServerProcess({ DATA_DIR: await prepareDataDir(at('source')), HTTPS: 'auto' }, { parameters: ['--demo'] })
  await source.start()
  db = databaseOf(at('source'))
}, START_TIMEOUT_MS)
afterAll(async () => {
  await db.destroy()
  if (source.isRunning()) await source.terminate()
  await rm(folder, { recursive: true, force: true })
}, START_TIMEOUT_MS)

const signIn = async (url: string): Promise<Caller> => {
  const { accessToken } = await new Caller(url, null).fetch(accountRoutes.login, { body: { email: EMAIL, password: PASSWORD } })
  return new Caller(url, accessToken)
}

test(
  'a backup under load, restored in another directory, has equal tables, files and keys, and users stay signed in',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const haruka = await signIn(source.url)
    const { id } = await haruka.fetch(alertRoutes.raise, { body: {} })
    const bytes = await picture(900, 700, 'jpeg')
    await haruka.fetch(alertRoutes.upload, { form: { alertId: id }, files: [{ name: 'bridge.jpg', bytes }] })
    const { cursor } = await haruka.fetch(eventRoutes.since)
    const scenario = await LoadScenario.start(db, () => source.url)
    await scenario.load.runUntil(REPLIES)
    const before = [...scenario.load.acknowledged]
    const taken = await backup('first')
    const isLoaded = scenario.load.acknowledged.length > before.length
    await scenario.load.runUntil(REPLIES)
    await scenario.load.stop()
    expect(scenario.load.wrong).toEqual([])
    expect(isLoaded).toBe(true)
    expect(taken).toMatchObject({ code: 0, stderr: '' })
    expect(taken.stdout).toMatch(/^Backup in \S+first: \d+ tables with \d+ rows, \d+ files \(\d+\.\d MB\)\n$/)

    expect(await restore('first', at('target'))).toMatchObject({ code: 0, stderr: '' })
    expect(await backup('second', at('target'))).toMatchObject({ code: 0, stderr: '' })
    expect(await contentOf(at('second'))).toEqual(await contentOf(at('first')))
    const { sequences, tables, files, missing } = await manifestOf(at('first'))
    expect((await manifestOf(at('second'))).sequences).toEqual(sequences)
    expect(tables.length).toBeGreaterThan(40)
    expect(missing).toEqual([])
    const [stored, restored] = [await hashesBelow(at('source/files')), await hashesBelow(at('target/files'))]
    expect(stored).toMatchObject(restored) // an upload without a row is not in the backup
    expect(Object.keys(restored)).toHaveLength(files.count)
    expect(files.count).toBeGreaterThan(2)
    expect(await hashesBelow(at('target/tls'))).toEqual(await hashesBelow(at('source/tls')))

    const target = new ServerProcess({ DATA_DIR: at('target') })
    await target.start()
    try {
      const here = new Caller(target.url, haruka.token)
      const alert = await here.fetch(alertRoutes.get, { params: { id } })
      const { mediaUrl = '' } = alert.alertMedias[0] ?? {}
      expect((await here.rawFetch(mediaUrl)).status).toBe(200)
      await expect(signIn(target.url)).resolves.toBeInstanceOf(Caller)
      expect(await here.fetch(eventRoutes.since, { query: { since: cursor } })).toMatchObject({ events: [], complete: false })
      const targetDb = databaseOf(at('target'))
      try {
        expect(await lostWrites(targetDb, before)).toEqual([])
        expect(await threadsWithGaps(targetDb)).toEqual([])
        expect(await foreignKeys(targetDb)).toEqual(await foreignKeys(db))
      } finally {
        await targetDb.destroy()
      }
      // The restored server works: its new events have a cursor of its own.
      const now = await here.fetch(eventRoutes.since)
      await here.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'still here' } })
      const missed = await here.fetch(eventRoutes.since, { query: { since: now.cursor } })
      expect(missed.complete).toBe(true)
      expect(missed.events.map(({ name }) => name)).toContain('messages:new_message')
    } finally {
      await target.terminate()
    }
  },
)

longTest('with S3_URL a backup has no uploaded files, and each backup is restored beside its files only', async () => {
  const [withS3, withoutS3] = [{ S3_URL: 'http://key:secret@127.0.0.1:1/bucket' }, {}]
  const run = (command: 'backup' | 'restore', name: string, dataDir: string, environment: Record<string, string>) =>
    runCommandProcess(command, [at(name)], { DATA_DIR: at(dataDir), ...environment })

  expect((await run('backup', 'on-disk', 'source', withoutS3)).code).toBe(0)
  const taken = await run('backup', 'in-s3', 'source', withS3)
  expect(taken).toMatchObject({ code: 0, stderr: '' })
  expect(taken.stdout).toMatch(/: \d+ tables with \d+ rows, no uploaded files, since they are in S3\n$/)
  expect(await manifestOf(at('in-s3'))).toMatchObject({ hasFilesInS3: true, files: { count: 0, bytes: 0 }, missing: [] })

  expect(await run('restore', 'on-disk', 'mixed', withS3)).toMatchObject({
    code: 1,
    stderr: 'This backup has uploaded files, which are not restored into S3. Restore it without S3_URL.\n',
  })
  expect(await run('restore', 'in-s3', 'mixed', withoutS3)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The uploaded files of this backup are in S3\. .+ delete the files of each other\.\n$/,
    ) as string,
  })
  expect(await run('restore', 'in-s3', 'mixed', withS3)).toMatchObject({ code: 0, stderr: '' })
  expect((await run('backup', 'of-restored', 'mixed', withS3)).code).toBe(0)
  const settings = zstdDecompressSync(await readFile(path.join(at('of-restored'), 'tables/settings.copy.zst'))).toString()
  expect(settings).toMatch(/^storageOwner\t.*"takesOver": true/m) // the first start takes the folder
})

/** Returns the acknowledged writes that the database does not have. */
async function lostWrites(target: Db, sent: readonly { readonly id: string }[]): Promise<string[]> {
  const ids = sent.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${ids}::uuid[]) AS sent (id)
    EXCEPT SELECT id FROM alerts EXCEPT SELECT id FROM messages`.execute(target)
  return rows.map(({ id }) => id)
}

/** Returns the threads whose messages are not those of one moment. */
async function threadsWithGaps(target: Db): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT id FROM threads WHERE last_seq <> (SELECT count(*) FROM messages
      WHERE thread_id = threads.id AND message_type <> 'asrChat')`.execute(target)
  return rows
}

async function foreignKeys(target: Db): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT conname, conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition, convalidated
    FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`.execute(target)
  return rows
}

test('only the owner can read a backup', async () => {
  expect((await stat(at('first'))).mode & 0o777).toBe(0o700)
  const entries = await readdir(at('first'), { recursive: true, withFileTypes: true })
  for (const entry of entries) expect((await stat(path.join(entry.parentPath, entry.name))).mode & 0o077).toBe(0)
})

test('sha256sum accepts the list of checksums', async () => {
  const lines = (await readFile(at('first/checksums.txt'), 'utf8')).trimEnd().split('\n')
  const hashes = await hashesBelow(at('first'))
  for (const name of ['checksums.txt', 'manifest.json']) delete hashes[name]
  expect(Object.fromEntries(lines.map((line) => line.split('  ').toReversed()))).toEqual(hashes)
})

test('a backup into a folder that is not empty, or in the data directory, is refused', async () => {
  const refused = await backup('first')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toBe(`${at('first')} is not empty. Choose a new folder for each backup.\n`)
  const inside = await runCommandProcess('backup', [at('source/files/backup')], { DATA_DIR: at('source') })
  expect(inside).toMatchObject({ code: 1, stdout: '' })
  expect(inside.stderr).toContain('is in the data directory of the server')
  expect(await runCommandProcess('backup', [], { DATA_DIR: at('source') })).toMatchObject({
    code: 1,
    stderr: 'Usage: npm run backup -- <new folder>\n',
  })
})

test('a backup without a database is refused and creates nothing', async () => {
  const refused = await backup('never', at('nothing'))
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toBe(`${at('nothing')} has no database. Set DATA_DIR or DATABASE_URL as the server has them.\n`)
  expect(await readdir(folder)).not.toContain('never')
  expect(await readdir(folder)).not.toContain('nothing')
})

test('a restore into the data directory of a server is refused', async () => {
  const running = await restore('first', at('source'))
  expect(running).toMatchObject({ code: 1, stdout: '' })
  expect(running.stderr).toMatch(/^another Noroshi \(process \d+\) already runs on \S+source\n$/)
  const used = await restore('first', at('target'))
  expect(used).toMatchObject({ code: 1, stdout: '' })
  expect(used.stderr).toMatch(/^\S+target has data already \(postgres\)\. Restore into another directory/)
})

test.skipIf(process.getuid?.() !== 0)('a backup on a full disk is refused in one line and keeps nothing', async () => {
  const script = 'mount -t tmpfs -o size=200k none "$1" && "$2" "$3" "$1/backup"; code=$?; ls "$1"; exit $code'
  const full = await mkdtemp(at('full-'))
  const prefix = ['unshare', '-m', 'sh', '-c', script, 'sh', full]
  const refused = await runCommandProcess('backup', [], { DATA_DIR: at('source') }, prefix)
  expect(refused).toEqual({ code: 1, stdout: '', stderr: 'The disk is full. Nothing was kept of this attempt.\n' })
})

longTest(
  'an interrupted backup keeps nothing, and an interrupted restore can be repeated',
  { timeout: START_TIMEOUT_MS },
  async () => {
    await db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE users`.execute(tx) // the backup waits for it
      const interrupted = new CommandProcess('backup', [at('interrupted')], { DATA_DIR: at('source') })
      await expect
        .poll(() => readdir(at('interrupted/tables')).catch(() => []), { timeout: 20_000 })
        .toContain('threads.copy.zst')
      interrupted.kill('SIGTERM')
      expect(await interrupted.result).toMatchObject({ code: 1, stderr: 'interrupted by SIGTERM\n' })
    })
    expect(await readdir(folder)).not.toContain('interrupted')

    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const killed = new CommandProcess('restore', [at('first')], { DATA_DIR: at('repeated') })
      await expect
        .poll(() => readdir(at('repeated/restored')).catch(() => []), { timeout: 30_000, interval: 1 })
        .toContain('postmaster.pid')
      killed.kill(signal)
      expect((await killed.result).code).not.toBe(0)
      expect(await readdir(at('repeated'))).not.toContain('postgres')
      if (signal === 'SIGTERM') expect((await readdir(at('repeated'))).filter((name) => !name.startsWith('server.'))).toEqual([])
    }
    expect(await restore('first', at('repeated'))).toMatchObject({ code: 0, stderr: '' })
    expect((await readdir(at('repeated'))).toSorted()).toEqual(['files', 'postgres', 'server.lock', 'tls'])
  },
)

test.skipIf(process.getuid?.() !== 0)(
  'all files that root restores belong to the owner of the data directory',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const owner = { uid: 1, gid: 1 } // the user daemon of every Linux
    await mkdir(at('owned'))
    await chown(at('owned'), owner.uid, owner.gid)
    expect(await restore('first', at('owned'))).toMatchObject({ code: 0, stderr: '' })
    expect(await backup('of-owned', at('owned'))).toMatchObject({ code: 0, stderr: '' })
    const entries = await readdir(at('owned'), { recursive: true })
    expect(entries.length).toBeGreaterThan(100)
    for (const entry of entries) expect(await stat(path.join(at('owned'), entry))).toMatchObject(owner)
  },
)
