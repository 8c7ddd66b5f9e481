import type { z } from 'zod'
import {
  comparePlaces,
  type Facility,
  hasPlaceState,
  KIND_OF_OWN,
  type OwnPlaceKind,
  type Place,
  type PlaceChange,
  type PlaceKind,
  PLACES_MAX,
  type placeRoutes,
  type PlaceState,
} from '@noroshi/contract/places/places.http'
import { recordCommand } from '#/db/command.ts'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { presentPlace } from './places.present.ts'
import {
  insertPlace,
  lockAndCountPlaces,
  placeById,
  placeForUpdate,
  placeRows,
  type PlaceRow,
  updatePlace,
} from './places.sql.ts'

export { presentPlace } from './places.present.ts'

const targetKind = 'place'

/** Returns all places, ordered by kind and name. */
export async function listPlaces({ db }: Deps): Promise<{ items: Place[]; nextCursor: null }> {
  return { items: (await placeRows(db)).map(presentPlace).toSorted(comparePlaces), nextCursor: null }
}

/** @throws place.notFound (404), also for a deleted place. */
function assertFound(row: PlaceRow | undefined): PlaceRow {
  if (!row) throw new AppError('place.notFound')
  return row
}

interface Room {
  readonly state?: PlaceState | null | undefined
  readonly capacity?: number | null | undefined
  readonly facilities?: readonly Facility[] | undefined
}

interface RoomColumns {
  state: PlaceState | null
  capacity: number | null
  facilities: Facility[]
}

/**
 * Returns the state, the capacity and the facilities of a place of this kind: a shelter or hall is open unless its state is known.
 * @throws place.noState (400) if the kind has none and the sender gives one
 */
function roomOf(kind: PlaceKind, sent: Room, before: Room): RoomColumns {
  if (hasPlaceState(kind)) {
    const capacity = sent.capacity === undefined ? before.capacity : sent.capacity
    const facilities = [...(sent.facilities ?? before.facilities ?? [])]
    return { state: sent.state ?? before.state ?? 'open', capacity: capacity ?? null, facilities }
  }
  const hasRoom = (sent.state ?? null) !== null || (sent.capacity ?? null) !== null || (sent.facilities ?? []).length > 0
  if (hasRoom) throw new AppError('place.noState')
  return { state: null, capacity: null, facilities: [] }
}

/**
 * Returns the columns of the own kind of a place of this kind.
 * @throws place.ownKind (400) if this kind has none
 */
function ownKindOf(kind: PlaceKind, ownKind: OwnPlaceKind | null | undefined) {
  if (ownKind && kind !== KIND_OF_OWN) throw new AppError('place.ownKind')
  return { own_kind: ownKind?.name ?? null, own_icon: ownKind?.icon ?? null }
}

async function recordAndEmit(tx: Tx, auditActor: AuditActor, action: string, row: PlaceRow): Promise<Place> {
  const place = presentPlace(row)
  const { id, name, kind, state } = place
  await recordAudit(tx, { ...auditActor, action, targetKind, targetId: id, details: { name, kind, state } })
  tx.emit('places:updated', [ALL_USERS], place)
  return place
}

/**
 * Adds a place. A repeated id returns the place that it added.
 * @throws place.noState, place.ownKind (400); place.notFound (404) if the place was deleted meanwhile;
 * place.tooMany (409); conflict (409) if another request used the id.
 */
export const createPlace = (
  deps: Deps,
  auditActor: AuditActor,
  { id: sentId, ...body }: z.output<typeof placeRoutes.create.body>,
): Promise<{ readonly place: Place; readonly isRepeated: boolean }> =>
  deps.transaction(async (tx) => {
    const id = sentId ?? newId()
    const command = { scopeId: id, name: 'place:create', clientId: id, body }
    if (sentId !== undefined && (await recordCommand(tx, command, id)) !== null)
      return { place: presentPlace(assertFound(await placeById(tx, id))), isRepeated: true }
    if ((await lockAndCountPlaces(tx)) >= PLACES_MAX) throw new AppError('place.tooMany', { max: PLACES_MAX })
    const at = deps.now()
    const { ownKind, ...form } = body
    const facts = { ...ownKindOf(form.kind, ownKind), ...roomOf(form.kind, form, {}) }
    const row = await insertPlace(tx, { ...form, ...facts, id, created_at: at, updated_at: at })
    if (!row) throw new AppError('conflict')
    return { place: await recordAndEmit(tx, auditActor, 'place.created', row), isRepeated: false }
  })

/**
 * Changes the fields of a place that are present.
 * @throws place.noState, place.ownKind (400); place.notFound (404).
 */
export const changePlace = (
  deps: Deps,
  auditActor: AuditActor,
  id: string,
  { ownKind, ...change }: z.output<typeof PlaceChange>,
): Promise<Place> =>
  deps.transaction(async (tx) => {
    const before = presentPlace(assertFound(await placeForUpdate(tx, id)))
    const kind = change.kind ?? before.kind
    // A page of the version before knows no own kinds, and removes none.
    const own = ownKindOf(kind, ownKind === undefined && kind === KIND_OF_OWN ? before.ownKind : ownKind)
    const facts = { ...own, ...roomOf(kind, change, before) }
    const row = await updatePlace(tx, id, { ...change, ...facts, updated_at: deps.now() })
    return recordAndEmit(tx, auditActor, 'place.changed', row)
  })

/** Deletes a place and returns the version of the removal. @throws place.notFound (404). */
export const removePlace = (deps: Deps, auditActor: AuditActor, id: string): Promise<number> =>
  deps.transaction(async (tx) => {
    const { name, kind } = assertFound(await placeForUpdate(tx, id))
    const at = deps.now()
    const { version } = await updatePlace(tx, id, { deleted_at: at, updated_at: at })
    await recordAudit(tx, { ...auditActor, action: 'place.deleted', targetKind, targetId: id, details: { name, kind } })
    tx.emit('places:removed', [ALL_USERS], { id, version })
    return version
  })
