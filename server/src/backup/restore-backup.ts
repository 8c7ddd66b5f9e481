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
 * The directory of a restore that is not complete, in the data directory: the new cluster, or nothing with DATABASE_URL. What an
 * interrupted restore left beside it is deleted by the next one. It has the length of `postgres`, whose path is limited.
 */
const UNFINISHED = 'restored'
const FOLDERS = ['files', 'tls'] as const

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Restores a backup into a server without data, which must not run. Everything is restored or nothing. All restored files belong
 * to the owner of the data directory.
 * @throws CommandError
 */
export async function restoreBackup(settings: Settings, folder: string, signal: AbortSignal): Promise<Manifest> {
  const backup = await StoredBackup.open(folder, signal)
  await assertKnownVersion(backup.manifest)
  const unlock = await lockDataDir(settings.dataDir)
  try {
    if (settings.databaseUrl === null) await restoreEmbedded(backup, settings.dataDir, signal)
    else await restoreExternal(backup, settings.databaseUrl, settings.dataDir, signal)
  } finally {
    await unlock()
  }
  return backup.manifest
}

/** The rename of the cluster at the end completes the restore. */
async function restoreEmbedded(backup: StoredBackup, dataDir: string, signal: AbortSignal): Promise<void> {
  const unfinished = await begin(dataDir)
  try {
    await restoreFiles(backup, dataDir, signal)
    const embedded = await embeddedPostgres(unfinished, { signal })
    try {
      await restoreTables(backup, await ensureDatabase(embedded), signal)
    } finally {
      await embedded.stop()
    }
    await giveToOwner(dataDir)
    await rename(unfinished, path.join(dataDir, CLUSTER))
    await syncDirectory(dataDir)
  } catch (error) {
    await discard(dataDir)
    throw error
  }
}

/** The commit of the tables completes the restore. */
async function restoreExternal(backup: StoredBackup, url: string, dataDir: string, signal: AbortSignal): Promise<void> {
  await assertEmptyDatabase(backup.manifest, url)
  const unfinished = await begin(dataDir)
  try {
    await restoreFiles(backup, dataDir, signal)
    await giveToOwner(dataDir)
    await restoreTables(backup, url, signal)
  } catch (error) {
    await discard(dataDir)
    throw error
  }
  await rm(unfinished, { recursive: true })
}

/**
 * Creates the directory of the restore.
 * @throws CommandError when the data directory has data
 */
async function begin(dataDir: string): Promise<string> {
  await assertAbsent(path.join(dataDir, CLUSTER))
  const unfinished = path.join(dataDir, UNFINISHED)
  if (await exists(unfinished)) await discard(dataDir)
  for (const folder of FOLDERS) await assertAbsent(path.join(dataDir, folder))
  await mkdir(unfinished, { mode: 0o700 })
  const { uid, gid } = await stat(dataDir)
  await chown(unfinished, uid, gid)
  return unfinished
}

/** @throws CommandError when the folder exists and is not empty */
async function assertAbsent(folder: string): Promise<void> {
  if (!(await exists(folder)) || (await readdir(folder)).length === 0) return
  throw new CommandError(
    `${path.dirname(folder)} has data already (${path.basename(folder)}). Restore into another directory: set DATA_DIR, or move this one away.`,
  )
}

/** Deletes what an incomplete restore left. Its PostgreSQL may still run. */
async function discard(dataDir: string): Promise<void> {
  const unfinished = path.join(dataDir, UNFINISHED)
  if (await exists(path.join(unfinished, 'postmaster.pid'))) await (await embeddedPostgres(unfinished)).stop()
  for (const folder of FOLDERS) await rm(path.join(dataDir, folder), { recursive: true, force: true })
  for (const folder of [unfinished, `${unfinished}.new`]) await rm(folder, { recursive: true, force: true })
}

async function restoreFiles(backup: StoredBackup, dataDir: string, signal: AbortSignal): Promise<void> {
  for (const folder of FOLDERS)
    for (const file of backup.filesIn(folder)) {
      const target = path.join(dataDir, file)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const mode = file.endsWith('.crt') ? 0o644 : 0o600
      await pipeline(backup.read(file), createWriteStream(target, { flags: 'wx', mode, flush: true }), { signal })
    }
}

/** Gives files and certificates to the owner of the data directory, such as the user of the service, when root restores. */
async function giveToOwner(dataDir: string): Promise<void> {
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() !== 0 || uid === 0) return
  await chown(path.join(dataDir, 'server.lock'), uid, gid)
  for (const folder of FOLDERS.map((name) => path.join(dataDir, name))) {
    if (!(await exists(folder))) continue
    await chown(folder, uid, gid)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      await chown(path.join(entry.parentPath, entry.name), uid, gid)
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
