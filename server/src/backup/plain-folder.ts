import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { CommandError } from '#/command-error.ts'
import { BackupWriter } from './backup-writer.ts'
import { CHECKSUMS, MANIFEST } from './manifest.ts'
import { FolderStore } from './target/folder-store.ts'

/**
 * Begins a backup that is complete by itself. Creates the folder or takes an empty one.
 * @throws CommandError when it is not empty or in the data directory
 */
export async function beginPlainBackup(folder: string, dataDir: string, signal: AbortSignal): Promise<BackupWriter> {
  if (isBelow(folder, dataDir))
    throw new CommandError(
      `${folder} is in the data directory of the server. Choose another folder, if possible on another disk.`,
    )
  return beginInFolder(folder, dataDir, signal)
}

/** As {@link beginPlainBackup}, also in the data directory. */
export async function beginInFolder(folder: string, dataDir: string, signal: AbortSignal): Promise<BackupWriter> {
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
  if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty. Choose a new folder for each backup.`)
  await chmod(folder, 0o700).catch(() => undefined) // a file system without modes, as on many USB sticks
  const store = await FolderStore.open(folder, dataDir)
  const discard = async () => {
    for (const name of ['tables', 'files', 'tls', CHECKSUMS, MANIFEST]) await store.removeFolder(name)
    if (isNew) await rm(folder, { recursive: true, force: true })
  }
  return new BackupWriter(store, { folder: '', key: null, pool: null, signal, discard })
}

/** Whether a folder is a directory or below it. */
export const isBelow = (folder: string, directory: string): boolean =>
  `${folder}${path.sep}`.startsWith(directory.endsWith(path.sep) ? directory : `${directory}${path.sep}`)
