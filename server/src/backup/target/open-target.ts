import { mkdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { isBelow } from '../plain-folder.ts'
import type { TargetSetting } from './backup-settings.ts'
import { type BackupStore, TargetGone } from './backup-store.ts'
import { FolderStore } from './folder-store.ts'
import { mountedDisks } from './mounted-disks.ts'

/** The folder for backups on a disk that is found by its label. */
const ON_DISK = 'noroshi-backups'
export class DiskAbsent extends CommandError {
  constructor(label: string) {
    super(`No mounted disk has the label ${label}.`)
  }
}
export class InDataDir extends CommandError {}
export class NoS3 extends CommandError {}

/**
 * Opens the store of a target.
 * @param onDisk the name of the folder on a disk
 * @throws TargetGone, DiskAbsent, InDataDir, NoS3
 */
export async function openStore(
  { target, folder, disk }: TargetSetting,
  { dataDir, backupS3 }: Pick<Config, 'dataDir' | 'backupS3'>,
  onDisk = ON_DISK,
): Promise<BackupStore> {
  if (target === 's3') {
    if (backupS3 === null) throw new NoS3('BACKUP_S3_URL is not set.')
    return new (await import('./s3-store.ts')).S3Store(backupS3)
  }
  const full = target === 'disk' ? await folderOnDisk(disk, onDisk) : path.resolve(folder)
  const [real, realDataDir] = [await realPathOf(full), await realPathOf(dataDir)]
  if (isBelow(real, realDataDir) || isBelow(realDataDir, real))
    throw new InDataDir(`${full} is in the data directory, or contains it.`)
  return FolderStore.open(full, dataDir)
}

/** Returns a path without links, as far as it exists. */
const realPathOf = (file: string): Promise<string> => realpath(file).catch(() => file)

/** Returns a folder on a mounted disk, which is created. */
async function folderOnDisk(label: string, name: string): Promise<string> {
  const disk = (await mountedDisks()).find((one) => one.label === label)
  if (disk === undefined) throw new DiskAbsent(label)
  const folder = path.join(disk.mountPoint, name)
  if ((await stat(disk.mountPoint).catch(() => null)) === null) throw new TargetGone(disk.mountPoint)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return folder
}
