import type { z } from 'zod'
import { type Comparable, pairOf, probableDoubles } from '@noroshi/contract/reception/doubles'
import { DOUBLES_MAX, type ProbableDouble, type receptionRoutes } from '@noroshi/contract/reception/reception.http'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { comparedPeople, comparedWith, deleteSeparate, insertSeparate, merge, separatePairs, split } from './doubles.sql.ts'
import { presentRegistered } from './register.present.ts'
import { lockRegister, personForUpdate, registeredByIds } from './register.sql.ts'
import { openShelter } from './shelters.service.ts'

async function undecidedOf(db: Db, people: readonly Comparable[], max: number, of?: ReadonlySet<string>) {
  const separate = await separatePairs(
    db,
    people.map(({ id }) => id),
  )
  return probableDoubles(people, max, (pair) => separate.has(pair.join(' ')), of)
}

async function presentPairs(db: Db, placeId: string, pairs: readonly (readonly [string, string])[]): Promise<ProbableDouble[]> {
  if (pairs.length === 0) return []
  const rows = await registeredByIds(db, placeId, [...new Set(pairs.flat())])
  const people = new Map(rows.map((row) => [row.id, presentRegistered(row)]))
  return pairs.flatMap(([a, b]) => {
    const [first, second] = [people.get(a), people.get(b)]
    return first && second ? [{ first, second }] : []
  })
}

/** Returns the probable doubles of people who were received. */
export async function doublesOf(db: Db, placeId: string, ids: readonly string[]): Promise<ProbableDouble[]> {
  const people = await comparedWith(db, placeId, ids)
  return presentPairs(db, placeId, await undecidedOf(db, people, DOUBLES_MAX, new Set(ids)))
}

/** Counts the people who may be in a register twice, at most {@link DOUBLES_MAX}. */
export const countDoubles = async (db: Db, placeId: string): Promise<number> =>
  (await undecidedOf(db, await comparedPeople(db, placeId), DOUBLES_MAX)).length

/** Returns the probable doubles of a register, with an audit entry. @throws shelter.notFound (404) */
export const listDoubles = (deps: Deps, auditActor: AuditActor, placeId: string): Promise<{ items: ProbableDouble[] }> =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    const pairs = await undecidedOf(tx, await comparedPeople(tx, placeId), DOUBLES_MAX)
    const details = { name, pairs: pairs.length }
    await recordAudit(tx, { ...auditActor, action: 'register.doublesRead', targetKind: 'place', targetId: placeId, details })
    return { items: await presentPairs(tx, placeId, pairs) }
  })

/**
 * Decides whether two people are one. A repetition changes nothing.
 * @throws shelter.notFound, reception.personNotFound (404); reception.notTwo (409)
 */
export const decideDouble = (
  deps: Deps,
  auditActor: AuditActor,
  placeId: string,
  { personId, otherId, decision }: z.output<typeof receptionRoutes.decide.body>,
) =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    if (personId === otherId) throw new AppError('reception.notTwo')
    await lockRegister(tx, placeId)
    const kept = await personForUpdate(tx, placeId, personId)
    const other = await personForUpdate(tx, placeId, otherId)
    if (kept === undefined || other === undefined) throw new AppError('reception.personNotFound')
    const { id: by } = auditActor.actor
    const at = deps.now()
    const pair = pairOf(personId, otherId)
    const mergedId =
      other.merged_into !== null && other.root_id === kept.id
        ? other.id
        : kept.merged_into !== null && kept.root_id === other.id
          ? kept.id
          : null
    if (decision === 'same' && mergedId === null) {
      if (kept.merged_into !== null || other.merged_into !== null || kept.is_pet !== other.is_pet)
        throw new AppError('reception.notTwo')
      await deleteSeparate(tx, pair)
      await merge(tx, otherId, personId, by, at)
    }
    if (decision !== 'same' && mergedId !== null) await split(tx, mergedId, at)
    if (decision === 'different') await insertSeparate(tx, pair, by, at)
    if (decision === 'undecided') await deleteSeparate(tx, pair)
    const details = { name, otherId, decision }
    await recordAudit(tx, {
      ...auditActor,
      action: 'registeredPerson.decided',
      targetKind: 'registeredPerson',
      targetId: personId,
      details,
    })
    return { ok: true as const }
  })
