import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Returns the answer of a user about the user with a client id, or the newest one, and locks it. */
export const ownState = (tx: Db, rollCallId: string, userId: string, clientId: string | undefined) =>
  tx
    .selectFrom('person_states')
    .select('id')
    .where('roll_call_id', '=', rollCallId)
    .where('person_id', '=', userId)
    .where('said_by', '=', userId)
    .where('dependant_id', 'is', null)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? null))
    .orderBy('said_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Returns to which roll-call and user an entry belongs. */
export const stateById = (db: Db, id: string) =>
  db.selectFrom('person_states').select(['roll_call_id', 'person_id']).where('id', '=', id).executeTakeFirst()

/** Returns the photos of entries that were deleted. */
export async function photosWithoutState(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT f.id FROM files f WHERE f.parent_kind = 'personState'
    AND NOT EXISTS (SELECT FROM person_states s WHERE s.id = f.parent_id) LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
