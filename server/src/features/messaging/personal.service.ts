import { newId } from '#/db/ids.ts'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong } from '#/features/accounts/people/people-by-id.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { insertMembers, updateAcceptance } from './groups/members.sql.ts'
import { membershipIn, readShared, readThread, emitThreadChanged } from './threads.service.ts'
import { insertWatermarks, insertPersonal, personalThreadOf, lockThread, raiseThreadVersion } from './threads.sql.ts'
import type { Watermarks } from './watermarks.service.ts'

/**
 * Returns the viewer's thread with another user; creates it if none exists (`isNew`). If the other user has created it and it has
 * no message yet, the viewer accepts it.
 * @throws thread.withSelf (400); user.notFound (404) for an unknown or deactivated user without an existing thread.
 */
export async function startPersonalThread(deps: Deps, viewer: SignedIn, recipient: string) {
  if (recipient === viewer.id) throw new AppError('thread.withSelf')
  return deps.transaction(async (tx) => {
    const isNew =
      (await personalThreadOf(tx, viewer.id, recipient)) === undefined && (await createPersonal(deps, tx, viewer, recipient))
    if (!isNew) await acceptIfEmpty(deps, tx, viewer, recipient)
    return { isNew, thread: await readPersonalThread(tx, viewer, recipient) }
  })
}

async function acceptIfEmpty(deps: Deps, tx: Tx, viewer: SignedIn, recipient: string): Promise<void> {
  const existing = await personalThreadOf(tx, viewer.id, recipient)
  const thread = existing && (await lockThread(tx, existing.id))
  if (thread?.last_seq !== 0) return
  if ((await membershipIn(tx, viewer, thread.id)).has_accepted !== null) return
  await updateAcceptance(tx, thread.id, viewer.id, true, deps.now())
  tx.emit('membership:changed', [userRoom(viewer.id)], {})
}

/** Creates the thread. @returns false if the other user created it at the same time */
async function createPersonal(deps: Deps, tx: Tx, viewer: SignedIn, recipient: string): Promise<boolean> {
  if (!(await activeIdsAmong(tx, [recipient])).has(recipient)) throw new AppError('user.notFound')
  const [id, at] = [newId(), deps.now()]
  if (!(await insertPersonal(tx, id, viewer.id, recipient, at))) return false
  const memberIds = [viewer.id, recipient]
  await insertWatermarks(tx, id)
  await insertMembers(
    tx,
    id,
    memberIds.map((userId) => ({ userId, isAdmin: false, hasAccepted: userId === viewer.id ? true : null })),
    at,
  )
  tx.emit('message-threads:new_personal', [userRoom(viewer.id)], await readShared(tx, id))
  return true
}

/** Announces a personal thread with its first message to the user from whom it was hidden. Does nothing for its initiator. */
export const announceFirstMessage = (deps: Deps, id: string, readerId: string): Promise<void> =>
  deps.transaction(async (tx) => {
    if ((await membershipIn(tx, { id: readerId }, id)).has_accepted !== null) return
    tx.emit('message-threads:new_personal', [userRoom(readerId)], await readShared(tx, id))
  })

/** @throws thread.notFound (404) if there is no thread, and for the recipient of a thread without messages. */
export async function readPersonalThread(db: Deps['db'], viewer: SignedIn, userId: string): Promise<MessageThread> {
  const existing = await personalThreadOf(db, viewer.id, userId)
  if (!existing) throw new AppError('thread.notFound')
  const thread = await readThread(db, viewer, existing.id)
  if (thread.hasAccepted === null && thread.latestMessage === null) throw new AppError('thread.notFound')
  return thread
}

/**
 * Accepts, unblocks or blocks a personal thread. The other user is notified of a block and of its end, but not of an acceptance.
 * @throws thread.notFound (404), also for a group.
 */
export async function setAcceptance(deps: Deps, watermarks: Watermarks, viewer: SignedIn, id: string, hasAccepted: boolean) {
  const result = await deps.transaction(async (tx) => {
    const thread = await lockThread(tx, id)
    const membership = await membershipIn(tx, viewer, id)
    if (thread?.kind !== 'personal') throw new AppError('thread.notFound')
    if (membership.has_accepted === hasAccepted) return readThread(tx, viewer, id)
    await updateAcceptance(tx, id, viewer.id, hasAccepted, deps.now())
    tx.emit('membership:changed', [userRoom(viewer.id)], {})
    if (membership.has_accepted === false || !hasAccepted) {
      await raiseThreadVersion(tx, id, deps.now())
      await emitThreadChanged(tx, id)
    }
    return readThread(tx, viewer, id)
  })
  // Watermarks that moved during a block were not emitted.
  if (hasAccepted) watermarks.changed(id)
  return result
}
