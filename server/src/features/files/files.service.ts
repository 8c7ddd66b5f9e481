import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { insertFileRows, type FileParent, type FileParentKind, type FileRow } from './files.sql.ts'

// Other features import a feature's service alone: what they need of a file's row and shape is named here.
export { presentMedia } from './files.present.ts'
export type { FileRow } from './files.sql.ts'

/** What a request for a file brings along: by cookie, bearer token or alert token. */
export interface FileGrants {
  readonly viewer: SignedIn | null
  /** Alerts whose token this device showed; whether it still opens them is the reader's to say. */
  readonly alertIds: readonly string[]
}

/** For each kind of parent: may these grants read the files of that parent? */
export type FileReaders = Record<FileParentKind, (deps: Deps, grants: FileGrants, parentId: string) => Promise<boolean>>

/** Makes stored files part of their parent, in the order in which they were sent. */
export const insertFiles = (tx: Db, parent: FileParent, files: readonly ReceivedFile[]): Promise<FileRow[]> =>
  insertFileRows(tx, parent, files)

/** Deletes what was received and is not wanted after all (the transaction failed, or the same was sent before). Never throws. */
export async function discardReceived(deps: Pick<Deps, 'storage' | 'logError'>, files: readonly ReceivedFile[]): Promise<void> {
  throw new Error(`not ready ${typeof deps} ${files.length}`)
}

/** Lets this browser's media cookie open the files of a session's person, or of an alert whose token was shown. */
export async function grantMedia(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  grant: { readonly sessionId: string } | { readonly alertId: string },
): Promise<void> {
  throw new Error(`not ready ${typeof deps} ${request.id} ${reply.statusCode} ${typeof grant}`)
}
