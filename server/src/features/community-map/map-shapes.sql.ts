import { sql } from 'kysely'
import type { ShapeForm } from '@noroshi/contract/community-map/map-shapes.http'
import type { Db } from '#/db/pool.ts'

/** Returns all lines and areas. */
export const mapShapeRows = (db: Db) => db.selectFrom('map_shapes').selectAll().execute()

export type MapShapeRow = Awaited<ReturnType<typeof mapShapeRows>>[number]

/** Locks the set of lines and areas until the transaction ends, and returns their number. */
export async function lockAndCountMapShapes(tx: Db): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('map shapes', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('map_shapes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const mapShapeById = (tx: Db, id: string) =>
  tx.selectFrom('map_shapes').selectAll().where('id', '=', id).executeTakeFirst()

/** Adds a line or an area, or replaces it and raises its version. */
export const putMapShape = (tx: Db, id: string, { points, ...form }: ShapeForm, updatedAt: Date) => {
  const values = { ...form, points: JSON.stringify(points), updated_at: updatedAt }
  return tx
    .insertInto('map_shapes')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, version: sql<number>`map_shapes.version + 1` }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a line or an area and returns it; undefined if there is none. */
export const deleteMapShape = (tx: Db, id: string) =>
  tx.deleteFrom('map_shapes').where('id', '=', id).returningAll().executeTakeFirst()
