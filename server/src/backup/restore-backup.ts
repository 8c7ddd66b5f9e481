import { createWriteStream } from 'node:fs'
import { chown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#/config.ts'
import { lockDataDir } from '#/db/data-dir-lock.ts'
import { embeddedPostgres } from '#/db/embedded.ts'
import { ensureDatabase } from '#/db/own-database.ts'
import { CommandError } from '#/command-error.ts'
import type { Manifest } from './manifest.ts'
import { assertEmptyDatabase, assertKnownVersion, restoreTables } from './restore-tables.ts'
import { CLUSTER } from './server-database.ts'
import { StoredBackup } from './stored-backup.ts'

/**
 * The new cluster until the restore is complete, in the data directory. The path of a cluster is limited, so the name is not
 * longer than `postgres`.
 */
const UNFINISHED = 'restored'
const FOLDERS = ['files', 'tls'] as const

const unfinishedCluster = (dataDir: string): string => path.join(dataDir, UNFINISHED)
/** Returns the path of a folder until the restore is complete. */
const unfinishedFolder = (dataDir: string, folder: string): string => path.join(dataDir, `${UNFINISHED}.${folder}`)

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>

/**
 * Restores a backup into a server without data, which must not run. Everything is restored or nothing. All restored files belong
 * to the owner of the data directory.
 * @throws CommandError
 */
export async function restoreBackup(settings: Settings, folder: string, signal: AbortSignal): Promise<Manifest> {
  const backup = await StoredBackup.open(folder, signal)
  await assertKnownVersion(backup.manifest)
  assertSameStorage(backup.manifest, settings)
  const unlock = await lockDataDir(settings.dataDir)
  try {
    if (settings.databaseUrl === null) await restoreEmbedded(backup, settings.dataDir, signal)
    else await restoreExternal(backup, settings.databaseUrl, settings.dataDir, signal)
  } finally {
    await unlock()
  }
  return backup.manifest
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
async function restoreEmbedded(backup: StoredBackup, dataDir: string, signal: AbortSignal): Promise<void> {
  await assertNoData(dataDir)
  const cluster = unfinishedCluster(dataDir)
  try {
    await restoreFiles(backup, dataDir, signal)
    await createDirectory(cluster, dataDir)
    const embedded = await embeddedPostgres(cluster, { signal })
    try {
      await restoreTables(backup, await ensureDatabase(embedded), signal)
    } finally {
      await embedded.stop()
    }
    await publishFiles(dataDir)
    await rename(cluster, path.join(dataDir, CLUSTER))
    await syncDirectory(dataDir)
  } catch (error) {
    await discardUnfinished(dataDir).catch(() => undefined) // the next restore deletes it
    throw error
  }
  await discardUnfinished(dataDir)
}

/** The commit of the tables completes the restore. */
async function restoreExternal(backup: StoredBackup, url: string, dataDir: string, signal: AbortSignal): Promise<void> {
  await assertEmptyDatabase(backup.manifest, url)
  await assertNoData(dataDir)
  try {
    await restoreFiles(backup, dataDir, signal)
    await restoreTables(backup, url, signal, {
      publish: () => publishFiles(dataDir),
      withdraw: () => withdrawFiles(dataDir),
      folders: FOLDERS.map((name) => path.join(dataDir, name)),
    })
  } catch (error) {
    await discardUnfinished(dataDir).catch(() => undefined) // the next restore deletes it
    throw error
  }
  await discardUnfinished(dataDir)
}

/** @throws CommandError when the data directory has data. The remains of an interrupted restore are deleted. */
async function assertNoData(dataDir: string): Promise<void> {
  for (const folder of [CLUSTER, ...FOLDERS]) await assertAbsent(path.join(dataDir, folder))
  await discardUnfinished(dataDir)
}

/** @throws CommandError when the folder exists and is not empty */
async function assertAbsent(folder: string): Promise<void> {
  if (!(await exists(folder)) || (await readdir(folder)).length === 0) return
  throw new CommandError(
    `${path.dirname(folder)} has data already (${path.basename(folder)}). Restore into another directory: set DATA_DIR, or move this one away.`,
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
    for (const file of backup.filesIn(folder)) {
      const target = path.join(unfinished, path.relative(folder, file))
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const mode = file.endsWith('.crt') ? 0o644 : 0o600
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
async function withdrawFiles(dataDir: string): Promise<void> {
  for (const folder of FOLDERS) {
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
