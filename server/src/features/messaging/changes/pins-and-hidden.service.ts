import { HIDDEN_MESSAGES_MAX, PINS_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { ENVELOPE_BYTES, takeFanOut } from '../messages.service.ts'
import { presentMessage } from '../messaging.present.ts'
import { messagesById } from '../messaging.sql.ts'
import { membershipIn } from '../threads.service.ts'
import { changeMessage } from './change-message.service.ts'
import {
  type ChangePorts,
  assertReadsChat,
  changeablePlace,
  lockForChange,
  refuseTransmission,
} from './message-changes.service.ts'
import { deleteHidden, hiddenOf, insertHidden, pinnedIn, updatePin } from './pins-and-hidden.sql.ts'

/**
 * Pins a message for all members of its thread, or unpins it.
 * @throws message.notFound (404); message.isRecord, thread.blocked (403); message.isDeleted, message.tooManyPins (409);
 * tooManyRequests (429)
 */
export async function pinMessage(
  deps: Deps,
  ports: ChangePorts,
  viewer: SignedIn,
  id: string,
  isPinned: boolean,
): Promise<Message> {
  const place = await changeablePlace(deps, ports, viewer, id)
  if (isPinned) await refuseTransmission(deps.db, viewer, place)
  return deps.transaction(async (tx) => {
    const member = await lockForChange(deps, tx, viewer, place)
    authorize(viewer, 'thread:write', { isMember: true, isBlocked: Boolean(member.is_blocked) }, 'thread.blocked')
    return changeMessage(tx, id, null, async ({ deletion, pinned_at, text }) => {
      if ((pinned_at !== null) === isPinned) return
      if (deletion !== null) throw new AppError('message.isDeleted')
      if (isPinned && (await pinnedIn(tx, place.thread_id)).length >= PINS_MAX)
        throw new AppError('message.tooManyPins', { max: PINS_MAX })
      takeFanOut(deps, viewer, { threadId: place.thread_id, text }, undefined, ENVELOPE_BYTES)
      const at = deps.now()
      await updatePin(tx, id, isPinned ? { by: viewer.id, at } : null, at)
    })
  })
}

/** Returns the pinned messages of a thread, the latest pin first. @throws thread.notFound (404) */
export async function listPins({ db }: Deps, viewer: SignedIn, threadId: string) {
  await membershipIn(db, viewer, threadId)
  const ids = await pinnedIn(db, threadId)
  const rows = new Map((await messagesById(db, ids)).map((row) => [row.id, row]))
  const items = ids.flatMap((id) => rows.get(id) ?? []).map(presentMessage)
  return { items, nextCursor: null }
}

/**
 * Hides a message for its reader, or shows it again, also after its thread was left.
 * @throws message.notFound (404); message.isRecord (403); message.tooManyHidden (409)
 */
export async function hideMessage(deps: Deps, viewer: SignedIn, id: string, isHidden: boolean): Promise<void> {
  if (isHidden) await assertReadsChat(deps.db, viewer, id)
  await deps.transaction(async (tx) => {
    if (!isHidden) await deleteHidden(tx, viewer.id, id)
    else if (!(await insertHidden(tx, viewer.id, id, deps.now(), HIDDEN_MESSAGES_MAX)))
      throw new AppError('message.tooManyHidden')
    tx.emit('messages:hidden', [userRoom(viewer.id)], {})
  })
}

export const listHidden = async ({ db }: Deps, viewer: SignedIn) => ({ messageIds: await hiddenOf(db, viewer.id) })
