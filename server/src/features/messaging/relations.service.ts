import type { Db } from '#/db/pool.ts'
import { avatarUrlOf } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'

/** Whether a user and any of the others block each other in their personal thread, whichever of them does it. */
export async function isBlockedBetween(db: Db, userId: string, otherIds: readonly string[]): Promise<boolean> {
  const blocking = await db
    .selectFrom('thread_members as own')
    .innerJoin('threads', 'threads.id', 'own.thread_id')
    .innerJoin('thread_members as other', 'other.thread_id', 'own.thread_id')
    .select('own.thread_id')
    .where('threads.kind', '=', 'personal')
    .where('own.user_id', '=', userId)
    .where('other.user_id', 'in', [...otherIds])
    .where((row) => row.or([row('own.has_accepted', '=', false), row('other.has_accepted', '=', false)]))
    .limit(1)
    .executeTakeFirst()
  return blocking !== undefined
}

/** Returns the users among these who block a user. */
export async function blockersAmong(db: Db, userId: string, otherIds: readonly string[]): Promise<Set<string>> {
  if (otherIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('thread_members as own')
    .innerJoin('threads', 'threads.id', 'own.thread_id')
    .innerJoin('thread_members as other', 'other.thread_id', 'own.thread_id')
    .select('other.user_id')
    .where('threads.kind', '=', 'personal')
    .where('own.user_id', '=', userId)
    .where('other.user_id', 'in', [...otherIds])
    .where('other.has_accepted', '=', false)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** @throws thread.notAddable (403) if one of these users blocks the viewer. */
export async function assertNotBlockedBy(db: Db, viewer: SignedIn, userIds: readonly string[]): Promise<void> {
  if ((await blockersAmong(db, viewer.id, userIds)).size > 0) throw new AppError('thread.notAddable')
}

/** Returns the users among these who are members of the group chat; none for a thread of another kind. */
export async function groupMembersAmong(db: Db, threadId: string, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('thread_members')
    .innerJoin('thread_groups', 'thread_groups.thread_id', 'thread_members.thread_id')
    .select('thread_members.user_id')
    .where('thread_members.thread_id', '=', threadId)
    .where('thread_members.user_id', 'in', [...userIds])
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Returns the ids of the active users who are members of a personal or group thread. */
export async function activeMemberIds(db: Db, threadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('thread_members')
    .innerJoin('users', 'users.id', 'thread_members.user_id')
    .select('thread_members.user_id')
    .where('thread_members.thread_id', '=', threadId)
    .where('users.is_active', '=', true)
    .orderBy('thread_members.user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns the ids of the active users who are members of any of these threads. */
export async function activeMemberIdsOf(db: Db, threadIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('thread_members')
    .innerJoin('users', 'users.id', 'thread_members.user_id')
    .select('thread_members.user_id')
    .distinct()
    .where('thread_members.thread_id', 'in', [...threadIds])
    .where('users.is_active', '=', true)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns the ids of the groups that a user administers. */
export async function groupsAdministeredBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('thread_members')
    .innerJoin('thread_groups', 'thread_groups.thread_id', 'thread_members.thread_id')
    .select('thread_members.thread_id')
    .where('thread_members.user_id', '=', userId)
    .where('thread_members.is_admin', '=', true)
    .execute()
  return rows.map((row) => row.thread_id)
}

/** The name and the picture of a group chat. */
export interface GroupFace {
  readonly name: string
  readonly imageUrl: string | null
}

/** Returns the names and pictures of group chats by thread id. */
export async function groupFaces(db: Db, threadIds: readonly string[]): Promise<Map<string, GroupFace>> {
  if (threadIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('thread_groups')
    .select(['thread_id', 'name', 'picture_file_id'])
    .where('thread_id', 'in', [...threadIds])
    .execute()
  return new Map(
    rows.map(({ thread_id, name, picture_file_id }) => [thread_id, { name, imageUrl: avatarUrlOf(picture_file_id) }]),
  )
}
