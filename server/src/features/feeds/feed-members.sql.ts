import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#/db/pool.ts'
import type { FlagsRow } from './feeds.sql.ts'

const withPerson = (db: Db, feedId: string) =>
  db
    .selectFrom('feed_members')
    .innerJoin('users', 'users.id', 'feed_members.user_id')
    .selectAll('feed_members')
    .select(['users.first_name', 'users.last_name', 'users.avatar_file_id'])
    .where('feed_members.feed_id', '=', feedId)

/** This one first, then by name. */
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

/** Returns those who were not in it. */
export async function insertMembers(
  tx: Db,
  feedId: string,
  userIds: readonly string[],
  flags: FlagsRow,
  at: Date,
): Promise<string[]> {
  const values = userIds.map((user_id) => ({ id: uuidv7(), feed_id: feedId, user_id, ...flags, created_at: at, updated_at: at }))
  const joined = await tx
    .insertInto('feed_members')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return joined.map((row) => row.user_id)
}

export const updateMember = (tx: Db, id: string, flags: Partial<FlagsRow>, at: Date) =>
  tx
    .updateTable('feed_members')
    .set(flags)
    .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()

export const deleteMember = (tx: Db, id: string) => tx.deleteFrom('feed_members').where('id', '=', id).execute()
