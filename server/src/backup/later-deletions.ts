import { readHighestId } from '#/db/ids.ts'
import { openDb } from '#/db/pool.ts'
import { createTransaction, type Tx } from '#/db/transaction.ts'
import { repeatAccountDeletion } from '#/features/accounts/personal-data/deletion.service.ts'
import { repeatCommentDeletion } from '#/features/comments/comments.service.ts'
import { repeatPostDeletion } from '#/features/feeds/post-changes.service.ts'
import { repeatMessageDeletion } from '#/features/messaging/changes/message-deletion.service.ts'
import { repeatPageDeletion } from '#/features/pages/pages-admin.service.ts'
import type { LaterDeletions } from './later-deletions.sql.ts'

/** No server runs on the restored database. */
const NO_READERS = { wake: () => undefined, applied: async () => undefined }

const NOTHING = 'nothing'
/** The names of deleted things, in the singular and the plural, in the order of the report. */
const NAMES: Readonly<Record<keyof LaterDeletions, readonly [one: string, several: string]>> = {
  accounts: ['account', 'accounts'],
  messages: ['message', 'messages'],
  posts: ['post', 'posts'],
  comments: ['comment', 'comments'],
  pages: ['page', 'pages'],
}

interface RepeatedDeletions {
  /** The line for the operator. */
  readonly line: string
  /** The storage keys of the files that were deleted with them. */
  readonly keys: readonly string[]
}

/**
 * Deletes from a restored database what was deleted after its backup. Each deletion is a transaction. The server completes those of
 * accounts when it runs.
 * @param url the restored database, which has all migrations
 */
export async function repeatDeletions(url: string, deletions: LaterDeletions, signal: AbortSignal): Promise<RepeatedDeletions> {
  const db = openDb(url, 1)
  const keys: string[] = []
  const counts = { accounts: 0, messages: 0, posts: 0, comments: 0, pages: 0 }
  const failed = { ...counts }
  let reason = ''
  /** @param repeat returns the files that it deleted; null: the backup does not have it, or has its deletion */
  const repeatAll = async <Deleted>(
    kind: keyof LaterDeletions,
    all: readonly Deleted[],
    repeat: (tx: Tx, deleted: Deleted) => Promise<readonly StoredFile[] | null>,
  ) => {
    for (const deleted of all) {
      signal.throwIfAborted()
      const files = await createTransaction(
        db,
        NO_READERS,
      )((tx) => repeat(tx, deleted)).catch((error: unknown) => {
        failed[kind] += 1
        reason = error instanceof Error ? error.message : String(error)
        return null
      })
      if (files === null) continue
      counts[kind] += 1
      for (const { storageKey, previewKey } of files) keys.push(storageKey, ...(previewKey === null ? [] : [previewKey]))
    }
  }
  try {
    await readHighestId(db)
    await repeatAll('accounts', deletions.accounts, repeatAccountDeletion)
    await repeatAll('messages', deletions.messages, repeatMessageDeletion)
    await repeatAll('comments', deletions.comments, repeatCommentDeletion)
    await repeatAll('posts', deletions.posts, repeatPostDeletion)
    await repeatAll('pages', deletions.pages, repeatPageDeletion)
  } finally {
    await db.destroy()
  }
  const kept = countsOf(failed)
  const rest = kept === NOTHING ? '' : ` Not deleted: ${kept} (${reason}). Delete them on the server.`
  return { line: `Deleted, as after the backup: ${countsOf(counts)}.${rest}`, keys }
}

interface StoredFile {
  readonly storageKey: string
  readonly previewKey: string | null
}

/** Returns the counts of deletions in words. */
function countsOf(counts: Readonly<Record<keyof LaterDeletions, number>>): string {
  const parts = Object.entries(NAMES).flatMap(([kind, [one, several]]) => {
    const count = counts[kind as keyof LaterDeletions] // the keys of NAMES
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]
  })
  return parts.length === 0 ? NOTHING : parts.join(', ')
}
