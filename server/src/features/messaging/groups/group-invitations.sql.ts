import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

/** Records that a user left a group. */
export const insertLeft = (tx: Db, threadId: string, userId: string, at: Date) =>
  tx
    .insertInto('left_members')
    .values({ thread_id: threadId, user_id: userId, left_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Returns those of the users who have left a group. */
export async function leftAmong(tx: Db, threadId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('left_members')
    .select('user_id')
    .where('thread_id', '=', threadId)
    .where('user_id', 'in', [...userIds])
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** An invitation lasts as long as its inviter is an admin of the group: other admins neither see it nor can end it. */
const inviterIsAdmin = sql<boolean>`EXISTS (SELECT FROM thread_members m JOIN users u ON u.id = m.user_id
  WHERE m.thread_id = left_members.thread_id AND m.user_id = left_members.invited_by AND m.is_admin AND u.is_active)`

/**
 * Invites users who have left a group, except those who are invited already and those who declined after `declinedSince`.
 * @returns the ids of the users who are newly invited
 */
export async function invite(
  tx: Db,
  threadId: string,
  userIds: readonly string[],
  { invitedBy, at, declinedSince }: { readonly invitedBy: string; readonly at: Date; readonly declinedSince: Date },
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await tx
    .updateTable('left_members')
    .set({ invited_by: invitedBy, invited_at: at })
    .where('thread_id', '=', threadId)
    .where('user_id', 'in', [...userIds])
    .where((row) => row.or([row('invited_by', 'is', null), row.not(inviterIsAdmin)]))
    .where((row) => row.or([row('declined_at', 'is', null), row('declined_at', '<', declinedSince)]))
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Ends an invitation. @returns false for a user who is not invited */
export async function decline(tx: Db, threadId: string, userId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('left_members')
    .set({ invited_by: null, invited_at: null, declined_at: at })
    .where('thread_id', '=', threadId)
    .where('user_id', '=', userId)
    .where('invited_by', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes the record of a user who is invited. @returns false for a user who is not */
export async function deleteInvitation(tx: Db, threadId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('left_members')
    .where('thread_id', '=', threadId)
    .where('user_id', '=', userId)
    .where(inviterIsAdmin)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export interface InvitationRow {
  readonly thread_id: string
  readonly name: string
  readonly member_count: number
  readonly invited_at: Date
  readonly inviter: PersonRow
}

/** Returns the invitations of a user, newest first. */
export async function invitationsOf(db: Db, userId: string): Promise<readonly InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    SELECT l.thread_id, g.name, t.member_count, l.invited_at, json_build_object('id', u.id, 'first_name', u.first_name,
      'last_name', u.last_name, 'avatar_file_id', u.avatar_file_id) AS inviter
    FROM left_members l JOIN threads t ON t.id = l.thread_id JOIN thread_groups g ON g.thread_id = l.thread_id
      JOIN users u ON u.id = l.invited_by AND u.is_active
      JOIN thread_members m ON m.thread_id = l.thread_id AND m.user_id = l.invited_by AND m.is_admin
    WHERE l.user_id = ${userId}::uuid
    ORDER BY l.invited_at DESC, l.thread_id LIMIT 100`.execute(db)
  return rows
}
