import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { stateJson, type StateRow } from './person-states.sql.ts'

interface LastAnswerRow {
  readonly person_id: string
  readonly answer: StateRow
  readonly is_drill: boolean
}

/**
 * Returns the newest answers to roll-calls about users and dependants, of those who have one. An answer to a drill replaces none to a
 * real roll-call.
 */
export async function lastAnswers(db: Db, personIds: readonly string[]): Promise<LastAnswerRow[]> {
  const { rows } = await sql<LastAnswerRow>`SELECT DISTINCT ON (p.person_id) p.person_id, ${stateJson} AS answer, r.is_drill
    FROM (SELECT roll_call_id, person_id, state_id, said_at FROM roll_call_people
        UNION ALL SELECT roll_call_id, person_id, state_id, said_at FROM roll_call_dependants) p
      JOIN person_states s ON s.id = p.state_id JOIN roll_calls r ON r.id = p.roll_call_id
      LEFT JOIN users sayer ON sayer.id = s.said_by
    WHERE p.person_id = ANY (${[...personIds]}::uuid[]) ORDER BY p.person_id, r.is_drill, p.said_at DESC, s.id DESC`.execute(db)
  return rows
}
