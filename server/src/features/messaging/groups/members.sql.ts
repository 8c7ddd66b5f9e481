import { sql } from 'kysely'
import { newId } from '#/db/ids.ts'
import { type Db, prepared } from '#/db/pool.ts'

export interface NewMember {
  readonly userId: string
  readonly isAdmin: boolean
  /** null: the user has neither accepted nor blocked the thread. */
  readonly hasAccepted: boolean | null
}

/**
 * Inserts members and counts the existing messages as seen by them. The caller holds the thread's lock, so that no message is
 * inserted between the two statements.
 * @returns the ids of the users who were not members before, in the order of `members`
 */
export async function insertMembers(tx: Db, threadId: string, members: readonly NewMember[], at: Date): Promise<string[]> {
  const rows = members.map(({ userId, isAdmin, hasAccepted }) => ({
    id: newId(),
    thread_id: threadId,
    user_id: userId,
    is_admin: isAdmin,
    has_accepted: hasAccepted,
    joined_at: at,
    receipts_since: at,
    created_at: at,
    updated_at: at,
  }))
  const inserted = await tx
    .insertInto('thread_members')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  const ids = inserted.map((row) => row.user_id)
  await sql`
    INSERT INTO thread_watermarks (thread_id, message_type, user_id, delivered_seq, seen_seq)
    SELECT t.id, type, member, last.seq, last.seq FROM threads t
    CROSS JOIN LATERAL (VALUES ('normalChat', t.last_seq), ('asrChat', t.last_radio_seq)) AS last (type, seq)
    CROSS JOIN unnest(${ids}::uuid[]) AS member WHERE t.id = ${threadId}::uuid`.execute(tx)
  return ids
}

export const memberOf = (db: Db, threadId: string, userId: string) =>
  db
    .selectFrom('thread_members')
    .innerJoin('threads', 'threads.id', 'thread_members.thread_id')
    .modifyFront(prepared('member'))
    .select(['threads.kind', 'thread_members.is_admin', 'thread_members.has_accepted'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('thread_members as blocking')
            .whereRef('blocking.thread_id', '=', 'thread_members.thread_id')
            .where('blocking.has_accepted', '=', false)
            .select('blocking.user_id'),
        )
        .as('is_blocked'),
    )
    .where('thread_members.thread_id', '=', threadId)
    .where('thread_members.user_id', '=', userId)
    .executeTakeFirst()

const withPerson = (db: Db) =>
  db
    .selectFrom('thread_members')
    .innerJoin('users', 'users.id', 'thread_members.user_id')
    .selectAll('thread_members')
    .select(['users.first_name', 'users.last_name', 'users.avatar_file_id'])

/** Returns the viewer first, then the others by name. */
export const membersOf = (db: Db, threadId: string, viewerId: string) =>
  withPerson(db)
    .where('thread_id', '=', threadId)
    .orderBy((row) => row('user_id', '=', viewerId), 'desc')
    .orderBy(sql`lower(users.first_name)`)
    .orderBy(sql`lower(users.last_name)`)
    .orderBy('user_id')
    .execute()

/** Returns the people of a group by their membership, the first one first. */
export const peopleOf = (db: Db, threadId: string, limit: number) =>
  db
    .selectFrom('thread_members')
    .innerJoin('users', 'users.id', 'thread_members.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.avatar_file_id'])
    .where('thread_id', '=', threadId)
    .orderBy('thread_members.id')
    .limit(limit)
    .execute()

export type MemberRow = Awaited<ReturnType<typeof membersOf>>[number]

export const memberWithPerson = (db: Db, threadId: string, userId: string) =>
  withPerson(db).where('thread_id', '=', threadId).where('user_id', '=', userId).executeTakeFirst()

/** Deletes a membership; a foreign key deletes its watermarks. @returns false if the user was not a member */
export async function deleteMember(tx: Db, threadId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('thread_members')
    .where('thread_id', '=', threadId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** @returns false if the user has this value already or is not a member */
export async function updateAdmin(tx: Db, threadId: string, userId: string, is_admin: boolean, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('thread_members')
    .set({ is_admin, updated_at: at })
    .where('thread_id', '=', threadId)
    .where('user_id', '=', userId)
    .where('is_admin', '<>', is_admin)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Returns the next admin of a group without an active admin: the active member who joined first.
 * @returns undefined if an active admin exists or the group has no members
 */
export async function nextAdminOf(tx: Db, threadId: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT m.user_id FROM thread_members m JOIN users u ON u.id = m.user_id WHERE m.thread_id = ${threadId}::uuid
      AND NOT EXISTS (SELECT FROM thread_members a JOIN users p ON p.id = a.user_id
        WHERE a.thread_id = ${threadId}::uuid AND a.is_admin AND p.is_active)
      AND NOT EXISTS (SELECT FROM alert_channels c WHERE c.thread_id = m.thread_id)
    ORDER BY u.is_active DESC, m.is_admin DESC, m.id LIMIT 1`.execute(tx)
  return rows[0]?.user_id
}

export const updateAcceptance = (tx: Db, threadId: string, userId: string, has_accepted: boolean, at: Date) =>
  tx
    .updateTable('thread_members')
    .set({ has_accepted, updated_at: at })
    .where('thread_id', '=', threadId)
    .where('user_id', '=', userId)
    .execute()

/** Returns all threads of a user by id. Callers lock them in this order. */
export const threadsWithMember = (db: Db, userId: string) =>
  db
    .selectFrom('thread_members')
    .innerJoin('threads', 'threads.id', 'thread_members.thread_id')
    .select(['threads.id', 'threads.kind'])
    .where('thread_members.user_id', '=', userId)
    .orderBy('threads.id')
    .execute()
