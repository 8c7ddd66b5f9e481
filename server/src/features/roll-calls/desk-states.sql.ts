import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { insertStates, type StoredState } from './person-states.sql.ts'

/**
 * Returns the open roll-calls that ask these users and dependants.
 * @param at only those that were asked by this time; null: all
 */
export async function openRollCallsOf(db: Db, personIds: readonly string[], at: Date | null) {
  const ids = [...personIds]
  const { rows } = await sql<{ roll_call_id: string; person_id: string; is_drill: boolean }>`
    SELECT p.roll_call_id, p.person_id, r.is_drill FROM (
      SELECT roll_call_id, person_id FROM roll_call_people WHERE person_id = ANY (${ids}::uuid[])
      UNION ALL SELECT roll_call_id, person_id FROM roll_call_dependants WHERE person_id = ANY (${ids}::uuid[])) p
    JOIN roll_calls r ON r.id = p.roll_call_id
    WHERE r.closed_at IS NULL AND (${at}::timestamptz IS NULL OR r.created_at <= ${at}::timestamptz)`.execute(db)
  return rows
}

/** Inserts an entry that answers no roll-call. */
export const insertOtherState = (tx: Db, state: Omit<StoredState, 'rollCallId'>, now: Date) =>
  insertStates(tx, [{ ...state, rollCallId: null }], now)

/** An entry that a reception gave. */
interface StateOfStay {
  readonly id: string
  readonly person_id: string
  /** null: the entry is about the user. */
  readonly dependant_id: string | null
  readonly roll_call_id: string | null
}

/** Returns what a reception said, except in roll-calls that ended, whose numbers were announced. */
export async function statesOfStay(tx: Db, stayId: string): Promise<StateOfStay[]> {
  const { rows } = await sql<StateOfStay>`SELECT s.id, s.person_id, s.dependant_id, s.roll_call_id
    FROM person_states s LEFT JOIN roll_calls r ON r.id = s.roll_call_id
    WHERE s.stay_id = ${stayId}::uuid AND r.closed_at IS NULL ORDER BY s.roll_call_id`.execute(tx)
  return rows
}

/** Removes what stays said of people outside of roll-calls, and from the answers of roll-calls to which stay they belong. */
export async function forgetStates(tx: Db, registeredIds: readonly string[]): Promise<void> {
  const ofStays = sql`stay_id IN (SELECT id FROM stays WHERE person_id = ANY (${[...registeredIds]}::uuid[]))`
  await sql`DELETE FROM person_states WHERE roll_call_id IS NULL AND ${ofStays}`.execute(tx)
  await sql`UPDATE person_states SET stay_id = NULL WHERE ${ofStays}`.execute(tx)
}

/**
 * Removes an entry. If it was the newest answer of the person, the one before it is again, and the numbers follow. A person without
 * an answer no longer counts as reached and seen because of one.
 */
export async function withdrawState(tx: Db, { id, person_id, dependant_id, roll_call_id }: StateOfStay): Promise<void> {
  const people = sql.table(dependant_id === null ? 'roll_call_people' : 'roll_call_dependants')
  const askedId = dependant_id ?? person_id
  await sql`SELECT 1 FROM ${people} WHERE roll_call_id = ${roll_call_id}::uuid AND person_id = ${askedId}::uuid
    FOR NO KEY UPDATE`.execute(tx)
  await sql`WITH removed AS (
      SELECT p.roll_call_id, p.person_id, p.state, p.state_id = ${id}::uuid AS is_newest FROM ${people} p
      WHERE p.roll_call_id = ${roll_call_id}::uuid AND p.person_id = ${askedId}::uuid),
    before AS (
      SELECT s.id, s.state, s.said_at FROM person_states s
      WHERE s.roll_call_id = ${roll_call_id}::uuid AND s.person_id = ${person_id}::uuid
        AND s.dependant_id IS NOT DISTINCT FROM ${dependant_id}::uuid AND s.id <> ${id}::uuid
      ORDER BY s.said_at DESC, s.id DESC LIMIT 1),
    changed AS (
      UPDATE ${people} p SET answer_count = p.answer_count - 1, version = p.version + 1,
        state_id = CASE WHEN r.is_newest THEN (SELECT id FROM before) ELSE p.state_id END,
        state = CASE WHEN r.is_newest THEN (SELECT state FROM before) ELSE p.state END,
        said_at = CASE WHEN r.is_newest THEN (SELECT said_at FROM before) ELSE p.said_at END
      FROM removed r WHERE p.roll_call_id = r.roll_call_id AND p.person_id = r.person_id
      RETURNING p.roll_call_id, r.state AS state_before, p.state,
        (r.state IS NOT NULL AND p.state IS NULL AND p.reached_at IS NULL)::int AS unreached,
        (r.state IS NOT NULL AND p.state IS NULL AND p.seen_at IS NULL)::int AS unseen)
    UPDATE roll_calls c SET counts_version = counts_version + 1, reached = reached - ch.unreached, seen = seen - ch.unseen,
      safe = safe - (ch.state_before IS NOT DISTINCT FROM 'safe')::int + (ch.state IS NOT DISTINCT FROM 'safe')::int,
      injured = injured - (ch.state_before IS NOT DISTINCT FROM 'injured')::int + (ch.state IS NOT DISTINCT FROM 'injured')::int,
      need_help = need_help - (ch.state_before IS NOT DISTINCT FROM 'needHelp')::int
        + (ch.state IS NOT DISTINCT FROM 'needHelp')::int
    FROM changed ch WHERE c.id = ch.roll_call_id`.execute(tx)
  await sql`DELETE FROM person_states WHERE id = ${id}::uuid`.execute(tx)
}
