import { PlaceState } from '@noroshi/contract/places/places.http'
import type { AbilityName } from '@noroshi/contract/abilities'
import { ShelterRole } from '@noroshi/contract/reception/people'
import { type OwnShelter } from '@noroshi/contract/reception/reception.http'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { presentPlace } from '#/features/places/places.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import {
  deleteStaff,
  lockAndCountStaff,
  setStaff,
  shelterById,
  type ShelterRow,
  sheltersOf,
  staffIds,
  staffOf,
  userAtDesk,
} from './shelters.sql.ts'

/** Receptionists and managers of one shelter. */
const STAFF_MAX = 100

type ShelterAbility = Extract<AbilityName, 'reception:work' | 'reception:manage' | 'reception:count'>

/**
 * Returns a shelter in which the viewer has a right.
 * @throws shelter.notFound (404), also for a viewer who may not read it; forbidden (403) for its staff without this right
 */
export async function openShelter(db: Db, viewer: SignedIn, placeId: string, ability: ShelterAbility): Promise<ShelterRow> {
  const row = await shelterById(db, placeId, viewer.id)
  if (row === undefined) throw new AppError('shelter.notFound')
  const facts = { role: ShelterRole.nullable().parse(row.role) }
  if (ability === 'reception:manage') authorize(viewer, 'reception:work', facts, 'shelter.notFound')
  authorize(viewer, ability, facts, ability === 'reception:manage' ? 'forbidden' : 'shelter.notFound')
  return row
}

/** Whether a shelter receives no people. */
export const isClosed = ({ state, deleted_at }: ShelterRow): boolean =>
  deleted_at !== null || PlaceState.nullable().parse(state) === 'closed'

/** Whether a user has a role in any shelter. */
export const hasShelterRole = async (db: Db, userId: string): Promise<boolean> => (await sheltersOf(db, userId)).length > 0

/** Returns the rooms of the staff of a shelter. */
export const staffRooms = async (db: Db, placeId: string): Promise<string[]> => (await staffIds(db, placeId)).map(userRoom)

/** Returns the shelters in which the viewer has a role. */
export async function listOwnShelters({ db }: Deps, viewer: SignedIn): Promise<{ items: OwnShelter[] }> {
  const rows = await sheltersOf(db, viewer.id)
  return { items: rows.map((row) => ({ place: presentPlace(row), role: ShelterRole.parse(row.role) })) }
}

async function assertShelter(db: Db, { id }: SignedIn, placeId: string): Promise<ShelterRow> {
  const row = await shelterById(db, placeId, id)
  if (row === undefined || row.deleted_at !== null) throw new AppError('shelter.notFound')
  return row
}

/** Returns the staff of a shelter. @throws shelter.notFound (404) */
export async function listStaff({ db }: Deps, viewer: SignedIn, placeId: string) {
  await assertShelter(db, viewer, placeId)
  const rows = await staffOf(db, placeId)
  return {
    items: rows.map((row) => ({
      person: presentPerson(row),
      role: ShelterRole.parse(row.role),
      since: row.created_at.toISOString(),
    })),
  }
}

const targetKind = 'place'

/** Gives a user a role in a shelter. @throws shelter.notFound, user.notFound (404); shelter.tooManyStaff (409) */
export const giveRole = (deps: Deps, auditActor: AuditActor, placeId: string, userId: string, role: ShelterRole) =>
  deps.transaction(async (tx) => {
    const { name } = await assertShelter(tx, auditActor.actor, placeId)
    if ((await userAtDesk(tx, userId)) === undefined) throw new AppError('user.notFound')
    if ((await lockAndCountStaff(tx, placeId, userId)) >= STAFF_MAX)
      throw new AppError('shelter.tooManyStaff', { max: STAFF_MAX })
    await setStaff(tx, { place_id: placeId, user_id: userId, role, given_by: auditActor.actor.id, created_at: deps.now() })
    const details = { name, userId, role }
    await recordAudit(tx, { ...auditActor, action: 'shelterStaff.set', targetKind, targetId: placeId, details })
    tx.emit('shelters:changed', [userRoom(userId)], {})
    return { ok: true as const }
  })

/** Removes the role of a user in a shelter. A repetition changes nothing. @throws shelter.notFound (404) */
export const removeRole = (deps: Deps, auditActor: AuditActor, placeId: string, userId: string) =>
  deps.transaction(async (tx) => {
    const { name } = await assertShelter(tx, auditActor.actor, placeId)
    if (await deleteStaff(tx, placeId, userId)) {
      const details = { name, userId }
      await recordAudit(tx, { ...auditActor, action: 'shelterStaff.removed', targetKind, targetId: placeId, details })
      tx.emit('shelters:changed', [userRoom(userId)], {})
    }
    return { ok: true as const }
  })
