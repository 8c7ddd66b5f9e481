import type { FastifyRequest } from 'fastify'
import { Uuid } from '@noroshi/contract/define'
import { laterMigrations } from '#/db/migrate.ts'
import { type Db, isOutcomeUnknown } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { deleteBytes } from '#/ports/storage.ts'
import {
  hasFiles,
  deleteFileRows,
  fileById,
  fileIdsOf,
  filesOf,
  insertFileRows,
  unclaimedKeys,
  type FileParent,
  type FileParentKind,
  type FileRow,
} from './files.sql.ts'
import { cookieGrants } from './media-cookie.service.ts'

// Other features may import only the service of a feature, so that it re-exports what they need.
export { type FileColumns, presentMedia } from './files.present.ts'
export { clearMedia, grantMedia } from './media-cookie.service.ts'
export type { FileRow } from './files.sql.ts'
export { UploadMeter } from './upload-meter.ts'

/** The grants of a file request: from the media cookie, the bearer token and the alert token. */
interface FileGrants {
  readonly viewer: SignedIn | null
  /** Alerts whose token this device has sent. The reader checks whether the tokens are still valid. */
  readonly alertIds: readonly string[]
}

type StoredKeys = Pick<ReceivedFile, 'storageKey' | 'previewKey'>

const keysOf = (files: readonly StoredKeys[]): string[] =>
  files.flatMap(({ storageKey, previewKey }) => (previewKey === null ? [storageKey] : [storageKey, previewKey]))

/** Milliseconds until stored bytes without a row are deleted. They may belong to a running upload or to an unknown commit. */
const UNCLAIMED_AFTER_MS = 86_400_000
const KEYS_PER_BATCH = 1000
/** Milliseconds that the files of deleted content are kept. They are no longer readable. */
export const DELETED_FILES_KEPT_MS = 30 * 86_400_000

/** For each kind of parent: returns whether the grants allow reading the files of a parent. */
export type FileReaders = Record<FileParentKind, (deps: Deps, grants: FileGrants, parentId: string) => Promise<boolean>>

/** Inserts the rows of received files, in the order of the upload. */
export const insertFiles = (tx: Db, parent: FileParent, files: readonly ReceivedFile[]): Promise<FileRow[]> =>
  insertFileRows(tx, parent, files)

/** Returns the files of a message, in the order of the upload. */
export const filesOfMessage = (db: Db, messageId: string): Promise<FileRow[]> => filesOf(db, { kind: 'message', id: messageId })

/** Returns the ids of the files of messages. */
export const filesOfMessages = (db: Db, messageIds: readonly string[]): Promise<string[]> => fileIdsOf(db, 'message', messageIds)

/** Returns the ids of the files of an entity. */
export const fileIdsOfParent = (db: Db, { kind, id }: FileParent): Promise<string[]> => fileIdsOf(db, kind, [id])

/** Deletes the rows of files. The caller deletes the bytes with `discardReceived` after the commit. */
export const removeFiles = async (tx: Db, ids: readonly string[]): Promise<StoredKeys[]> =>
  ids.length === 0 ? [] : await deleteFileRows(tx, ids)

/** Deletes the bytes of files whose rows were removed. Never throws. */
export async function discardReceived(deps: Pick<Deps, 'storage' | 'logError'>, files: readonly StoredKeys[]): Promise<void> {
  await deleteBytes(deps, keysOf(files))
}

/**
 * Deletes the bytes of received files that no row refers to, for example of an upload that the client repeated. Never throws: the
 * hourly clean-up deletes what remains.
 * @returns their storage keys
 */
export async function discardUnclaimed(
  { db, storage, logError }: Pick<Deps, 'db' | 'storage' | 'logError'>,
  files: readonly ReceivedFile[],
): Promise<ReadonlySet<string>> {
  const keys = keysOf(files)
  const unclaimed = keys.length === 0 ? [] : ((await unclaimedKeys(db, keys).catch(logError)) ?? [])
  await deleteBytes({ storage, logError }, unclaimed)
  return new Set(unclaimed)
}

/**
 * Deletes the bytes of received files after an error. If the outcome of the commit is unknown, rows may refer to them: they are
 * kept, and the hourly clean-up deletes them if no row exists.
 */
export async function discardAfterError(
  error: unknown,
  deps: Pick<Deps, 'storage' | 'logError'>,
  files: readonly StoredKeys[],
): Promise<void> {
  if (!isOutcomeUnknown(error)) await discardReceived(deps, files)
}

/**
 * Deletes stored bytes without a row, as left by a crash or a lost connection. Does nothing if the database has no files at
 * all: the database is then probably a new one or of another server, beside an existing storage directory. Does nothing either if a
 * later version has migrated the database, whose rows may refer to files in columns that this version does not know.
 */
export async function deleteUnclaimedBytes(deps: Pick<Deps, 'db' | 'storage' | 'now' | 'logError'>): Promise<void> {
  if (!(await hasFiles(deps.db)) || (await laterMigrations(deps.db)).length > 0) return
  let keys: string[] = []
  const flush = async () => {
    await deleteBytes(deps, await unclaimedKeys(deps.db, keys))
    keys = []
  }
  for await (const key of deps.storage.storedBefore(new Date(deps.now().getTime() - UNCLAIMED_AFTER_MS)))
    if (keys.push(key) === KEYS_PER_BATCH) await flush()
  await flush()
}

/** Deletes the bytes of uploads that a crash ended. */
export const deleteIncompleteBytes = ({ storage, now }: Pick<Deps, 'storage' | 'now'>): Promise<void> =>
  storage.deleteIncomplete(new Date(now().getTime() - UNCLAIMED_AFTER_MS))

/** Deletes rows and bytes of files in batches. `nextIds` returns the ids of the next batch, or none at the end. */
export async function purgeFiles(
  deps: Pick<Deps, 'transaction' | 'storage' | 'logError'>,
  nextIds: (tx: Db, limit: number) => Promise<readonly string[]>,
): Promise<void> {
  for (;;) {
    const removed = await deps.transaction(async (tx) => removeFiles(tx, await nextIds(tx, KEYS_PER_BATCH)))
    if (removed.length === 0) return
    await discardReceived(deps, removed)
  }
}

/**
 * Returns the row of a file that the request may read.
 * @throws AppError notFound if the file does not exist or the request may not read its parent.
 */
export async function readableFile(deps: Deps, readers: FileReaders, request: FastifyRequest, id: string): Promise<FileRow> {
  const row = Uuid.safeParse(id).success ? await fileById(deps.db, id) : undefined
  if (row === undefined || !isParentKind(readers, row.parent_kind)) throw new AppError('notFound')

  const { viewer, tokenAlertId } = request.caller
  const cookie = await cookieGrants(deps, request)
  const own = viewer ?? cookie.viewer
  const grants = {
    viewer: own?.isRestricted === true && !RESTRICTED_KINDS.has(row.parent_kind) ? null : own,
    alertIds: tokenAlertId === null ? cookie.alertIds : [tokenAlertId, ...cookie.alertIds],
  }
  if (!(await readers[row.parent_kind](deps, grants, row.parent_id))) throw new AppError('notFound')
  return row
}

/** Kinds of parents whose files restricted sessions may read (decisions/0112). */
const RESTRICTED_KINDS: ReadonlySet<string> = new Set<FileParentKind>(['alert', 'user'])

const isParentKind = (readers: FileReaders, kind: string): kind is FileParentKind => Object.hasOwn(readers, kind)
