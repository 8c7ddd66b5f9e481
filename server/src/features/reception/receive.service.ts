import type { z } from 'zod'
import { STAYS_MAX } from '@noroshi/contract/reception/people'
import type { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { recordCommand } from '#/db/command.ts'
import { isLaterId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { recordReceived } from '#/features/roll-calls/desk-states.service.ts'
import type { RollCallWrites } from '#/features/roll-calls/roll-call-writes.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { Arrivals } from './arrivals.service.ts'
import { type ResolvedPerson, resolveCodes } from './codes.service.ts'
import { dependantById } from './dependants.sql.ts'
import { doublesOf } from './doubles.service.ts'
import { presentRegistered } from './register.present.ts'
import {
  accountsOfRoot,
  accountsOfRows,
  addToRegister,
  insertHousehold,
  lockRegister,
  peopleOfHousehold,
  type PersonRowOfRegister,
  registeredByIds,
} from './register.sql.ts'
import { isClosed, openShelter } from './shelters.service.ts'
import { lockUsers, type ShelterRow } from './shelters.sql.ts'
import { endStays, insertStay, lockStaysOf, setEndedBy } from './stays.sql.ts'

type Body = z.output<typeof receptionRoutes.receive.body>

/**
 * Receives a household at a desk, as {@link receiveInto} does.
 * @throws shelter.notFound (404)
 */
export const receiveHousehold = (deps: Deps, writes: RollCallWrites, auditActor: AuditActor, placeId: string, body: Body) => {
  const open = (tx: Db) => openShelter(tx, auditActor.actor, placeId, 'reception:work')
  return receiveInto(
    deps,
    writes,
    auditActor,
    placeId,
    { open, action: 'register.received', repeatedAction: 'register.read', keepsHouseholds: false },
    body,
  )
}

interface Entrance {
  /** Returns the shelter. Throws AppError for a caller who may not receive these people. */
  readonly open: (tx: Db) => Promise<ShelterRow>
  /** The entries of the audit log, of a reception and of its repetition. */
  readonly action: string
  readonly repeatedAction: string
  /** People of the register stay in their households. */
  readonly keepsHouseholds: boolean
}

/**
 * Receives a household, without the people of unknown codes. A repetition changes nothing.
 * @returns its people, their probable doubles, the unknown codes, and whether it was received before
 * @throws user.notFound, dependant.notFound, reception.personNotFound (404); shelter.closed, reception.full, conflict (409); and what
 * `open` throws
 */
export async function receiveInto(
  deps: Deps,
  writes: RollCallWrites,
  auditActor: AuditActor,
  placeId: string,
  { open, action, repeatedAction, keepsHouseholds }: Entrance,
  { id, ...body }: Body,
) {
  const personIds = body.people.map((person) => person.id)
  const householdId = householdOf(id, body)
  const { reply, onCommit } = await deps.transaction(async (tx) => {
    const shelter = await open(tx)
    // A repetition is older than the first request, which is no other household.
    const command = { scopeId: id, name: 'reception:receive', clientId: id, body: { placeId, ...body, ageMs: undefined } }
    if ((await recordCommand(tx, command, id)) !== null) {
      const { unknownCodes } = await resolveCodes(tx, placeId, body.people)
      const reply = { ...(await replyOf(tx, placeId, householdId, personIds, true)), ...namedCodes(unknownCodes) }
      const details = { name: shelter.name, people: reply.people.length }
      await recordAudit(tx, { ...auditActor, action: repeatedAction, targetKind: 'place', targetId: placeId, details })
      return { reply, onCommit: () => undefined }
    }
    // A desk without a connection sends later what it received while the shelter was open.
    if (isClosed(shelter) && body.ageMs === 0) throw new AppError('shelter.closed')
    if (
      [id, householdId ?? id, ...body.people.flatMap((person) => [person.id, person.stayId])].some((each) =>
        isLaterId(each, deps.now()),
      )
    )
      throw new AppError('conflict')
    const at = new Date(deps.now().getTime() - body.ageMs)
    const before = await lockRegister(tx, placeId)
    const { people, unknownCodes } = await resolveCodes(tx, placeId, body.people)
    if (people.length === 0) throw new AppError('reception.personNotFound')
    await lockUsers(tx, await accountsOf(tx, placeId, people))
    const { id: by } = auditActor.actor
    const openHousehold = async (opened: string) => {
      const household = { id: opened, place_id: placeId, received_by: by, created_at: deps.now() }
      if (!(await insertHousehold(tx, household))) throw new AppError('conflict')
    }
    const arrival = { placeId, householdId, keepsHouseholds, at: deps.now(), open: openHousehold }
    const arrivals = new Arrivals(tx, arrival, before)
    const received: { readonly userId: string; readonly dependantId: string | null; readonly stayId: string }[] = []
    for (const person of people) {
      const row = await arrivals.enter(person)
      const isNew = await startStay(tx, row, { ...body, stayId: person.stayId, at, by, now: deps.now() })
      if (!isNew) continue
      for (const { user_id: userId, dependant_id: dependantId } of await accountsOfRoot(tx, row.root_id))
        received.push({ userId, dependantId, stayId: person.stayId })
    }
    if (arrivals.added > 0) await addToRegister(tx, placeId, arrivals.added)
    const details = { name: shelter.name, people: people.length }
    await recordAudit(tx, { ...auditActor, action, targetKind: 'place', targetId: placeId, details })
    const tally = await recordReceived(tx, writes, { received, saidBy: by, at, place: shelter.name, placeId, now: deps.now() })
    const reply = { ...(await replyOf(tx, placeId, householdId, personIds, false)), ...namedCodes(unknownCodes) }
    return { reply, onCommit: tally }
  })
  onCommit()
  return reply
}

/** The field of the reply with the codes of no known person. */
const namedCodes = (codes: readonly string[]) => (codes.length > 0 ? { unknownCodes: [...codes] } : {})

/** Returns the household into which people are received; null: they stay in theirs. */
function householdOf(id: string, { householdId, people }: Omit<Body, 'id'>): string | null {
  if (householdId !== undefined) return householdId
  return people.length === 1 && people[0]?.kind === 'known' ? null : id
}

/** @param householdId null: the people of the register with the ids `personIds` were received */
async function replyOf(db: Db, placeId: string, householdId: string | null, personIds: readonly string[], isRepeated: boolean) {
  const rows =
    householdId === null ? await registeredByIds(db, placeId, personIds) : await peopleOfHousehold(db, placeId, householdId)
  const ids = rows.map((row) => row.root_id)
  const people = (await registeredByIds(db, placeId, ids)).map(presentRegistered)
  return { people, doubles: await doublesOf(db, placeId, ids), isRepeated }
}

/** Returns the users who arrive, the guardians of dependants who do, and those of the rows that were merged with theirs. */
async function accountsOf(db: Db, placeId: string, people: readonly ResolvedPerson[]): Promise<string[]> {
  const ids = await Promise.all(
    people.map(async (person) => {
      if (person.kind === 'member') return person.userId
      return person.kind === 'dependant' ? (await dependantById(db, person.dependantId))?.guardian_id : undefined
    }),
  )
  const named = ids.filter((id) => id !== undefined)
  const personIds = people.map(({ id }) => id)
  return [...named, ...(await accountsOfRows(db, placeId, { personIds, userIds: named }))]
}

interface NewStay {
  readonly stayId: string
  readonly mode: string
  readonly whereabouts: string
  readonly desk: string
  readonly at: Date
  readonly by: string
  readonly now: Date
}

/**
 * Starts a stay, and ends the one before, also in another shelter. Entries of a desk that had no connection may arrive in any
 * order: a stay ends when the next one began. Returns false if the person is here already.
 */
async function startStay(
  tx: Tx,
  person: PersonRowOfRegister,
  { stayId, mode, whereabouts, desk, at, by, now }: NewStay,
): Promise<boolean> {
  const stays = await lockStaysOf(tx, person.root_id)
  if (stays.some(({ id }) => id === stayId)) return false
  if (stays.length >= STAYS_MAX) throw new AppError('reception.full')
  const current = stays.filter(({ entered_at, left_at }) => entered_at <= at && (left_at === null || left_at > at))
  if (current.some((stay) => stay.place_id === person.place_id && stay.mode === mode && stay.left_at === null)) return false
  const next = stays.find(({ entered_at }) => entered_at > at)
  const ended = current.map(({ id }) => id)
  if (ended.length > 0) await endStays(tx, ended, { at, by, desk })
  const row = {
    id: stayId,
    person_id: person.id,
    place_id: person.place_id,
    household_id: person.household_id,
    mode,
    whereabouts: mode === 'elsewhere' ? whereabouts : '',
    entered_at: at,
    entered_by: by,
    entered_desk: desk,
    left_at: next?.entered_at ?? null,
    ended_by: next?.id ?? null,
    created_at: now,
  }
  if (!(await insertStay(tx, row))) throw new AppError('conflict')
  if (ended.length > 0) await setEndedBy(tx, ended, stayId)
  return true
}
