import { sql } from 'kysely'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { FlagsRow } from './pages.sql.ts'

const withPerson = (db: Db, pageId: string) =>
  db
    .selectFrom('page_members')
    .innerJoin('users', 'users.id', 'page_members.user_id')
    .selectAll('page_members')
    .select(['users.first_name', 'users.last_name', 'users.avatar_file_id', 'users.is_active'])
    .where('page_members.page_id', '=', pageId)

/** Returns the members of a page: the user `firstId` first, then by name. */
export const pageMembers = (db: Db, pageId: string, firstId: string) =>
  withPerson(db, pageId)
    .orderBy((row) => row('user_id', '=', firstId), 'desc')
    .orderBy(sql`lower(users.first_name)`)
    .orderBy(sql`lower(users.last_name)`)
    .orderBy('user_id')
    .execute()

export type PageMemberRow = Awaited<ReturnType<typeof pageMembers>>[number]

export const memberById = (db: Db, pageId: string, id: string) =>
  withPerson(db, pageId).where('page_members.id', '=', id).executeTakeFirst()

export const memberOfUser = (db: Db, pageId: string, userId: string) =>
  withPerson(db, pageId).where('user_id', '=', userId).executeTakeFirst()

/** Returns the distinct flags of a user's memberships of pages that are not deleted. */
export const membershipsOf = (db: Db, userId: string): Promise<FlagsRow[]> =>
  db
    .selectFrom('page_members')
    .innerJoin('pages', 'pages.id', 'page_members.page_id')
    .select(['can_update', 'can_moderate_updates', 'can_moderate_members'])
    .distinct()
    .where('user_id', '=', userId)
    .where('pages.deleted_at', 'is', null)
    .execute()

export const reviewersOf = async (db: Db, pageId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('page_members')
    .select('user_id')
    .where('page_id', '=', pageId)
    .where('can_moderate_updates', '=', true)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Inserts members. @returns the ids of the users who were not members before */
export async function insertMembers(
  tx: Db,
  pageId: string,
  userIds: readonly string[],
  flags: FlagsRow,
  at: Date,
): Promise<string[]> {
  const values = userIds.map((user_id) => ({ id: newId(), page_id: pageId, user_id, ...flags, created_at: at, updated_at: at }))
  const inserted = await tx
    .insertInto('page_members')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return inserted.map((row) => row.user_id)
}

export const updateMember = (tx: Db, id: string, flags: Partial<FlagsRow>, at: Date) =>
  tx
    .updateTable('page_members')
    .set(flags)
    .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()

export const deleteMember = (tx: Db, id: string) => tx.deleteFrom('page_members').where('id', '=', id).execute()
