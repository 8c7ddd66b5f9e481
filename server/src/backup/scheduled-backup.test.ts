import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { backupRoutes, DAMAGED_NAMED_MAX } from '@noroshi/contract/backups/backups.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { newId } from '#/db/ids.ts'
import { longTest } from '#/testing/long-test.ts'
import { createGroup } from '#/testing/scenes/chats.ts'
import { hashesBelow, manifestOf, noKey } from '#/testing/scenes/backups.ts'
import { GB } from '#/testing/scenes/health-readings.ts'
import { type BackupScene, flipByte, scheduledBackups } from '#/testing/scenes/scheduled-backups.ts'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { manifestText } from './manifest.ts'
import { unlockByOwnKey } from './own-key.ts'
import { rehearse } from './rehearse.ts'
import { FolderStore } from './target/folder-store.ts'

const TIMEOUT = { timeout: 300_000 }
/** Alerts during a backup, which one user may raise at this pace. */
const SOS_MAX = 20
const PASSPHRASE = 'the river rises at night'
const backups = scheduledBackups()

longTest('backups share unchanged files, the oldest ones are deleted with the files that only they name', TIMEOUT, async () => {
  const { scene } = backups
  expect((await scene.save()).status).toBe(200)
  const first = await scene.backUp()
  expect(first).toMatchObject({
    kind: 'manual',
    target: scene.target,
    outcome: 'complete',
    rehearsal: 'rehearsed',
    problem: null,
  })
  const before = await scene.pooled()
  expect(before.length).toBeGreaterThan(1)
  await scene.sendPicture()
  const second = await scene.backUp()
  expect(second).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed' })
  expect(second.bytes).toBeGreaterThan(second.newBytes ?? 0)
  expect((await scene.pooled()).length).toBeGreaterThan(before.length)

  await scene.noroshi.db.deleteFrom('alert_medias').execute()
  await scene.noroshi.db.deleteFrom('files').where('parent_kind', '=', 'alert').execute()
  await scene.backUp()
  expect(await scene.backups()).toEqual([second.name, expect.stringMatching(/^noroshi-0003-/)])
  expect((await scene.pooled()).length).toBeGreaterThan(before.length) // the second one names them
  await scene.backUp()
  await scene.backUp()
  expect(await scene.pooled()).toEqual([])
  await scene.sendPicture()
})

longTest('an encrypted backup has no plain text and is restored with its passphrase only', TIMEOUT, async () => {
  const { scene } = backups
  expect((await scene.save({ passphrase: PASSPHRASE })).status).toBe(200)
  expect((await scene.admin.fetch(backupRoutes.read)).settings).toMatchObject({ isEncrypted: true })
  const run = await scene.backUp()
  expect(run).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed' })
  const backup = path.join(scene.target, run.name ?? '')
  for (const file of await filesBelow(scene.target)) {
    const isOpen = /\/(?:noroshi-owner|checksums\.txt|rehearsal\.json)$/.test(file)
    if (!isOpen) expect((await readFile(file)).subarray(0, 18).toString(), file).toBe('age-encryption.org')
  }
  const key = (await filesBelow(scene.at('data/backup-key')))[0] ?? ''
  expect((await stat(key)).mode & 0o777).toBe(0o600)

  const restore = (passphrase: string) =>
    runCommandProcess('restore', [backup], { DATA_DIR: scene.at('restored'), BACKUP_PASSPHRASE: passphrase })
  expect(await restore('another passphrase')).toMatchObject({
    code: 1,
    stderr: 'The passphrase is wrong. Nothing was changed.\n',
  })
  expect(await readdir(scene.at(''))).not.toContain('restored')
  expect(await runCommandProcess('restore', [backup], { DATA_DIR: scene.at('restored') })).toMatchObject({
    code: 1,
    stderr: 'This backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.\n',
  })
  expect(await restore(PASSPHRASE)).toMatchObject({ code: 0, stderr: '' })
  expect(await hashesBelow(scene.at('data/files'))).toMatchObject(await hashesBelow(scene.at('restored/files')))
  expect(await hashesBelow(scene.at('restored/tls'))).toEqual(await hashesBelow(scene.at('data/tls')))
  expect(Object.keys(await hashesBelow(scene.at('restored/files'))).length).toBeGreaterThan(0)
})

