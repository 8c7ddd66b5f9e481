import { lstat, mkdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { isBelow } from '../plain-folder.ts'
import type { TargetSetting } from './backup-settings.ts'
import { type BackupStore, TargetGone } from './backup-store.ts'
import { FolderStore } from './folder-store.ts'
import { mountedDisks } from './mounted-disks.ts'

/** The use of a folder. */
export interface FolderUse {
  /** The name of the folder on a disk that is found by its label. */
  readonly onDisk: string
  /** Whether other servers read and write the folder too. */
  readonly isShared: boolean
}
const BACKUPS: FolderUse = { onDisk: 'noroshi-backups', isShared: false }

export class DiskAbsent extends CommandError {
  constructor(label: string) {
    super(`No mounted disk has the label ${label}.`)
  }
}
export class InDataDir extends CommandError {}
export class NoS3 extends CommandError {}

/**
 * Opens the store of a target.
 * @throws TargetGone, DiskAbsent, InDataDir, NoS3
 */
export async function openStore(
  { target, folder, disk }: TargetSetting,
  { dataDir, backupS3 }: Pick<Config, 'dataDir' | 'backupS3'>,
  use = BACKUPS,
): Promise<BackupStore> {
  if (target === 's3') {
    if (backupS3 === null) throw new NoS3('BACKUP_S3_URL is not set.')
    return new (await import('./s3-store.ts')).S3Store(backupS3)
  }
  const full = target === 'disk' ? await folderOnDisk(disk, use) : path.resolve(folder)
  const [real, realDataDir] = [await realPathOf(full), await realPathOf(dataDir)]
  if (isBelow(real, realDataDir) || isBelow(realDataDir, real))
    throw new InDataDir(`${full} is in the data directory, or contains it.`)
  return FolderStore.open(full, dataDir, use.isShared)
}

/** Returns a path without links, as far as it exists. */
const realPathOf = (file: string): Promise<string> => realpath(file).catch(() => file)

async function folderOnDisk(label: string, use: FolderUse): Promise<string> {
  const disk = (await mountedDisks()).find((one) => one.label === label)
  if (disk === undefined) throw new DiskAbsent(label)
  if ((await stat(disk.mountPoint).catch(() => null)) === null) throw new TargetGone(disk.mountPoint)
  return createOnDisk(disk.mountPoint, use)
}

/**
 * Returns the folder on a mounted disk, which is created. Each server may add files to a shared one, and deletes its own
 * only. A link there of another server is refused.
 */
export async function createOnDisk(mountPoint: string, { onDisk, isShared }: FolderUse): Promise<string> {
  const folder = path.join(mountPoint, onDisk)
  await mkdir(folder, { mode: isShared ? 0o1777 : 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (isShared && !(await lstat(folder)).isDirectory()) throw new CommandError(`${folder} is not a folder.`)
  return folder
}
