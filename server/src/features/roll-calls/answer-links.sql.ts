import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

interface NewLink {
  readonly rollCallId: string
  readonly personId: string
  readonly secretHash: Buffer
  readonly createdBy: string
  readonly createdAt: Date
}

/** Stores the link of a person in place of the one before. */
export const storeLink = (tx: Db, { rollCallId, personId, secretHash, createdBy, createdAt }: NewLink) => {
  const link = { secret_hash: secretHash, created_by: createdBy, created_at: createdAt }
  return tx
    .insertInto('answer_links')
    .values({ roll_call_id: rollCallId, person_id: personId, ...link })
    .onConflict((conflict) => conflict.columns(['roll_call_id', 'person_id']).doUpdateSet(link))
    .execute()
}

/** Returns the person and the open roll-call of a link that was made after `since`. */
export async function linkOf(db: Db, secretHash: Buffer, since: Date) {
  const { rows } = await sql<{ roll_call_id: string; person_id: string; is_answered: boolean }>`
    SELECT l.roll_call_id, l.person_id, p.state IS NOT NULL AS is_answered
    FROM answer_links l JOIN roll_calls r ON r.id = l.roll_call_id
      JOIN roll_call_people p ON p.roll_call_id = l.roll_call_id AND p.person_id = l.person_id
    WHERE l.secret_hash = ${secretHash} AND r.closed_at IS NULL AND l.created_at > ${since}`.execute(db)
  return rows[0]
}

/** Returns the addresses and languages of active users by their ids. */
export async function mailAddresses(db: Db, userIds: readonly string[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('id', 'in', [...userIds])
    .where('is_active', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
