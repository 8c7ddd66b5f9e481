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

/** Newest first; ids are UUIDv7, so their order is the order of making. */
export const invitationRows = (db: Db) => db.selectFrom('invitations').selectAll().orderBy('id', 'desc').limit(1000).execute()

export type InvitationRow = Awaited<ReturnType<typeof invitationRows>>[number]

export const revoke = (db: Db, id: string, at: Date) =>
  db
    .updateTable('invitations')
    .set({ revoked_at: sql`COALESCE(revoked_at, ${at})` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Counts one use, if there is one left: the row's lock lets nobody pass beyond the last. */
export async function countUse(db: Db, codeHash: Buffer, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('invitations')
    .set({ used_count: sql`used_count + 1` })
    .where('code_hash', '=', codeHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('used_count', '<', 'max_uses')
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