longTest('files of others in the target stay, and a backup without the uploaded files has failed', TIMEOUT, async () => {
  const { scene } = backups
  const others = ['files/photo.jpg', 'files/ab/cd/0123456789abcdef0123456789abcdef'].map((file) => path.join(scene.target, file))
  await scene.save({ keep: 1 })
  for (const file of others) {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, 'of another program')
  }
  await scene.backUp()
  expect(await scene.backUp()).toMatchObject({ outcome: 'complete' })
  for (const file of others) expect(await readFile(file, 'utf8')).toBe('of another program')

  await scene.sendPicture()
  const [upload = ''] = await newestFirst(scene.at('data/files'))
  const bytes = await readFile(upload)
  await rm(upload)
  expect(await scene.backUp()).toMatchObject({ outcome: 'failed', problem: 'filesMissing', detail: '1' })
  await writeFile(upload, bytes)
})

/** Returns the files below a folder, the newest first. */
async function newestFirst(folder: string): Promise<string[]> {
  const files = await Promise.all((await filesBelow(folder)).map(async (file) => ({ file, at: (await stat(file)).mtimeMs })))
  return files.toSorted((one, other) => other.at - one.at).map(({ file }) => file)
}

/** Rehearses a backup in the target as the server does. */
const rehearsalOf = async (
  { target, noroshi }: BackupScene,
  name: string,
  {
    databaseUrl = noroshi.databaseUrl,
    ...context
  }: Partial<Parameters<typeof rehearse>[2]> & { databaseUrl?: string | null } = {},
) =>
  rehearse(
    { databaseUrl, dataDir: noroshi.deps.config.dataDir },
    { store: await FolderStore.open(target, noroshi.deps.config.dataDir), folder: name },
    { url: noroshi.databaseUrl, unlock: noKey, signal: new AbortController().signal, ...context },
  )

/** Returns the URL of the database for a user without any rights. Roles belong to the cluster, which other tests use too. */
async function urlWithoutRights({ noroshi }: BackupScene): Promise<string> {
  const role = `visitor_${newId().replaceAll('-', '')}`
  await sql`CREATE ROLE ${sql.ref(role)} LOGIN`.execute(noroshi.db)
  onTestFinished(async () => void (await sql`DROP ROLE ${sql.ref(role)}`.execute(noroshi.db)))
  return noroshi.databaseUrl.replace('//noroshi@', `//${role}@`)
}

test('a backup that cannot be restored for a test is verified, and the rehearsal says why', TIMEOUT, async () => {
  const { scene } = backups
  await scene.save()
  const { name } = await scene.backUp()
  const url = await urlWithoutRights(scene)
  const full = { databaseUrl: null, spaceOf: async () => ({ free: 5 * GB, total: 100 * GB }) }
  const verified = { outcome: 'verified', damaged: [] }
  // All of the free space is the reserve. The user may create no database, and is not asked to where there is no room for one.
  expect(await rehearsalOf(scene, name ?? '', { ...full, url })).toEqual({ ...verified, problem: 'noRoom' })
  expect(await rehearsalOf(scene, name ?? '', { ...full, databaseUrl: url, url })).toEqual({ ...verified, problem: 'noRight' })

  const manifest = await manifestOf(path.join(scene.target, name ?? ''))
  const migrations = [...manifest.migrations, { name: '9999_later.sql', checksum: null }]
  await writeFile(path.join(scene.target, name ?? '', 'manifest.json'), manifestText({ ...manifest, migrations }))
  expect(await rehearsalOf(scene, name ?? '')).toEqual({ ...verified, problem: 'laterVersion' })

  await scene.save({ passphrase: PASSPHRASE })
  const encrypted = await scene.backUp()
  expect(encrypted).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed' })
  expect(await rehearsalOf(scene, encrypted.name ?? '', { unlock: unlockByOwnKey(scene.at('elsewhere')) })).toEqual({
    ...verified,
    problem: 'noKey',
  })
})

