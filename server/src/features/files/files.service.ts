import type { FastifyRequest } from 'fastify'
import { Uuid } from '@noroshi/contract/define'
import { type Db, isOutcomeUnknown } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import {
  anyFile,
  deleteFileRows,
  fileById,
  insertFileRows,
  unclaimedOf,
  type FileParent,
  type FileParentKind,
  type FileRow,
} from './files.sql.ts'
import { cookieGrants } from './media-cookie.service.ts'

// Other features import a feature's service alone: what they need of files is named here.
export { type FileColumns, presentMedia } from './files.present.ts'
export { grantMedia } from './media-cookie.service.ts'
export type { FileRow } from './files.sql.ts'

/** What a request for a file brings along: by cookie, bearer token or alert token. */
interface FileGrants {
  readonly viewer: SignedIn | null
  /** Alerts whose token this device showed once; whether that still opens them is the reader's to say. */
  readonly alertIds: readonly string[]
}

type StoredKeys = Pick<ReceivedFile, 'storageKey' | 'previewKey'>

/** Bytes without a row wait this long, in milliseconds: an upload under way, or one whose commit nobody knew the outcome of. */
const UNCLAIMED_AFTER = 86_400_000
const KEYS_AT_ONCE = 1000
/** What was deleted keeps its files so long, in milliseconds: nobody reads them any more. */
export const FILES_KEPT = 30 * 86_400_000

/** For each kind of parent: may these grants read the files of that parent? */
export type FileReaders = Record<FileParentKind, (deps: Deps, grants: FileGrants, parentId: string) => Promise<boolean>>

/** Makes stored files part of their parent, in the order in which they were sent. */
export const insertFiles = (tx: Db, parent: FileParent, files: readonly ReceivedFile[]): Promise<FileRow[]> =>
  insertFileRows(tx, parent, files)

/** Takes files out of the database. Their bytes go by `discardReceived`, once that is committed. */
export const removeFiles = async (tx: Db, ids: readonly string[]): Promise<StoredKeys[]> =>
  ids.length === 0 ? [] : await deleteFileRows(tx, ids)

/**
 * Deletes the bytes of what was received and is not wanted after all (the transaction failed, or the same was sent before), or
 * of what was removed. Never throws.
 */
export async function discardReceived(deps: Pick<Deps, 'storage' | 'logError'>, files: readonly StoredKeys[]): Promise<void> {
  for (const key of files.flatMap((file) => [file.storageKey, file.previewKey]))
    if (key !== null) await deps.storage.delete(key).catch(deps.logError)
}

/**
 * The same after a failure. Where the answer to the commit was lost, rows may name these files: they stay, and what no row names
 * the hourly round deletes.
 */
export async function discardAfter(
  error: unknown,
  deps: Pick<Deps, 'storage' | 'logError'>,
  files: readonly StoredKeys[],
): Promise<void> {
  if (!isOutcomeUnknown(error)) await discardReceived(deps, files)
}

/**
 * Deletes bytes that no row names: what a crash or a lost connection left behind. A database without any file is rather another
 * unit's, or a new one under an old folder: then nothing is deleted.
 */
export async function deleteUnclaimed(deps: Pick<Deps, 'db' | 'storage' | 'now' | 'logError'>): Promise<void> {
  if (!(await anyFile(deps.db))) return
  let keys: string[] = []
  const flush = async () => {
    for (const key of await unclaimedOf(deps.db, keys)) await deps.storage.delete(key).catch(deps.logError)
    keys = []
  }
  for await (const key of deps.storage.keptBefore(new Date(deps.now().getTime() - UNCLAIMED_AFTER)))
    if (keys.push(key) === KEYS_AT_ONCE) await flush()
  await flush()
}

/** Takes files out for good, with their bytes: `next` names some at a time, and none at the end. */
export async function forgetFiles(
  deps: Pick<Deps, 'transaction' | 'storage' | 'logError'>,
  next: (tx: Db, atOnce: number) => Promise<readonly string[]>,
): Promise<void> {
  for (;;) {
    const removed = await deps.transaction(async (tx) => removeFiles(tx, await next(tx, KEYS_AT_ONCE)))
    if (removed.length === 0) return
    await discardReceived(deps, removed)
  }
}

/** @throws AppError notFound for a file that does not exist and for one whose parent this request may not read. */
export async function readableFile(deps: Deps, readers: FileReaders, request: FastifyRequest, id: string): Promise<FileRow> {
  const row = Uuid.safeParse(id).success ? await fileById(deps.db, id) : undefined
  if (row === undefined || !isParentKind(readers, row.parent_kind)) throw new AppError('notFound')

  const { viewer, tokenAlertId } = request.caller
  const cookie = await cookieGrants(deps, request)
  const grants = {
    viewer: viewer ?? cookie.viewer,
    alertIds: tokenAlertId === null ? cookie.alertIds : [tokenAlertId, ...cookie.alertIds],
  }
  if (!(await readers[row.parent_kind](deps, grants, row.parent_id))) throw new AppError('notFound')
  return row
}

const isParentKind = (readers: FileReaders, kind: string): kind is FileParentKind => Object.hasOwn(readers, kind)
