import { GROUP_MEMBERS_LISTED_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread, SharedThread } from '@noroshi/contract/messaging/threads.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { type PersonRow, presentPerson } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { threadRoom } from './messaging.rooms.ts'
import { memberOf, peopleOf } from './groups/members.sql.ts'
import { presentShared, presentThread } from './threads.present.ts'
import { ownThread, sharedThread, type ThreadRow, threadsOf, unreadPersonalOf } from './threads.sql.ts'

/** Returns all threads of a kind that the viewer is a member of, latest activity first. */
export async function listThreads(deps: Deps, viewer: SignedIn, kind: ThreadRow['kind']) {
  const rows = await threadsOf(deps.db, viewer.id, kind)
  return { items: rows.map((row) => presentThread(row, viewer)), nextCursor: null }
}

/** @throws thread.notFound (404) if the viewer is not a member, for another kind, and for the thread of an alert. */
export async function readThread(db: Db, viewer: SignedIn, id: string, kind?: ThreadRow['kind']): Promise<MessageThread> {
  const row = await ownThread(db, viewer.id, id)
  if (!row || (kind !== undefined && row.kind !== kind)) throw new AppError('thread.notFound')
  const thread = presentThread(row, viewer)
  if (row.kind !== 'group') return thread
  const members = (await listedPeople(db, id)).map(presentPerson)
  return { ...thread, members, latestMessage: thread.latestMessage && withRecipients(thread.latestMessage, members) }
}

/** Returns the people of a group; none of a larger group than {@link GROUP_MEMBERS_LISTED_MAX}. */
async function listedPeople(db: Db, threadId: string): Promise<readonly PersonRow[]> {
  const people = await peopleOf(db, threadId, GROUP_MEMBERS_LISTED_MAX + 1)
  return people.length > GROUP_MEMBERS_LISTED_MAX ? [] : people
}

/** Adds the recipients to the messages of a group. */
export async function listRecipients(db: Db, threadId: string, messages: readonly Message[]): Promise<Message[]> {
  const people = messages.some(({ isGroupMessage }) => isGroupMessage) ? await listedPeople(db, threadId) : []
  return messages.map((message) => withRecipients(message, people))
}

const withRecipients = (message: Message, people: readonly { readonly id: string }[]): Message =>
  message.isGroupMessage ? { ...message, userId: people.map(({ id }) => id).filter((id) => id !== message.SenderId) } : message

/** Returns the fields of a thread that are equal for all members. */
export async function readShared(db: Db, id: string): Promise<SharedThread> {
  const row = await sharedThread(db, id)
  if (!row) throw new AppError('thread.notFound')
  return presentShared(row)
}

/**
 * Emits the current thread to its members. The caller holds the thread's lock and calls this after its last change.
 * @returns the thread
 */
export async function emitThreadChanged(tx: Tx, id: string): Promise<SharedThread> {
  const thread = await readShared(tx, id)
  tx.emit('message-threads:updated', [threadRoom(id)], thread)
  return thread
}

export async function readUnreadPersonal(deps: Deps, viewer: SignedIn): Promise<{ threadIds: string[]; count: number }> {
  const threadIds = await unreadPersonalOf(deps.db, viewer.id)
  return { threadIds, count: threadIds.length }
}

/** Returns the viewer's membership of a thread. @throws thread.notFound (404) if the viewer is not a member. */
export async function membershipIn(db: Db, viewer: Pick<SignedIn, 'id'>, id: string) {
  const member = await memberOf(db, id, viewer.id)
  if (!member) throw new AppError('thread.notFound')
  return member
}

/**
 * Checks the right to write to a personal thread or a group.
 * @throws thread.notFound (404) if the viewer is not a member; thread.blocked (403) if one of the two blocks the other.
 */
export async function assertMayWrite(db: Db, viewer: SignedIn, id: string): Promise<void> {
  const { is_blocked } = await membershipIn(db, viewer, id)
  authorize(viewer, 'thread:write', { isMember: true, isBlocked: Boolean(is_blocked) }, 'thread.blocked')
}
