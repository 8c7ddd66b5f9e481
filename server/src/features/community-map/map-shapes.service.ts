import { isDeepStrictEqual } from 'node:util'
import { compareShapes, type MapShape, MAP_SHAPES_MAX, type ShapeForm } from '@noroshi/contract/community-map/map-shapes.http'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { presentMapShape } from './map-shapes.present.ts'
import { deleteMapShape, lockAndCountMapShapes, mapShapeById, mapShapeRows, putMapShape } from './map-shapes.sql.ts'

const targetKind = 'mapShape'

/** Returns all lines and areas, ordered by name. */
export async function listMapShapes({ db }: Deps): Promise<{ items: MapShape[]; nextCursor: null }> {
  return { items: (await mapShapeRows(db)).map(presentMapShape).toSorted(compareShapes), nextCursor: null }
}

/** Adds a line or an area, or replaces it. The same content changes nothing. @throws mapShape.tooMany (409). */
export const changeMapShape = (deps: Deps, auditActor: AuditActor, id: string, form: ShapeForm): Promise<MapShape> =>
  deps.transaction(async (tx) => {
    const count = await lockAndCountMapShapes(tx)
    const row = await mapShapeById(tx, id)
    const before = row && presentMapShape(row)
    if (before && isDeepStrictEqual({ ...before, ...form }, before)) return before
    if (!before && count >= MAP_SHAPES_MAX) throw new AppError('mapShape.tooMany', { max: MAP_SHAPES_MAX })
    const shape = presentMapShape(await putMapShape(tx, id, form, deps.now()))
    const { name, kind } = shape
    const action = before ? 'mapShape.changed' : 'mapShape.created'
    await recordAudit(tx, { ...auditActor, action, targetKind, targetId: id, details: { name, kind } })
    tx.emit('map-shapes:updated', [ALL_USERS], shape)
    return shape
  })

/** Deletes a line or an area and returns the version of the removal. @throws mapShape.notFound (404). */
export const removeMapShape = (deps: Deps, auditActor: AuditActor, id: string): Promise<number> =>
  deps.transaction(async (tx) => {
    const removed = await deleteMapShape(tx, id)
    if (!removed) throw new AppError('mapShape.notFound')
    const { name, kind } = removed
    const version = removed.version + 1
    await recordAudit(tx, { ...auditActor, action: 'mapShape.deleted', targetKind, targetId: id, details: { name, kind } })
    tx.emit('map-shapes:removed', [ALL_USERS], { id, version })
    return version
  })
