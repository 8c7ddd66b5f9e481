import { mapShapeRoutes } from '@noroshi/contract/community-map/map-shapes.http'
import { hasPlaceState, type PlaceKind, placeRoutes, type PlaceState } from '@noroshi/contract/places/places.http'
import type { MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import { call } from '../../../platform/connection/http.ts'
import { newId } from '../../../platform/ids.ts'
import type { FoundFeatures, FoundPlace, FoundShape } from './found-features.ts'

/** The kinds of what the file has no kind for. */
export interface Missing {
  readonly placeKind: PlaceKind
  readonly shapeKind: MapShape['kind']
  /** The state of shelters and halls; null: it was not chosen. */
  readonly placeState: PlaceState | null
}

/** Whether the user must choose the state of a shelter or hall. */
export const needsState = (places: readonly FoundPlace[], { placeKind }: Missing): boolean =>
  places.some(({ kind, state }) => state === null && hasPlaceState(kind ?? placeKind))

/** One entry of a file with the id that it gets, so that a repetition adds no second one. */
export type Addition = { readonly id: string } & ({ readonly place: FoundPlace } | { readonly shape: FoundShape })

/** Returns the entries of a file with their ids. */
export const additionsOf = ({ places, shapes }: FoundFeatures): Addition[] => [
  ...places.map((place) => ({ id: newId(), place })),
  ...shapes.map((shape) => ({ id: newId(), shape })),
]

/** Adds an entry to the map. Its event shows it. A repetition with the same id adds no second one. */
export async function addFound(addition: Addition, { placeKind, shapeKind, placeState }: Missing): Promise<void> {
  const { id } = addition
  if ('place' in addition) {
    const { name, note, kind: known, ownKind, state, capacity, facilities, latitude, longitude } = addition.place
    const kind = known ?? placeKind
    const own = ownKind && { ownKind }
    const room = hasPlaceState(kind) && { state: state ?? placeState, capacity, facilities: [...facilities] }
    await call(placeRoutes.create, { body: { id, name, note, kind, ...own, ...room, latitude, longitude } })
    return
  }
  const { geometry, name, kind, color, points } = addition.shape
  const body = { geometry, name, kind: kind ?? shapeKind, color: color ?? ('blue' as const), points: [...points] }
  await call(mapShapeRoutes.put, { params: { id }, body })
}
