import { type Insertable, type Updateable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Places } from '#/db/rows.ts'

const shown = (db: Db) => db.selectFrom('places').selectAll().where('deleted_at', 'is', null)

/** Returns all places. */
export const placeRows = (db: Db) => shown(db).execute()

export type PlaceRow = Awaited<ReturnType<typeof placeRows>>[number]

export const placeById = (db: Db, id: string) => shown(db).where('id', '=', id).executeTakeFirst()

/** Returns a place and locks its row until the transaction ends. */
export const placeForUpdate = (db: Db, id: string) => shown(db).where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the set of places against additions until the transaction ends, and returns their number. */
export async function lockAndCountPlaces(tx: Db): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('places', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('places')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a place. Returns undefined if there is a row with this id, also of a deleted place. */
export const insertPlace = (tx: Db, place: Insertable<Places>) =>
  tx
    .insertInto('places')
    .values(place)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Changes a place and raises its version. */
export const updatePlace = (tx: Db, id: string, change: Updateable<Places>) =>
  tx
    .updateTable('places')
    .set(change)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
