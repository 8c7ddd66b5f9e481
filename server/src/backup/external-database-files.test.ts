import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { BACKUP_NAME } from '#/db/migrate.ts'
import { pathOfKey } from '#/ports/disk-storage.ts'
import { createBackupFolder, manifestOf } from '#/testing/scenes/backups.ts'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { cloneDatabase, query } from '#/testing/database.ts'

// With DATABASE_URL: the PostgreSQL of the tests, also that of Debian.

const execute = promisify(execFile)
const { at, run } = createBackupFolder('noroshi-external-files-')

const insertFile = (url: string, key: string) =>
  query(
    url,
    `INSERT INTO files (id, storage_key, type, name, size, parent_kind, parent_id)
     VALUES (gen_random_uuid(), '${key}', 'image/png', 'bridge.png', 1, 'user', gen_random_uuid())`,
  )

test('a backup whose connection ends while it copies a file stops copying and begins again', { timeout: 60_000 }, async () => {
  const source = await cloneDatabase()
  try {
    const key = 'cd'.repeat(16)
    await insertFile(source.url, key)
    const file = at(`lost-source/files/${pathOfKey(key)}`)
    await mkdir(path.dirname(file), { recursive: true })
    await execute('mkfifo', [file])
    const result = run('backup', 'lost', source.url, 'lost-source')
    const endless = await open(file, 'w') // waits until the backup reads
    await rm(file)
    await writeFile(file, 'whole')
    const ended = await query(
      source.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = '${BACKUP_NAME}'`,
    )
    expect(ended).toHaveLength(1)
    const writing = async () => {
      for (; ; await sleep(10)) await endless.write('more')
    }
    await expect(writing()).rejects.toMatchObject({ code: 'EPIPE' }) // the backup has closed the file
    await endless.close()

    expect(await result).toMatchObject({
      code: 0,
      stderr: 'The server starts or stops. The backup begins again when the server is ready.\n',
    })
    expect(await readFile(at(`lost/files/${pathOfKey(key)}`), 'utf8')).toBe('whole')
  } finally {
    await source.drop()
  }
})

test('a backup names how many uploaded files are missing', { timeout: 60_000 }, async () => {
  const source = await cloneDatabase()
  try {
    await insertFile(source.url, 'ab'.repeat(16))
    const { code, stderr } = await run('backup', 'missing', source.url, 'missing-source')
    expect(code).toBe(0)
    expect(stderr).toBe(`Warning: uploaded files are missing in ${at('missing-source/files')}: 1.\n`)
    expect((await manifestOf(at('missing'))).missing).toEqual(['ab'.repeat(16)])
  } finally {
    await source.drop()
  }
})

test.skipIf(process.getuid?.() !== 0)('a backup on the disk of the data leaves the reserve of the server free', async () => {
  const source = await cloneDatabase()
  try {
    const disk = await mkdtemp(at('disk-'))
    const script =
      'mount -t tmpfs -o size=50m none "$1" && mkdir "$1/data" && "$2" "$3" "$1/backup"; code=$?; ls "$1"; exit $code'
    const settings = { DATABASE_URL: source.url, DATA_DIR: path.join(disk, 'data') }
    const refused = await runCommandProcess('backup', [], settings, ['unshare', '-m', 'sh', '-c', script, 'sh', disk])
    expect(refused).toMatchObject({ code: 1, stdout: 'data\n' })
    expect(refused.stderr).toContain('is reserved for the server. Back up to another disk.')
  } finally {
    await source.drop()
  }
})
