import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Returns the code of a shelter whose people receive themselves. */
export async function codeOf(db: Db, placeId: string): Promise<string | undefined> {
  const row = await db.selectFrom('self_service_codes').select('code').where('place_id', '=', placeId).executeTakeFirst()
  return row?.code
}

interface NewCode {
  readonly place_id: string
  readonly code: string
  readonly created_by: string
  readonly created_at: Date
}

/** Stores a code in place of the one before. */
export const storeCode = (tx: Db, { place_id, ...code }: NewCode) =>
  tx
    .insertInto('self_service_codes')
    .values({ place_id, ...code })
    .onConflict((conflict) => conflict.column('place_id').doUpdateSet(code))
    .execute()

/** Deletes the code of a shelter. Returns false without one. */
export async function deleteCode(tx: Db, placeId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('self_service_codes').where('place_id', '=', placeId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** The row of a user or of a dependant in a register, with the row into which it was merged. */
export interface OwnRow {
  /** null: the user. */
  readonly dependant_id: string | null
  readonly root_id: string
  /** Where the person stays; null: not here. */
  readonly mode: string | null
}

/** Returns the rows of a user and of the dependants of the user in a register, with where they stay now. */
export async function ownRows(db: Db, placeId: string, userId: string, dependantIds: readonly string[]): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`SELECT p.dependant_id, p.root_id, (
      SELECT s.mode FROM registered_people q JOIN stays s ON s.person_id = q.id
      WHERE q.root_id = p.root_id AND s.left_at IS NULL AND s.undone_at IS NULL ORDER BY s.mode = 'inside' DESC LIMIT 1) AS mode
    FROM registered_people p
    WHERE p.place_id = ${placeId}::uuid AND p.anonymised_at IS NULL
      AND ((p.kind = 'member' AND p.user_id = ${userId}::uuid) OR p.dependant_id = ANY (${[...dependantIds]}::uuid[]))`.execute(
    db,
  )
  return rows
}
