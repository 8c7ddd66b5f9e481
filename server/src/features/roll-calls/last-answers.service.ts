import type { FamilyAnswer } from '@noroshi/contract/families/families.http'
import type { Db } from '#/db/pool.ts'
import { openRollCallsOf } from './desk-states.sql.ts'
import { lastAnswers } from './last-answers.sql.ts'
import { presentAnswer } from './roll-calls.present.ts'

/** Returns the last answer about each of these users and dependants who has one, as far as their relatives read it. */
export async function lastAnswersOf(db: Db, personIds: readonly string[]): Promise<ReadonlyMap<string, FamilyAnswer>> {
  const rows = await lastAnswers(db, personIds)
  return new Map(
    rows.map(({ person_id: personId, answer, is_drill: isDrill }) => {
      const { state, source, answeredBy, answeredAt } = presentAnswer(answer)
      return [personId, { state, source, answeredBy, answeredAt, isDrill }]
    }),
  )
}

/** Returns those of these users and dependants whom an open roll-call asks. */
export async function askedNow(db: Db, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await openRollCallsOf(db, personIds, null)
  return new Set(rows.map((row) => row.person_id))
}
