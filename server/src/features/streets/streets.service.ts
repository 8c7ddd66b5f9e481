import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import type { StreetArchive, Streets, StreetsState, streetsRoutes } from '@noroshi/contract/streets/streets.http'
import { type Db, isOutcomeUnknown } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { deleteBytes, DiskFull, type Storage, type StoredBytes, TooManyBytes } from '#/ports/storage.ts'
import { EVERY_PAGE } from '#/realtime/rooms.ts'
import { checkArchive } from './check-archive.ts'
import { directoryOfMaps, listMapFiles, type OpenMapFile, openMapFile } from './map-files.ts'
import type { ReadBytes } from './pmtiles-archive.ts'
import { presentArchive, presentStreets, tagOfHash } from './streets.present.ts'
import { currentArchive, deleteArchiveRow, insertArchiveRow, lockArchives } from './streets.sql.ts'

/** The user who replaces the archive, and their network address. */
interface ArchiveActor extends Pick<AuditActor, 'ip'> {
  readonly actor: Pick<SignedIn, 'id' | 'firstName' | 'lastName'>
}

/** A stored file that no row refers to yet. */
interface ReceivedArchive {
  readonly key: string
  readonly size: number
  /** SHA-256 in hexadecimal. */
  readonly hash: string
  readonly name: string
}

/** The storage location of an archive. */
export interface StoredArchive {
  readonly key: string
  readonly size: number
}

/** Returns the current archive; null if the map shows the embedded world only. */
export async function readStreets(db: Db): Promise<Streets | null> {
  const row = await currentArchive(db)
  return row ? presentStreets(row) : null
}

/** Returns the current archive, the files that can be added, and the limits, for administrators. */
export async function readState({ db, config, storage }: Deps): Promise<StreetsState> {
  const [row, files, spareBytes] = await Promise.all([currentArchive(db), listMapFiles(config), storage.spareBytes()])
  return {
    archive: row ? presentArchive(row) : null,
    directory: directoryOfMaps(config),
    files,
    maxMb: config.maxMapMb,
    spareBytes: Number.isFinite(spareBytes) ? Math.max(0, spareBytes) : null,
  }
}

/** Returns the bytes of the current archive. @throws AppError notFound for another tag */
export async function archiveByTag({ db }: Pick<Deps, 'db'>, tag: string): Promise<StoredArchive> {
  const row = await currentArchive(db)
  if (row === undefined || tagOfHash(row.hash) !== tag) throw new AppError('notFound')
  return { key: row.storage_key, size: Number(row.bytes) }
}

/** Replaces the archive by an uploaded file, which the caller deletes after an error. */
export async function replaceByUpload(deps: Deps, actor: AuditActor, files: readonly ReceivedFile[]): Promise<StreetArchive> {
  const [file] = files
  if (file === undefined) throw new AppError('file.missing')
  return await replace(deps, actor, { key: file.storageKey, size: file.size, hash: file.sentHash, name: file.name })
}

/**
 * Replaces the archive by a copy of a file in the directory of maps.
 * @param signal aborts the copy, which then changes nothing
 */
export async function replaceByFile(
  deps: Deps,
  actor: AuditActor,
  { name }: z.output<typeof streetsRoutes.add.body>,
  signal: AbortSignal,
): Promise<StreetArchive> {
  const file = await openMapFile(deps.config, name)
  let stored: StoredBytes
  try {
    stored = await storeCopy(deps, file, signal)
  } finally {
    await file.close()
  }
  return await publishArchive(deps, actor, { ...stored, name })
}

/**
 * Replaces the archive by a stored file, which is deleted after an error.
 * @param alongside further changes of the same transaction
 */
export async function publishArchive(
  deps: Deps,
  actor: ArchiveActor,
  received: ReceivedArchive,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<StreetArchive> {
  try {
    return await replace(deps, actor, received, alongside)
  } catch (error) {
    if (!isOutcomeUnknown(error)) await deleteBytes(deps, [received.key])
    throw error
  }
}

async function storeCopy({ config, storage }: Deps, file: OpenMapFile, signal: AbortSignal): Promise<StoredBytes> {
  const tooLarge = () => new AppError('file.tooLarge', { max: config.maxMapMb })
  const maxBytes = Math.floor(config.maxMapMb * BYTES_PER_MB)
  if (file.size > maxBytes) throw tooLarge()
  await checkArchive(file.read, file.size)
  return await storage.put(file.stream(signal), maxBytes).catch((error: unknown) => {
    if (error instanceof TooManyBytes) throw tooLarge()
    if (error instanceof DiskFull) throw new AppError('file.noRoom')
    if (signal.aborted) throw new AppError('requestTimeout') // the client has disconnected and gets no reply
    throw error
  })
}

/** Checks a stored file and, if it is valid, makes it the current archive. */
async function replace(
  deps: Deps,
  actor: ArchiveActor,
  received: ReceivedArchive,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<StreetArchive> {
  const { bounds, minZoom, maxZoom } = await checkArchive(readerOf(deps.storage, received.key), received.size)
  const { before, row } = await deps.transaction(async (tx) => {
    await lockArchives(tx)
    const previous = await deleteArchiveRow(tx)
    const inserted = await insertArchiveRow(tx, {
      storage_key: received.key,
      hash: received.hash,
      name: received.name,
      bytes: received.size,
      bounds: [...bounds],
      min_zoom: minZoom,
      max_zoom: maxZoom,
      added_at: deps.now(),
    })
    await recordAudit(tx, {
      ...actor,
      ...TARGET,
      action: 'streets.added',
      details: { name: received.name, bytes: received.size },
    })
    await alongside?.(tx)
    tx.emit('unit:changed', [EVERY_PAGE], {})
    return { before: previous, row: inserted }
  })
  if (before) await deleteBytes(deps, [before.storage_key])
  return presentArchive(row)
}

/** Deletes the archive. All maps show the embedded world. */
export async function removeArchive(deps: Deps, actor: AuditActor): Promise<void> {
  const before = await deps.transaction(async (tx) => {
    await lockArchives(tx)
    const row = await deleteArchiveRow(tx)
    if (row === undefined) return undefined
    await recordAudit(tx, { ...actor, ...TARGET, action: 'streets.removed', details: { name: row.name } })
    tx.emit('unit:changed', [EVERY_PAGE], {})
    return row
  })
  if (before) await deleteBytes(deps, [before.storage_key])
}

const TARGET = { targetKind: 'map', targetId: null } as const

const readerOf =
  (storage: Storage, key: string): ReadBytes =>
  async (offset, length) =>
    length === 0 ? Buffer.alloc(0) : await buffer(await storage.get(key, { first: offset, last: offset + length - 1 }))