test('a rehearsal names the file with a changed byte, and the next backup copies the file again', TIMEOUT, async () => {
  const { scene } = backups
  await scene.save({ keep: 3 })
  const { name } = await scene.backUp()
  const backup = path.join(scene.target, name ?? '')
  const [upload = ''] = await filesBelow(path.join(scene.target, 'files'))
  const kinds = ['tables/users.copy.zst', 'tls/authority.key', path.relative(backup, upload), 'checksums.txt', 'manifest.json']
  for (const file of kinds) {
    await flipByte(path.join(backup, file))
    expect(await rehearsalOf(scene, name ?? '')).toEqual({ outcome: 'damaged', problem: null, damaged: [file] })
    await flipByte(path.join(backup, file))
  }
  expect(await rehearsalOf(scene, name ?? '')).toMatchObject({ outcome: 'rehearsed' })

  await flipByte(upload)
  const second = await scene.backUp()
  const detail = path.relative(backup, upload)
  expect(second).toMatchObject({ outcome: 'failed', rehearsal: 'damaged', problem: 'damaged', detail })
  expect(await scene.backUp()).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed', problem: null })
  const { code, stdout, stderr } = await runCommandProcess('backup:rehearse', [path.join(scene.target, second.name ?? '')], {
    DATA_DIR: scene.at('data'),
    DATABASE_URL: scene.noroshi.databaseUrl,
  })
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `The backup is damaged: ${detail}.\n` })
})

longTest(
  'a rehearsal counts the damaged files that it does not name, and the next backup copies all of them again',
  TIMEOUT,
  async () => {
    const { scene } = backups
    await scene.save({ keep: 3 })
    const { id } = await createGroup(scene.admin, await scene.noroshi.people('Ben'))
    const count = DAMAGED_NAMED_MAX + 3
    for (let first = 0; first < count; first += 10) {
      const files = Array.from({ length: Math.min(10, count - first) }, (_, index) => ({
        field: 'messageMedia',
        name: `${index}.txt`,
        bytes: new TextEncoder().encode(`file ${first + index}`),
      }))
      await scene.admin.fetch(messageRoutes.upload, { form: { messageThreadId: id }, files })
    }
    await scene.backUp()
    const sizes = await Promise.all(
      (await filesBelow(path.join(scene.target, 'files'))).map(async (file) => ({ file, size: (await stat(file)).size })),
    )
    for (const { file, size } of sizes) if (size < 10) await flipByte(file)
    const run = await scene.backUp()
    expect(run).toMatchObject({ outcome: 'failed', problem: 'damaged', moreDamaged: 3 })
    expect(run.detail?.split(', ')).toHaveLength(DAMAGED_NAMED_MAX)
    const { stderr } = await runCommandProcess('backup:rehearse', [path.join(scene.target, run.name ?? '')], {
      DATA_DIR: scene.at('data'),
      DATABASE_URL: scene.noroshi.databaseUrl,
    })
    expect(stderr).toMatch(/, and 3 more files\.\n$/)
    expect(await scene.backUp()).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed', problem: null })
  },
)

longTest('a backup under load is rehearsed, and every SOS is raised meanwhile', TIMEOUT, async () => {
  const { scene } = backups
  await scene.save()
  await scene.admin.fetch(backupRoutes.start)
  const ended = scene.lastRun()
  let hasEnded = false
  const onEnd = () => {
    hasEnded = true
  }
  void ended.then(onEnd, onEnd)
  let count = 0
  for (; !hasEnded && count < SOS_MAX; count++) {
    await scene.sendPicture(90 + count)
    await setTimeout(200)
  }
  expect(await ended).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed', problem: null })
  expect(count).toBeGreaterThan(3)
})

const filesBelow = async (parent: string) =>
  (await readdir(parent, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
