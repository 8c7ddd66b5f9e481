import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

interface NewInvitation {
  readonly id: string
  readonly code_hash: Buffer
  readonly label: string
  readonly created_by: string
  readonly max_uses: number
  readonly created_at: Date
  readonly expires_at: Date
}

export const insertInvitation = (db: Db, invitation: NewInvitation) => db.insertInto('invitations').values(invitation).execute()

/** Returns invitations, newest first. Ids rise with time (db/ids.ts). `after`: the id of the last one of the page before. */
export const invitationRows = (db: Db, after: string | undefined, limit: number) =>
  db
    .selectFrom('invitations')
    .select(['id', 'label', 'created_by', 'max_uses', 'used_count', 'created_at', 'expires_at', 'revoked_at'])
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type InvitationRow = Awaited<ReturnType<typeof invitationRows>>[number]

export const revokeInvitationRow = (db: Db, id: string, at: Date) =>
  db
    .updateTable('invitations')
    .set({ revoked_at: sql`COALESCE(revoked_at, ${at})` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Counts one use and returns true, or returns false if no use is left. The row lock serializes concurrent uses. */
export async function redeemInvitationRow(db: Db, codeHash: Buffer, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable('invitations')
    .set({ used_count: sql`used_count + 1` })
    .where('code_hash', '=', codeHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('used_count', '<', 'max_uses')
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
