import { sql } from 'kysely'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { FlagsRow } from './feeds.sql.ts'

const withPerson = (db: Db, feedId: string) =>
  db
    .selectFrom('feed_members')
    .innerJoin('users', 'users.id', 'feed_members.user_id')
    .selectAll('feed_members')
    .select(['users.first_name', 'users.last_name', 'users.avatar_file_id', 'users.is_active'])
    .where('feed_members.feed_id', '=', feedId)

/** Returns the members of a feed: the user `firstId` first, then by name. */
export const feedMembers = (db: Db, feedId: string, firstId: string) =>
  withPerson(db, feedId)
    .orderBy((row) => row('user_id', '=', firstId), 'desc')
    .orderBy(sql`lower(users.first_name)`)
    .orderBy(sql`lower(users.last_name)`)
    .orderBy('user_id')
    .execute()

export type FeedMemberRow = Awaited<ReturnType<typeof feedMembers>>[number]

export const memberById = (db: Db, feedId: string, id: string) =>
  withPerson(db, feedId).where('feed_members.id', '=', id).executeTakeFirst()

export const memberOfUser = (db: Db, feedId: string, userId: string) =>
  withPerson(db, feedId).where('user_id', '=', userId).executeTakeFirst()

/** Inserts members. @returns the ids of the users who were not members before */
export async function insertMembers(
  tx: Db,
  feedId: string,
  userIds: readonly string[],
  flags: FlagsRow,
  at: Date,
): Promise<string[]> {
  const values = userIds.map((user_id) => ({ id: newId(), feed_id: feedId, user_id, ...flags, created_at: at, updated_at: at }))
  const inserted = await tx
    .insertInto('feed_members')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return inserted.map((row) => row.user_id)
}

export const updateMember = (tx: Db, id: string, flags: Partial<FlagsRow>, at: Date) =>
  tx
    .updateTable('feed_members')
    .set(flags)
    .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()

export const deleteMember = (tx: Db, id: string) => tx.deleteFrom('feed_members').where('id', '=', id).execute()

/** Returns the flags of the users in a feed by user id. Users who are not members are missing. */
export async function membershipsIn(db: Db, feedId: string, userIds: readonly string[]): Promise<Map<string, FlagsRow>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('feed_members')
    .select(['user_id', 'can_post', 'can_update', 'can_moderate_posts', 'can_moderate_members'])
    .where('feed_id', '=', feedId)
    .where('user_id', 'in', [...userIds])
    .execute()
  return new Map(rows.map(({ user_id, ...flags }) => [user_id, flags]))
}
