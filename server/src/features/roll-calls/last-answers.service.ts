import type { FamilyAnswer } from '@noroshi/contract/families/families.http'
import type { Db } from '#/db/pool.ts'
import { openRollCallsOf } from './desk-states.sql.ts'
import { lastAnswers } from './last-answers.sql.ts'
import { presentAnswer } from './roll-calls.present.ts'

type Origin = Pick<FamilyAnswer, 'source' | 'answeredBy'>

/**
 * Returns how an answer became known, as relatives read it. That of a reception is like that of a link or a deleted user: who is in a
 * shelter is told only with the consent to be found.
 */
const originForRelatives = ({ source, answeredBy }: Origin): Origin =>
  source === 'desk' || source === 'link' ? { source: 'proxy', answeredBy: null } : { source, answeredBy }

/**
 * Returns the last answer about each of these users and dependants who has one, as far as their relatives read it.
 * @param ownIds dependants of the reader, who reads how all of their answers became known
 */
export async function lastAnswersOf(
  db: Db,
  personIds: readonly string[],
  ownIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FamilyAnswer>> {
  const rows = await lastAnswers(db, personIds)
  return new Map(
    rows.map(({ person_id: personId, answer, is_drill: isDrill }) => {
      const { state, source, answeredBy, answeredAt } = presentAnswer(answer)
      const origin = { source, answeredBy }
      return [personId, { state, ...(ownIds.has(personId) ? origin : originForRelatives(origin)), answeredAt, isDrill }]
    }),
  )
}

/** Returns those of these users and dependants whom an open roll-call asks, and whether only drills ask them. */
export async function askedNow(
  db: Db,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly isDrill: boolean }>> {
  const rows = await openRollCallsOf(db, personIds, null)
  const real = new Set(rows.filter((row) => !row.is_drill).map((row) => row.person_id))
  return new Map(rows.map(({ person_id: personId }) => [personId, { isDrill: !real.has(personId) }]))
}
