import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  MAP_OVERLAYS_MAX,
  type MapOverlay,
  type mapOverlayRoutes,
  OVERLAY_SIDE_MAX,
  type OverlayForm,
} from '@noroshi/contract/community-map/map-overlays.http'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, type FileReaders, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { presentOverlay } from './map-overlays.present.ts'
import {
  deleteOverlay,
  insertOverlay,
  lockAndCountOverlays,
  overlayById,
  type OverlayRow,
  overlayRows,
  updateOverlay,
} from './map-overlays.sql.ts'

const targetKind = 'mapOverlay'
/** Percent of a new picture: the map below stays readable. */
const FIRST_OPACITY = 70

/** Returns the pictures that the viewer may see, ordered by name. */
export async function listOverlays({ db }: Deps, viewer: SignedIn): Promise<{ items: MapOverlay[]; nextCursor: null }> {
  return { items: (await overlayRows(db, !viewer.isAdmin)).map(presentOverlay), nextCursor: null }
}

interface Created {
  readonly overlay: MapOverlay
  readonly isRepeated: boolean
}

/**
 * Adds a picture that is not laid yet. A repetition returns the same one.
 * @throws file.notPicture, mapOverlay.tooLarge (400); mapOverlay.notFound (404) if it was deleted meanwhile; mapOverlay.tooMany,
 * conflict (409)
 */
export const createOverlay = (
  deps: Deps,
  auditActor: AuditActor,
  { clientId, name }: z.output<typeof mapOverlayRoutes.create.form>,
  files: readonly ReceivedFile[],
): Promise<Created> =>
  command<Created>(
    deps,
    {
      viewer: auditActor.actor,
      name: 'map-overlay:create',
      clientId,
      body: { name, files: files.map(({ sentHash }) => sentHash) },
    },
    async (tx, id) => {
      const picture = assertPicture(files)
      if ((await lockAndCountOverlays(tx)) >= MAP_OVERLAYS_MAX)
        throw new AppError('mapOverlay.tooMany', { max: MAP_OVERLAYS_MAX })
      const [file] = await insertFiles(tx, { kind: 'mapOverlay', id }, [picture])
      await insertOverlay(tx, {
        id,
        name,
        picture_file_id: file?.id ?? '',
        opacity: FIRST_OPACITY,
        is_shown: true,
        updated_at: deps.now(),
      })
      await recordAudit(tx, { ...auditActor, action: 'mapOverlay.created', targetKind, targetId: id, details: { name } })
      tx.emit('map-overlays:changed', [ALL_USERS], {})
      return { overlay: presentOverlay(await assertFound(tx, id)), isRepeated: false }
    },
    async (tx, id) => ({ overlay: presentOverlay(await assertFound(tx, id)), isRepeated: true }),
  )

/** @throws file.notPicture, mapOverlay.tooLarge (400) */
function assertPicture([picture]: readonly ReceivedFile[]): ReceivedFile {
  if (!picture || picture.width === null || picture.height === null) throw new AppError('file.notPicture')
  if (Math.max(picture.width, picture.height) > OVERLAY_SIDE_MAX)
    throw new AppError('mapOverlay.tooLarge', { max: OVERLAY_SIDE_MAX })
  return picture
}

/** @throws mapOverlay.notFound (404) */
async function assertFound(db: Db, id: string): Promise<OverlayRow> {
  const row = await overlayById(db, id)
  if (!row) throw new AppError('mapOverlay.notFound')
  return row
}

/** Lays a picture and changes its name, its opacity and whether it is shown. @throws mapOverlay.notFound (404) */
export const changeOverlay = (deps: Deps, auditActor: AuditActor, id: string, form: OverlayForm): Promise<MapOverlay> =>
  deps.transaction(async (tx) => {
    await lockAndCountOverlays(tx)
    const before = presentOverlay(await assertFound(tx, id))
    if (isDeepStrictEqual({ ...before, ...form }, before)) return before
    const { name, points, opacity, isShown } = form
    await updateOverlay(tx, id, {
      name,
      points: points && JSON.stringify(points),
      opacity,
      is_shown: isShown,
      updated_at: deps.now(),
    })
    await recordChange(tx, auditActor, 'mapOverlay.changed', id, { name, isShown })
    return presentOverlay(await assertFound(tx, id))
  })

/** Deletes a picture of the map. @throws mapOverlay.notFound (404) */
export async function removeOverlay(deps: Deps, auditActor: AuditActor, id: string): Promise<void> {
  const removed = await deps.transaction(async (tx) => {
    await lockAndCountOverlays(tx)
    const { name, picture_file_id: fileId } = await assertFound(tx, id)
    await deleteOverlay(tx, id)
    await recordChange(tx, auditActor, 'mapOverlay.deleted', id, { name })
    return removeFiles(tx, [fileId])
  })
  await discardReceived(deps, removed)
}

async function recordChange(
  tx: Tx,
  auditActor: AuditActor,
  action: string,
  id: string,
  details: Record<string, string | boolean>,
): Promise<void> {
  await recordAudit(tx, { ...auditActor, action, targetKind, targetId: id, details })
  tx.emit('map-overlays:changed', [ALL_USERS], {})
}

/** Signed-in users read the pictures that their maps have, and administrators all. */
export const mayReadOverlayFiles: FileReaders['mapOverlay'] = async ({ db }, { viewer }, id) => {
  if (viewer === null) return false
  const row = await overlayById(db, id)
  return row !== undefined && (viewer.isAdmin || (row.is_shown && row.points !== null))
}
