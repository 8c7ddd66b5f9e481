import { type Insertable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { MapOverlays } from '#/db/rows.ts'
import type { FileColumns } from '#/features/files/files.service.ts'

export interface OverlayRow {
  readonly id: string
  readonly name: string
  readonly picture: FileColumns
  readonly picture_file_id: string
  readonly points: unknown
  readonly opacity: number
  readonly is_shown: boolean
  readonly updated_at: Date
}

const selectOverlays = sql`
  SELECT o.*, json_build_object('id', f.id, 'type', f.type, 'name', f.name, 'size', f.size, 'width', f.width, 'height', f.height,
    'preview_key', f.preview_key) AS picture
  FROM map_overlays o JOIN files f ON f.id = o.picture_file_id`

/** Returns the pictures, ordered by name. @param onlyVisible whether those that are not laid or not shown are left out */
export async function overlayRows(db: Db, onlyVisible: boolean): Promise<OverlayRow[]> {
  const { rows } = await sql<OverlayRow>`${selectOverlays}
    WHERE ${onlyVisible ? sql`o.is_shown AND o.points IS NOT NULL` : sql`true`} ORDER BY o.name, o.id`.execute(db)
  return rows
}

export async function overlayById(db: Db, id: string): Promise<OverlayRow | undefined> {
  return (await sql<OverlayRow>`${selectOverlays} WHERE o.id = ${id}::uuid`.execute(db)).rows[0]
}

/** Locks the set of pictures until the transaction ends, and returns their number. */
export async function lockAndCountOverlays(tx: Db): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('map overlays', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('map_overlays')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertOverlay = (tx: Db, overlay: Insertable<MapOverlays>) => tx.insertInto('map_overlays').values(overlay).execute()

export const updateOverlay = (tx: Db, id: string, change: Omit<Insertable<MapOverlays>, 'id' | 'picture_file_id'>) =>
  tx.updateTable('map_overlays').set(change).where('id', '=', id).execute()

export const deleteOverlay = (tx: Db, id: string) => tx.deleteFrom('map_overlays').where('id', '=', id).execute()
