import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { DependantKind, StayMode } from '@noroshi/contract/reception/people'
import {
  SELF_SERVICE_DESK,
  selfServiceHash,
  type SelfServicePlace,
  type selfServiceRoutes,
  type SelfServiceView,
} from '@noroshi/contract/reception/self-service.http'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { RollCallWrites } from '#/features/roll-calls/roll-call-writes.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ownLink } from '#/http/own-link.ts'
import { dependantsOf } from './dependants.sql.ts'
import { leaveShelter } from './leave.service.ts'
import { receiveInto } from './receive.service.ts'
import { codeOf, deleteCode, ownRows, storeCode } from './self-service.sql.ts'
import { isClosed, openShelter } from './shelters.service.ts'
import { shelterById, type ShelterRow, userAtDesk } from './shelters.sql.ts'

const CODE_BYTES = 16
const targetKind = 'place'

const linkOf = (deps: Deps, placeId: string, code: string | undefined) => ({
  link: code === undefined ? null : ownLink(deps, `/self-service#${selfServiceHash({ placeId, code })}`),
})

/** Returns the link of the QR code of a shelter. @throws shelter.notFound (404) */
export async function readSelfService(deps: Deps, viewer: SignedIn, placeId: string) {
  await openShelter(deps.db, viewer, placeId, 'reception:work')
  return linkOf(deps, placeId, await codeOf(deps.db, placeId))
}

/** Makes a new code. The one before ends. @throws forbidden (403); shelter.notFound (404) */
export async function turnOnSelfService(deps: Deps, auditActor: AuditActor, placeId: string) {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  await deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:manage')
    await storeCode(tx, { place_id: placeId, code, created_by: auditActor.actor.id, created_at: deps.now() })
    await recordAudit(tx, { ...auditActor, action: 'shelter.selfServiceOn', targetKind, targetId: placeId, details: { name } })
  })
  return linkOf(deps, placeId, code)
}

/** Ends the code. A repetition changes nothing. @throws forbidden (403); shelter.notFound (404) */
export const turnOffSelfService = (deps: Deps, auditActor: AuditActor, placeId: string) =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:manage')
    if (await deleteCode(tx, placeId))
      await recordAudit(tx, { ...auditActor, action: 'shelter.selfServiceOff', targetKind, targetId: placeId, details: { name } })
    return { ok: true as const }
  })

/** Returns the shelter of a QR code. @throws selfService.ended (404), alike for each wrong one */
async function openByCode(db: Db, viewer: SignedIn, { placeId, code }: SelfServicePlace): Promise<ShelterRow> {
  const known = Buffer.from((await codeOf(db, placeId)) ?? '')
  const given = Buffer.from(code)
  const row = await shelterById(db, placeId, viewer.id)
  if (known.length !== given.length || known.length === 0 || !timingSafeEqual(known, given))
    throw new AppError('selfService.ended')
  if (row === undefined || row.deleted_at !== null) throw new AppError('selfService.ended')
  return row
}

async function viewOf(db: Db, viewer: SignedIn, shelter: ShelterRow): Promise<SelfServiceView> {
  const user = await userAtDesk(db, viewer.id)
  if (user === undefined) throw new AppError('selfService.ended')
  const dependants = await dependantsOf(db, viewer.id)
  const rows = await ownRows(
    db,
    shelter.id,
    viewer.id,
    dependants.map(({ id }) => id),
  )
  const modeOf = (dependantId: string | null) =>
    StayMode.nullable().parse(rows.find((row) => row.dependant_id === dependantId)?.mode ?? null)
  return {
    placeName: shelter.name,
    isClosed: isClosed(shelter),
    people: [
      { dependantId: null, name: presentPerson(user).fullName, kind: null, mode: modeOf(null) },
      ...dependants.map(({ id, name, kind }) => ({ dependantId: id, name, kind: DependantKind.parse(kind), mode: modeOf(id) })),
    ],
  }
}

/** Returns the shelter of a QR code with the people of the viewer. @throws selfService.ended (404) */
export const lookAtSelfService = async ({ db }: Deps, viewer: SignedIn, place: SelfServicePlace): Promise<SelfServiceView> =>
  viewOf(db, viewer, await openByCode(db, viewer, place))

/** @throws dependant.notFound (404) if one is not a dependant of the viewer */
async function assertOwn(db: Db, viewer: SignedIn, dependantIds: readonly (string | null)[]): Promise<void> {
  const own = new Set((await dependantsOf(db, viewer.id)).map(({ id }) => id))
  if (dependantIds.some((id) => id !== null && !own.has(id))) throw new AppError('dependant.notFound')
}

/**
 * Receives the viewer and own dependants. Those who are in the register stay in their households. A repetition changes nothing.
 * @throws selfService.ended, dependant.notFound, reception.personNotFound, user.notFound (404); shelter.closed, reception.full,
 * conflict (409)
 */
export async function enterBySelfService(
  deps: Deps,
  writes: RollCallWrites,
  auditActor: AuditActor,
  { placeId, code, people, ...ids }: z.output<typeof selfServiceRoutes.enter.body>,
): Promise<SelfServiceView> {
  const { actor } = auditActor
  const open = async (tx: Db) => {
    const shelter = await openByCode(tx, actor, { placeId, code })
    await assertOwn(
      tx,
      actor,
      people.map(({ dependantId }) => dependantId),
    )
    return shelter
  }
  const action = 'register.selfReceived'
  await receiveInto(
    deps,
    writes,
    auditActor,
    placeId,
    { open, action, repeatedAction: action, keepsHouseholds: true },
    {
      ...ids,
      mode: 'inside',
      whereabouts: '',
      desk: SELF_SERVICE_DESK,
      ageMs: 0,
      people: people.map(({ dependantId, ...own }) =>
        dependantId === null
          ? { kind: 'member' as const, ...own, userId: actor.id }
          : { kind: 'dependant' as const, ...own, dependantId },
      ),
    },
  )
  return lookAtSelfService(deps, actor, { placeId, code })
}

/**
 * Records that the viewer and own dependants left. Those who are not here stay as they are.
 * @throws selfService.ended, dependant.notFound (404)
 */
export const leaveBySelfService = (
  deps: Deps,
  auditActor: AuditActor,
  { placeId, code, dependantIds }: z.output<typeof selfServiceRoutes.leave.body>,
): Promise<SelfServiceView> =>
  deps.transaction(async (tx) => {
    const { actor } = auditActor
    const shelter = await openByCode(tx, actor, { placeId, code })
    await assertOwn(tx, actor, dependantIds)
    const rows = await ownRows(
      tx,
      placeId,
      actor.id,
      dependantIds.filter((id) => id !== null),
    )
    const leaving = rows.filter((row) => dependantIds.includes(row.dependant_id) && row.mode !== null)
    const personIds = leaving.map((row) => row.root_id)
    const departure = { desk: SELF_SERVICE_DESK, at: deps.now(), action: 'register.selfLeft' }
    if (personIds.length > 0) await leaveShelter(tx, auditActor, shelter, personIds, departure)
    return viewOf(tx, actor, shelter)
  })
