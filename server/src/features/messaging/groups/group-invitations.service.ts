import type { z } from 'zod'
import type { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { decline, deleteInvitation, invitationsOf, invite, leftAmong } from './group-invitations.sql.ts'
import { insertIntoGroup } from './group-membership.service.ts'
import { readThread } from '../threads.service.ts'
import { lockThread } from '../threads.sql.ts'

type Invitations = z.output<typeof threadRoutes.invitations.reply>

/** Milliseconds after a declined invitation for which the user is not asked again. */
const NOT_ASKED_MS = 7 * 86_400_000

/** Returns the invitations of the viewer to groups that they left, newest first. */
export async function listInvitations({ db }: Deps, viewer: SignedIn): Promise<Invitations> {
  const items = (await invitationsOf(db, viewer.id)).map((row) => ({
    MessageThreadId: row.thread_id,
    name: row.name,
    memberCount: row.member_count,
    invitedBy: presentPerson(row.inviter),
    createdAt: row.invited_at.toISOString(),
  }))
  return { items, nextCursor: null }
}

/**
 * Invites those of the users who have left the group. The caller holds its lock.
 * @returns the ids of the users who have left: an admin cannot add them
 */
export async function inviteThoseWhoLeft(
  deps: Deps,
  tx: Tx,
  viewer: SignedIn,
  threadId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const left = await leftAmong(tx, threadId, userIds)
  const at = deps.now()
  const declinedSince = new Date(at.getTime() - NOT_ASKED_MS)
  const invited = await invite(tx, threadId, [...left], { invitedBy: viewer.id, at, declinedSince })
  if (invited.length > 0) tx.emit('message-threads:invited', invited.map(userRoom), {})
  return left
}

/**
 * Joins the group again, or declines.
 * @throws thread.notFound (404) without an invitation; thread.tooManyMembers (409).
 */
export const answerInvitation = (deps: Deps, viewer: SignedIn, threadId: string, isAccepted: boolean) =>
  deps.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const isInvited = isAccepted
      ? await deleteInvitation(tx, threadId, viewer.id)
      : await decline(tx, threadId, viewer.id, deps.now())
    if (!isInvited) throw new AppError('thread.notFound')
    tx.emit('message-threads:invited', [userRoom(viewer.id)], {})
    if (!isAccepted) return { thread: null }
    await insertIntoGroup(deps, tx, threadId, [viewer.id])
    return { thread: await readThread(tx, viewer, threadId) }
  })
