import type { z } from 'zod'
import type { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { withdrawReceived } from '#/features/roll-calls/desk-states.service.ts'
import type { RollCallWrites } from '#/features/roll-calls/roll-call-writes.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { presentRegistered } from './register.present.ts'
import { accountsOfRows, lockRegister, personForUpdate, registeredByIds } from './register.sql.ts'
import { openShelter } from './shelters.service.ts'
import { lockUsers, type ShelterRow } from './shelters.sql.ts'
import { endStays, endWith, lockStaysOf, markSeen, markUndone, reopenStay, stayForUpdate, staysEndedBy } from './stays.sql.ts'

const targetKind = 'registeredPerson'

/** Records that people left. A repetition changes nothing. @throws shelter.notFound, reception.personNotFound (404) */
export const recordLeaving = (
  deps: Deps,
  auditActor: AuditActor,
  placeId: string,
  { personIds, desk, ageMs }: z.output<typeof receptionRoutes.leave.body>,
) =>
  deps.transaction(async (tx) => {
    const shelter = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    const at = new Date(deps.now().getTime() - ageMs)
    const roots = await leaveShelter(tx, auditActor, shelter, personIds, { at, desk, action: 'register.left' })
    return { people: (await registeredByIds(tx, placeId, roots)).map(presentRegistered) }
  })

interface Departure {
  readonly at: Date
  readonly desk: string
  /** The entry of the audit log. */
  readonly action: string
}

/**
 * Ends the stays of people of a register, with an audit entry.
 * @returns the rows into which they were merged
 * @throws reception.personNotFound (404)
 */
export async function leaveShelter(
  tx: Tx,
  auditActor: AuditActor,
  { id: placeId, name }: ShelterRow,
  personIds: readonly string[],
  { at, desk, action }: Departure,
): Promise<string[]> {
  await lockRegister(tx, placeId)
  const roots: string[] = []
  for (const personId of new Set(personIds)) {
    const person = await personForUpdate(tx, placeId, personId)
    if (person === undefined) throw new AppError('reception.personNotFound')
    roots.push(person.root_id)
    for (const { id, place_id, entered_at, left_at } of await lockStaysOf(tx, person.root_id))
      if (place_id === placeId && left_at === null && entered_at <= at)
        await endStays(tx, [id], { at, by: auditActor.actor.id, desk })
  }
  const details = { name, people: roots.length }
  await recordAudit(tx, { ...auditActor, action, targetKind: 'place', targetId: placeId, details })
  return roots
}

/** Records that people are still here. A repetition changes the time only. @throws shelter.notFound, reception.personNotFound (404) */
export const confirmPresence = (deps: Deps, auditActor: AuditActor, placeId: string, personIds: readonly string[]) =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    await lockRegister(tx, placeId)
    const roots: string[] = []
    for (const personId of new Set(personIds)) {
      const person = await personForUpdate(tx, placeId, personId)
      if (person === undefined) throw new AppError('reception.personNotFound')
      roots.push(person.root_id)
    }
    await markSeen(tx, placeId, roots, deps.now())
    const details = { name, people: roots.length }
    await recordAudit(tx, { ...auditActor, action: 'register.confirmed', targetKind: 'place', targetId: placeId, details })
    return { people: (await registeredByIds(tx, placeId, roots)).map(presentRegistered) }
  })

/**
 * Undoes a reception: the stay does not count, those that ended with it last until the one after it or are open again, and its
 * answers to roll-calls are withdrawn.
 * @throws shelter.notFound, reception.stayNotFound (404)
 */
export async function undoStay(deps: Deps, writes: RollCallWrites, auditActor: AuditActor, placeId: string, stayId: string) {
  const tally = await deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    await lockRegister(tx, placeId)
    const stay = await stayForUpdate(tx, placeId, stayId)
    if (stay === undefined || stay.undone_at !== null) throw new AppError('reception.stayNotFound')
    await lockUsers(tx, await accountsOfRows(tx, placeId, { personIds: [stay.person_id] }))
    const later = (await lockStaysOf(tx, stay.root_id)).find(
      ({ id, entered_at }) => id !== stayId && entered_at > stay.entered_at,
    )
    const nextId = stay.ended_by ?? later?.id
    await markUndone(tx, stayId, deps.now(), auditActor.actor.id)
    const before = await staysEndedBy(tx, stayId)
    if (nextId === undefined) for (const id of before) await reopenStay(tx, id)
    else await endWith(tx, before, nextId)
    const target = { targetKind, targetId: stay.person_id, details: { name } }
    await recordAudit(tx, { ...auditActor, action: 'registeredPerson.undone', ...target })
    return withdrawReceived(tx, writes, stayId)
  })
  tally()
  return { ok: true as const }
}

/**
 * Undoes that a person left.
 * @throws shelter.notFound, reception.stayNotFound (404); reception.receivedSince (409)
 */
export const undoLeaving = (deps: Deps, auditActor: AuditActor, placeId: string, stayId: string) =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    await lockRegister(tx, placeId)
    const stay = await stayForUpdate(tx, placeId, stayId)
    if (stay === undefined || stay.undone_at !== null) throw new AppError('reception.stayNotFound')
    await lockUsers(tx, await accountsOfRows(tx, placeId, { personIds: [stay.person_id] }))
    const leftAt = stay.left_at
    if (leftAt !== null) {
      const others = (await lockStaysOf(tx, stay.root_id)).filter(({ id }) => id !== stayId)
      if (stay.ended_by !== null || others.some(({ left_at }) => left_at === null || left_at > leftAt))
        throw new AppError('reception.receivedSince')
      await reopenStay(tx, stayId)
    }
    const action = leftAt === null ? 'registeredPerson.read' : 'registeredPerson.leavingUndone'
    await recordAudit(tx, { ...auditActor, action, targetKind, targetId: stay.person_id, details: { name } })
    const [person] = await registeredByIds(tx, placeId, [stay.root_id])
    if (person === undefined) throw new AppError('reception.stayNotFound')
    return presentRegistered(person)
  })
