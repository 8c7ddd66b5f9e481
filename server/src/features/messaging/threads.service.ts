import type { MessageThread, SharedThread } from '@noroshi/contract/messaging/threads.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { threadRoom } from '#/realtime/rooms.ts'
import { memberOf } from './members.sql.ts'
import { presentShared, presentThread } from './threads.present.ts'
import { ownThread, sharedThread, type ThreadRow, threadsOf, unreadPersonalOf } from './threads.sql.ts'

/** All of one's threads of a kind, the latest activity first. */
export async function listThreads(deps: Deps, viewer: SignedIn, kind: ThreadRow['kind']) {
  const rows = await threadsOf(deps.db, viewer.id, kind)
  return { items: rows.map((row) => presentThread(row, viewer)), nextCursor: null }
}

/** @throws thread.notFound (404) for a thread that one is not in, for one of another kind, and for an alert's. */
export async function readThread(db: Db, viewer: SignedIn, id: string, kind?: ThreadRow['kind']): Promise<MessageThread> {
  const row = await ownThread(db, viewer.id, id)
  if (!row || (kind !== undefined && row.kind !== kind)) throw new AppError('thread.notFound')
  return presentThread(row, viewer)
}

/** A thread as all its members see it. */
export async function readShared(db: Db, id: string): Promise<SharedThread> {
  const row = await sharedThread(db, id)
  if (!row) throw new AppError('thread.notFound')
  return presentShared(row)
}

/** Tells everybody in a thread what it is now; called last, under its lock. */
export async function tellChanged(tx: Tx, id: string): Promise<void> {
  tx.announce('message-threads:updated', [threadRoom(id)], await readShared(tx, id))
}

export async function unreadPersonal(deps: Deps, viewer: SignedIn): Promise<{ threadIds: string[]; count: number }> {
  const threadIds = await unreadPersonalOf(deps.db, viewer.id)
  return { threadIds, count: threadIds.length }
}

/** One's own part in a thread. @throws thread.notFound (404) for who is not in it. */
export async function membershipIn(db: Db, viewer: Pick<SignedIn, 'id'>, id: string) {
  const member = await memberOf(db, id, viewer.id)
  if (!member) throw new AppError('thread.notFound')
  return member
}
