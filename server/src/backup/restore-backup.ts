import { createWriteStream } from 'node:fs'
import { chown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#/config.ts'
import { lockDataDir } from '#/db/data-dir-lock.ts'
import { embeddedPostgres } from '#/db/embedded.ts'
import { ensureDatabase } from '#/db/own-database.ts'
import { pathOfKey } from '#/ports/disk-storage.ts'
import { CommandError } from '#/command-error.ts'
import { repeatDeletions } from './later-deletions.ts'
import type { LaterDeletions } from './later-deletions.sql.ts'
import type { Manifest } from './manifest.ts'
import { compareWithBackup } from './newer-content.ts'
import { assertEmptyDatabase, assertKnownVersion, restoreTables } from './restore-tables.ts'
import { CLUSTER } from './server-database.ts'
import { type BackupLocation, StoredBackup, type Unlock } from './stored-backup.ts'

/**
 * The new cluster until the restore is complete, in the data directory. The path of a cluster is limited, so the name is not
 * longer than `postgres`.
 */
const UNFINISHED = 'restored'
const FOLDERS = ['files', 'tls'] as const

/** Returns the folders that a backup replaces. One of tables alone is restored beside the present files and keys. */
const foldersOf = ({ hasTablesOnly }: Manifest): readonly string[] => (hasTablesOnly === true ? [] : FOLDERS)

const unfinishedCluster = (dataDir: string): string => path.join(dataDir, UNFINISHED)
/** Returns the path of a folder until the restore is complete. */
const unfinishedFolder = (dataDir: string, folder: string): string => path.join(dataDir, `${UNFINISHED}.${folder}`)

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>

/** How a restore replaces the data of the server. */
export interface Replacement {
  /** The new folder in the data directory to which the present data move. */
  readonly folder: string
  /** Shows the operator these lines. @throws CommandError if the operator does not agree */
  readonly confirm: (lines: readonly string[]) => Promise<void>
  /** Receives the line that says what was deleted after the backup, and therefore from the restored data. */
  readonly report: (line: string) => void
}

/** A replacement that the operator has agreed to. */
interface Confirmed extends Replacement {
  /** The deletions after the backup; null: unknown. */
  readonly deletions: LaterDeletions | null
}

/**
 * Restores a backup into a server without data, which must not run. Everything is restored or nothing. All restored files belong
 * to the owner of the data directory.
 * @param replacement moves the present data aside; null: there must be none
 * @throws CommandError
 */
export async function restoreBackup(
  settings: Settings,
  location: BackupLocation,
  unlockKey: Unlock,
  signal: AbortSignal,
  replacement: Replacement | null = null,
): Promise<Manifest> {
  if (replacement !== null && settings.databaseUrl !== null) throw new CommandError(EXTERNAL)
  const backup = await StoredBackup.openWhole(location, unlockKey, signal)
  await assertKnownVersion(backup.manifest)
  assertSameStorage(backup.manifest, settings)
  const unlock = await lockDataDir(settings.dataDir)
  try {
    const confirmed = replacement === null ? null : await confirmLoss(backup.manifest, settings, replacement, signal)
    if (settings.databaseUrl === null) await restoreEmbedded(backup, settings.dataDir, signal, confirmed)
    else await restoreExternal(backup, settings.databaseUrl, settings.dataDir, signal)
  } finally {
    await unlock()
  }
  return backup.manifest
}

const EXTERNAL =
  'With DATABASE_URL nothing is replaced: create an empty database, set DATABASE_URL to it and DATA_DIR to a new directory, and restore without --replace. The present data stay where they are.'

async function confirmLoss(
  { takenAt, hasTablesOnly }: Manifest,
  { dataDir, s3 }: Settings,
  replacement: Replacement,
  signal: AbortSignal,
): Promise<Confirmed> {
  const inS3 = 'Files of later uploads are in S3. The restored server deletes them after a day: copy the bucket first.'
  const inFolder = `Files of later uploads stay in ${path.join(dataDir, 'files')}. The restored server deletes them after a day: copy the folder first.`
  const { lines, deletions } = await compareWithBackup(dataDir, takenAt, signal)
  await replacement.confirm([
    ...lines,
    ...(s3 === null ? [] : [inS3]),
    ...(s3 === null && hasTablesOnly === true ? [inFolder] : []),
    `The present ${hasTablesOnly === true ? 'database moves' : 'data move'} to ${replacement.folder}. Nothing is deleted.`,
  ])
  return { ...replacement, deletions }
}

/** @throws CommandError when the restored server would not find its uploaded files */
function assertSameStorage({ files, hasFilesInS3 }: Manifest, { s3 }: Settings): void {
  if (hasFilesInS3 === true && s3 === null)
    throw new CommandError(
      'The uploaded files of this backup are in S3. Set S3_URL to a copy of their bucket, or to the bucket itself if the old ' +
        'server never runs again: two servers on one bucket delete the files of each other.',
    )
  if (files.count > 0 && s3 !== null)
    throw new CommandError('This backup has uploaded files, which are not restored into S3. Restore it without S3_URL.')
}

/** The rename of the cluster at the end completes the restore. */
async function restoreEmbedded(
  backup: StoredBackup,
  dataDir: string,
  signal: AbortSignal,
  replacement: Confirmed | null,
): Promise<void> {
  if (replacement === null) await assertNoData(dataDir, backup.manifest)
  else await discardUnfinished(dataDir)
  const cluster = unfinishedCluster(dataDir)
  try {
    await restoreFiles(backup, dataDir, signal)
    await createDirectory(cluster, dataDir)
    const embedded = await embeddedPostgres(cluster, { signal })
    try {
      const url = await ensureDatabase(embedded)
      await restoreTables(backup, url, signal)
      if (replacement !== null) await deleteAsLater(url, dataDir, signal, replacement)
    } finally {
      await embedded.stop()
    }
    if (replacement === null) await publish(dataDir)
    else await replaceData(dataDir, replacement.folder, foldersOf(backup.manifest))
  } catch (error) {
    await discardUnfinished(dataDir).catch(() => undefined) // the next restore deletes it
    throw error
  }
  await discardUnfinished(dataDir)
}

/** Deletes what was deleted after the backup. A failure does not stop the restore: the operator is told. */
async function deleteAsLater(url: string, dataDir: string, signal: AbortSignal, { deletions, report }: Confirmed): Promise<void> {
  if (deletions === null) return
  try {
    const { line, keys } = await repeatDeletions(url, deletions, signal)
    for (const key of keys) await rm(path.join(unfinishedFolder(dataDir, 'files'), pathOfKey(key)), { force: true })
    report(line)
  } catch (error) {
    signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    report(`Not everything that was deleted after the backup could be deleted (${reason}): delete it on the server.`)
  }
}

/** Moves the restored folders to their final paths, the cluster at the end. */
async function publish(dataDir: string): Promise<void> {
  await publishFiles(dataDir)
  await rename(unfinishedCluster(dataDir), path.join(dataDir, CLUSTER))
  await syncDirectory(dataDir)
}

/** Moves the present data into a new folder, and publishes the restored ones. If that fails, the present data return. */
async function replaceData(dataDir: string, folder: string, folders: readonly string[]): Promise<void> {
  await createDirectory(folder, dataDir)
  await moveData(dataDir, folder, folders)
  try {
    await publish(dataDir)
  } catch (error) {
    if (await exists(path.join(dataDir, CLUSTER))) throw error
    await withdrawFiles(dataDir, folders)
    await moveData(folder, dataDir, folders)
    throw error
  }
}

/** Moves the cluster and the folders, or none of them. */
async function moveData(from: string, to: string, folders: readonly string[]): Promise<void> {
  const moved: string[] = []
  try {
    for (const name of [...folders, CLUSTER]) {
      if (!(await exists(path.join(from, name)))) continue
      await rename(path.join(from, name), path.join(to, name))
      moved.push(name)
    }
  } catch (error) {
    for (const name of moved) await rename(path.join(to, name), path.join(from, name))
    throw error
  }
}

/** The commit of the tables completes the restore. */
async function restoreExternal(backup: StoredBackup, url: string, dataDir: string, signal: AbortSignal): Promise<void> {
  const folders = foldersOf(backup.manifest)
  await assertEmptyDatabase(backup.manifest, url)
  await assertNoData(dataDir, backup.manifest)
  try {
    await restoreFiles(backup, dataDir, signal)
    await restoreTables(backup, url, signal, {
      publish: () => publishFiles(dataDir),
      withdraw: () => withdrawFiles(dataDir, folders),
      folders: folders.map((name) => path.join(dataDir, name)),
    })
  } catch (error) {
    await discardUnfinished(dataDir).catch(() => undefined) // the next restore deletes it
    throw error
  }
  await discardUnfinished(dataDir)
}

/** @throws CommandError when the data directory has data. The remains of an interrupted restore are deleted. */
async function assertNoData(dataDir: string, manifest: Manifest): Promise<void> {
  for (const folder of [CLUSTER, ...foldersOf(manifest)]) await assertAbsent(path.join(dataDir, folder))
  await discardUnfinished(dataDir)
}

/** @throws CommandError when the folder exists and is not empty */
async function assertAbsent(folder: string): Promise<void> {
  if (!(await exists(folder)) || (await readdir(folder)).length === 0) return
  throw new CommandError(
    `${path.dirname(folder)} has data already (${path.basename(folder)}). Restore into another directory: set DATA_DIR, or replace the data: --replace.`,
  )
}

/** Deletes the remains of an incomplete restore. Its PostgreSQL may still run. */
async function discardUnfinished(dataDir: string): Promise<void> {
  const cluster = unfinishedCluster(dataDir)
  if (await exists(path.join(cluster, 'postmaster.pid'))) await (await embeddedPostgres(cluster)).stop()
  for (const folder of [cluster, `${cluster}.new`, ...FOLDERS.map((name) => unfinishedFolder(dataDir, name))])
    await rm(folder, { recursive: true, force: true })
}

/** Creates a directory for the owner of the data directory. */
async function createDirectory(folder: string, dataDir: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const { uid, gid } = await stat(dataDir)
  await chown(folder, uid, gid)
}

async function restoreFiles(backup: StoredBackup, dataDir: string, signal: AbortSignal): Promise<void> {
  for (const folder of FOLDERS) {
    const unfinished = unfinishedFolder(dataDir, folder)
    for (const { file, target: name } of backup.filesIn(folder)) {
      const target = path.join(unfinished, name)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const mode = name.endsWith('.crt') ? 0o644 : 0o600
      await pipeline(backup.read(file), createWriteStream(target, { flags: 'wx', mode, flush: true }), { signal })
    }
    if (await exists(unfinished)) await giveToOwner(unfinished, dataDir)
  }
}

/** Gives a folder to the owner of the data directory, such as the user of the service, when root restores. */
async function giveToOwner(folder: string, dataDir: string): Promise<void> {
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() !== 0) return
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), uid, gid)
}

/** Moves the complete folders to their final paths. */
async function publishFiles(dataDir: string): Promise<void> {
  for (const folder of FOLDERS) {
    const unfinished = unfinishedFolder(dataDir, folder)
    if (await exists(unfinished)) await rename(unfinished, path.join(dataDir, folder))
  }
  await syncDirectory(dataDir)
}

/** Moves the folders back, which {@link discardUnfinished} then deletes. They were absent or empty before {@link publishFiles}. */
async function withdrawFiles(dataDir: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const [published, unfinished] = [path.join(dataDir, folder), unfinishedFolder(dataDir, folder)]
    if ((await exists(published)) && !(await exists(unfinished))) await rename(published, unfinished)
  }
}

async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
