import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { backupRoutes } from '@noroshi/contract/backups/backups.http'
import { hashesBelow, noKey } from '#/testing/scenes/backups.ts'
import { type BackupScene, scheduledBackups } from '#/testing/scenes/scheduled-backups.ts'
import { createBackup } from './create-backup.ts'
import { problemOf } from './problems.ts'
import { StoredBackup } from './stored-backup.ts'
import { BackupTarget } from './target/backup-target.ts'
import { FolderStore } from './target/folder-store.ts'
import { longTest } from '#/testing/long-test.ts'

const execute = promisify(execFile)
const TIMEOUT = { timeout: 240_000 }
const NEVER = new AbortController().signal
const backups = scheduledBackups()

/** The first backup and all files of the target are as they were. */
async function expectUnchanged({ target, noroshi }: BackupScene, name: string, files: Record<string, string>): Promise<void> {
  expect(await hashesBelow(target)).toEqual(files)
  const store = await FolderStore.open(target, noroshi.deps.config.dataDir)
  await StoredBackup.openWhole({ store, folder: name }, noKey, NEVER)
}

longTest(
  'a target whose folder disappears keeps nothing of the backup, and the folder is not created again',
  TIMEOUT,
  async () => {
    const { scene } = backups
    await scene.save()
    const { name } = await scene.backUp()
    await scene.sendPicture()
    const files = await hashesBelow(scene.target)
    const { dataDir } = scene.noroshi.deps.config
    const config = { databaseUrl: scene.noroshi.databaseUrl, dataDir, s3: null }
    const away = `${scene.target}-away`
    const backUpWithout = (remove: () => Promise<void>) => {
      const begin = async (signal: AbortSignal) => {
        const owner = await readOwner(scene)
        const target = new BackupTarget(await FolderStore.open(scene.target, dataDir), owner, signal)
        const { writer } = await target.begin(null, new Date(), signal)
        await remove()
        return writer
      }
      return createBackup(config, begin, NEVER, () => undefined).then(
        () => null,
        (error: unknown) => problemOf(error).problem,
      )
    }

    expect(await backUpWithout(() => rename(scene.target, away))).toBe('targetGone')
    expect(await readdir(scene.at(''))).not.toContain(path.basename(scene.target))
    // The empty directory below the mount point of a removed disk is another one.
    const removeDisk = async () => {
      await rename(scene.target, away)
      await mkdir(scene.target)
    }
    await rename(away, scene.target)
    expect(await backUpWithout(removeDisk)).toBe('targetGone')
    expect(await readdir(scene.target)).toEqual([])
    expect(await scene.backUp()).toMatchObject({ outcome: 'failed', problem: 'targetGone' })
    expect(await readdir(scene.target)).toEqual([])
    await rm(scene.target, { recursive: true })
    expect(await scene.save()).toMatchObject({ status: 409, body: { code: 'backup.targetGone' } })

    await rename(away, scene.target)
    await expectUnchanged(scene, name ?? '', files)
    expect(await scene.backUp()).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed' })
  },
)

const readOwner = async ({ noroshi }: BackupScene): Promise<string> => {
  const { value } = await noroshi.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'backupOwner')
    .executeTakeFirstOrThrow()
  return value as string
}

test('the folder of another server and the data directory are refused', TIMEOUT, async () => {
  const { scene } = backups
  await writeFile(path.join(scene.target, 'noroshi-owner'), 'another\n')
  expect(await scene.save()).toMatchObject({ status: 409, body: { code: 'backup.otherServer' } })
  const inside = scene.noroshi.deps.config.dataDir
  expect(await scene.save({ folder: inside })).toMatchObject({ status: 409, body: { code: 'backup.inDataDir' } })
  expect(await scene.save({ folder: scene.at('') })).toMatchObject({ status: 409, body: { code: 'backup.inDataDir' } })
  expect(await scene.save({ target: 's3' })).toMatchObject({ status: 409, body: { code: 'backup.noS3' } })
  expect(await scene.save({ target: 'disk', disk: 'no such disk' })).toMatchObject({
    status: 409,
    body: { code: 'backup.diskAbsent' },
  })
  expect(await scene.save({ folder: 'relative/path' })).toMatchObject({ status: 400 })
  expect(await readdir(scene.target)).toEqual(['noroshi-owner'])
})

// A small file system of its own needs the rights of root.
describe.skipIf(process.getuid?.() !== 0)('on a disk of its own', () => {
  async function withDisk(scene: BackupScene, work: () => Promise<void>): Promise<void> {
    scene.target = await mkdtemp(scene.at('disk-'))
    await execute('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', scene.target])
    try {
      await work()
    } finally {
      await execute('umount', ['-l', scene.target])
    }
  }

  longTest('a full disk and one that can only be read keep nothing of a backup, and earlier ones', TIMEOUT, async () => {
    const { scene } = backups
    await withDisk(scene, async () => {
      await scene.save()
      const { name } = await scene.backUp()
      await scene.sendPicture(900)
      const filler = path.join(scene.target, 'filler')
      const { bsize, bavail } = await statfs(scene.target)
      await writeFile(filler, Buffer.alloc(bsize * Math.max(0, bavail - 4)))
      const full = await hashesBelow(scene.target)
      expect(await scene.backUp()).toMatchObject({ outcome: 'failed', problem: 'full', name: null, bytes: null })
      await expectUnchanged(scene, name ?? '', full)
      await rm(filler)

      const files = await hashesBelow(scene.target)
      await execute('mount', ['-o', 'remount,ro', scene.target])
      expect(await scene.backUp()).toMatchObject({ outcome: 'failed', problem: 'readOnly' })
      expect(await scene.save()).toMatchObject({ status: 409, body: { code: 'backup.readOnly' } })
      await expectUnchanged(scene, name ?? '', files)
      await execute('mount', ['-o', 'remount,rw', scene.target])
      expect(await scene.backUp()).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed' })
      expect((await scene.admin.fetch(backupRoutes.read)).settings).toMatchObject({ folder: scene.target })
    })
  })
})
