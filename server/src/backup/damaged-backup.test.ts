import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { CommandError } from '#/command-error.ts'
import { locationOf, manifestOf, noKey } from '#/testing/scenes/backups.ts'
import { longTest } from '#/testing/long-test.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { manifestText } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

let folder: string
const at = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-damage-'))
  await using noroshi = await startTestServer({ DATA_DIR: at('source'), HTTPS: 'auto', HTTPS_PORT: '0' })
  const [aiko] = await noroshi.people('Aiko')
  const { id } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const files = [{ name: 'bridge.jpg', bytes: await picture(900, 700, 'jpeg') }]
  await aiko.fetch(alertRoutes.upload, { form: { alertId: id }, files })
  const settings = { DATA_DIR: at('source'), DATABASE_URL: noroshi.databaseUrl }
  expect(await runCommandProcess('backup', [at('whole')], settings)).toMatchObject({ code: 0, stderr: '' })
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function damagedCopy(change: (folder: string) => Promise<void>): Promise<string> {
  const copy = await mkdtemp(at('damaged-'))
  await cp(at('whole'), copy, { recursive: true })
  await change(copy)
  return copy
}

/** Returns the message of the refused restore, which must have created nothing. */
async function refusalOf(backup: string): Promise<string> {
  const target = await mkdtemp(at('target-'))
  const settings = { databaseUrl: null, dataDir: target, s3: null }
  const restored = restoreBackup(settings, await locationOf(backup), noKey, new AbortController().signal)
  const error = await restored.then(
    () => 'restored',
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(CommandError)
  expect((await readdir(target)).filter((name) => name !== 'server.lock')).toEqual([])
  return (error as CommandError).message
}

const flipByte = async (file: string) => {
  const bytes = await readFile(file)
  const middle = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  await writeFile(file, bytes)
}

const changes: readonly [name: string, change: (file: string) => Promise<unknown>][] = [
  ['a changed bit', flipByte],
  ['a lost end', (file) => truncate(file, 5)],
  ['no content', (file) => truncate(file, 0)],
  ['no file', (file) => rm(file)],
]

test.each(changes)(
  'a backup with %s in any kind of file restores nothing and names the file',
  { timeout: 60_000 },
  async (_, change) => {
    const uploads = (await readdir(at('whole/files'), { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name))
    expect(uploads.length).toBeGreaterThan(0)
    const files = ['tables/users.copy.zst', 'tls/authority.key', `files/${uploads[0]}`, 'checksums.txt']
    for (const file of files) {
      const copy = await damagedCopy(async (backup) => void (await change(path.join(backup, file))))
      expect(await refusalOf(copy)).toBe(`The backup is damaged: ${file}. Nothing was restored.`)
    }
  },
)

test('a damaged manifest or a folder without one restores nothing', async () => {
  const damaged = await damagedCopy((backup) => flipByte(path.join(backup, 'manifest.json')))
  expect(await refusalOf(damaged)).toBe('The backup is damaged: manifest.json. Nothing was restored.')
  const incomplete = await damagedCopy((backup) => rm(path.join(backup, 'manifest.json')))
  expect(await refusalOf(incomplete)).toBe(`${incomplete} is no complete backup: it has no manifest.json.`)
})

test('a backup of a newer version restores nothing and says so', async () => {
  const manifest = await manifestOf(at('whole'))
  const migrations = [...manifest.migrations, { name: '9999_future.sql', checksum: null }]
  const later = await damagedCopy((backup) =>
    writeFile(path.join(backup, 'manifest.json'), manifestText({ ...manifest, migrations })),
  )
  expect(await refusalOf(later)).toBe(
    'A newer version of Noroshi wrote this backup (9999_future.sql). Install that version and restore again. Nothing was restored.',
  )
  const otherFormat = await damagedCopy((backup) =>
    writeFile(path.join(backup, 'manifest.json'), manifestText({ ...manifest, format: 2 as 1 })),
  )
  expect(await refusalOf(otherFormat)).toContain('A newer version of Noroshi wrote this backup')
})

longTest('a backup whose rows do not fit the tables restores nothing', { timeout: 60_000 }, async () => {
  const manifest = await manifestOf(at('whole'))
  const tables = manifest.tables.map((table) => (table.name === 'users' ? { ...table, rows: table.rows + 1 } : table))
  const wrong = await damagedCopy((backup) =>
    writeFile(path.join(backup, 'manifest.json'), manifestText({ ...manifest, tables })),
  )
  expect(await refusalOf(wrong)).toBe('The backup is damaged: tables/users.copy.zst. Nothing was restored.')
})

test('the command prints one line for a damaged backup', async () => {
  const damaged = await damagedCopy((backup) => flipByte(path.join(backup, 'tables/users.copy.zst')))
  const { code, stdout, stderr } = await runCommandProcess('restore', [damaged], { DATA_DIR: at('target') })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe('The backup is damaged: tables/users.copy.zst. Nothing was restored.\n')
  expect(await readdir(folder)).not.toContain('target')
})
