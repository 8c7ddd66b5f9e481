import { v7 as uuidv7 } from 'uuid'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeOf } from '#/features/accounts/people-by-id.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { threadRoom, userRoom } from '#/realtime/rooms.ts'
import { insertMembers, updateAcceptance } from './members.sql.ts'
import { membershipIn, readShared, readThread, tellChanged } from './threads.service.ts'
import { insertMarks, insertPersonal, personalThreadOf, threadForUpdate, touchThread } from './threads.sql.ts'
import type { Watermarks } from './watermarks.service.ts'

/**
 * One's thread with somebody; begun where there is none, and then `isNew`.
 * @throws thread.withOneself (400); user.notFound (404) for somebody unknown or deactivated, unless there is a thread already.
 */
export async function startPersonal(deps: Deps, viewer: SignedIn, recipient: string) {
  if (recipient === viewer.id) throw new AppError('thread.withOneself')
  return deps.transaction(async (tx) => {
    const isNew = (await personalThreadOf(tx, viewer.id, recipient)) === undefined && (await begin(deps, tx, viewer, recipient))
    return { isNew, thread: await personalWith(tx, viewer, recipient) }
  })
}

/** False where the other began it at the same moment. */
async function begin(deps: Deps, tx: Tx, viewer: SignedIn, recipient: string): Promise<boolean> {
  if (!(await activeOf(tx, [recipient])).has(recipient)) throw new AppError('user.notFound')
  const [id, at] = [uuidv7(), deps.now()]
  if (!(await insertPersonal(tx, id, viewer.id, recipient, at))) return false
  const two = [viewer.id, recipient]
  await insertMarks(tx, id)
  await insertMembers(
    tx,
    id,
    two.map((userId) => ({ userId, isAdmin: false, hasAccepted: userId === viewer.id ? true : null })),
    at,
  )
  tx.beforeTelling(() => deps.realtime.joinRoom(two, threadRoom(id)))
  tx.announce('message-threads:new_personal', two.map(userRoom), await readShared(tx, id))
  return true
}

/** @throws thread.notFound (404) where there is none. */
export async function personalWith(db: Deps['db'], viewer: SignedIn, userId: string): Promise<MessageThread> {
  const thread = await personalThreadOf(db, viewer.id, userId)
  if (!thread) throw new AppError('thread.notFound')
  return readThread(db, viewer, thread.id)
}

/**
 * Accepts (also: unblocks) or blocks. The other learns of a block and of its end, never of an acceptance.
 * @throws thread.notFound (404), for a group too.
 */
export async function decide(deps: Deps, watermarks: Watermarks, viewer: SignedIn, id: string, hasAccepted: boolean) {
  const decided = await deps.transaction(async (tx) => {
    const thread = await threadForUpdate(tx, id)
    const mine = await membershipIn(tx, viewer, id)
    if (thread?.kind !== 'personal') throw new AppError('thread.notFound')
    if (mine.has_accepted === hasAccepted) return readThread(tx, viewer, id)
    await updateAcceptance(tx, id, viewer.id, hasAccepted, deps.now())
    tx.announce('membership:changed', [userRoom(viewer.id)], {})
    if (mine.has_accepted === false || !hasAccepted) {
      await touchThread(tx, id, deps.now())
      await tellChanged(tx, id)
    }
    return readThread(tx, viewer, id)
  })
  // What was seen while one blocked the other was told to nobody.
  if (hasAccepted) watermarks.changed(id)
  return decided
}
