import { TAK_FADED_MINUTES, TAK_MARKERS_MAX, type TakMarker } from '@noroshi/contract/exchange/tak.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import type { CotMarker } from './cot-event.ts'
import {
  deleteMarkers,
  deleteMarkersBefore,
  deleteMarkersBeyond,
  markerRows,
  type MarkerRow,
  takServerRow,
  upsertMarkers,
} from './tak.sql.ts'

const FADED_MS = TAK_FADED_MINUTES * 60_000

const endOf = (now: Date): Date => new Date(now.getTime() - FADED_MS)

/** Returns the markers of the TAK server, newest first, also those that were current some minutes ago. */
export const listTakMarkers = async ({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<{ items: TakMarker[]; nextCursor: null }> => ({
  items: (await markerRows(db, endOf(now()))).map(presentMarker),
  nextCursor: null,
})

/**
 * Stores what the TAK server said about its markers, by their names there; null: removed. The newest TAK_MARKERS_MAX stay.
 * Markers that ended are deleted, also those that their sender ends now with an earlier time.
 */
export async function storeTakMarkers(
  deps: Deps,
  serverId: string,
  received: ReadonlyMap<string, CotMarker | null>,
): Promise<void> {
  const now = deps.now()
  const markers = [...received.values()].filter((marker) => marker !== null).filter(({ staleAt }) => staleAt > endOf(now))
  const current = new Set(markers.map(({ uid }) => uid))
  const removed = [...received.keys()].filter((uid) => !current.has(uid))
  const hasEnded = await deleteMarkersBefore(deps.db, endOf(now))
  if (received.size === 0 && !hasEnded) return
  await deps.transaction(async (tx) => {
    // The connection may have been removed meanwhile.
    if ((await takServerRow(tx))?.id !== serverId) return
    if (removed.length > 0) await deleteMarkers(tx, removed)
    if (markers.length > 0)
      await upsertMarkers(
        tx,
        markers.map(({ uid, name, latitude, longitude, isExercise, at, staleAt }) => ({
          id: newId(),
          server_id: serverId,
          uid,
          name,
          latitude,
          longitude,
          is_exercise: isExercise,
          at,
          stale_at: staleAt,
          received_at: now,
        })),
      )
    await deleteMarkersBeyond(tx, TAK_MARKERS_MAX)
  })
  deps.realtime.emitHint('tak:markers_changed', [ALL_USERS], {})
}

const presentMarker = (row: MarkerRow): TakMarker => ({
  id: row.id,
  name: row.name,
  latitude: row.latitude,
  longitude: row.longitude,
  isExercise: row.is_exercise,
  at: row.at.toISOString(),
  staleAt: row.stale_at.toISOString(),
})
