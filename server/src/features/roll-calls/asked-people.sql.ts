import { sql } from 'kysely'
import type { PeopleFilter, PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import type { Db } from '#/db/pool.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'
import { stateJson, type StateRow } from './person-states.sql.ts'

export interface AskedRow {
  readonly id: string
  readonly person: PersonRow
  readonly reached_at: Date | null
  readonly seen_at: Date | null
  readonly state: PersonState | null
  readonly answer: StateRow | null
  readonly answer_count: number
}

const filters = {
  all: sql`true`,
  silent: sql`p.state IS NULL`,
  notReached: sql`p.state IS NULL AND p.reached_at IS NULL`,
  unseen: sql`p.state IS NULL AND p.reached_at IS NOT NULL AND p.seen_at IS NULL`,
  safe: sql`p.state = 'safe'`,
  injured: sql`p.state = 'injured'`,
  needHelp: sql`p.state = 'needHelp'`,
} as const satisfies Record<PeopleFilter, unknown>

interface PeopleQuery {
  readonly rollCallId: string
  readonly filter: PeopleFilter
  /** null: all people. */
  readonly memberIds: readonly string[] | null
  readonly cursor: string | undefined
  readonly limit: number
}

const byName = sql`searchable(u.first_name || ' ' || u.last_name) COLLATE "C"`
const nameOf = (personId: string) => sql`(SELECT ${byName}, u.id FROM users u WHERE u.id = ${personId}::uuid)`

/** Returns people of a roll-call ordered by their names as lists of users are, each with the newest answer. */
export async function askedPeople(db: Db, { rollCallId, filter, memberIds, cursor, limit }: PeopleQuery): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    SELECT p.person_id AS id, ${personJson('u')} AS person, p.reached_at, p.seen_at, p.state, p.answer_count,
      CASE WHEN s.id IS NOT NULL THEN ${stateJson} END AS answer
    FROM roll_call_people p JOIN users u ON u.id = p.person_id
      LEFT JOIN person_states s ON s.id = p.state_id LEFT JOIN users sayer ON sayer.id = s.said_by
    WHERE p.roll_call_id = ${rollCallId}::uuid AND ${filters[filter]}
      AND (${memberIds === null} OR p.person_id = ANY (${[...(memberIds ?? [])]}::uuid[]))
      AND ${cursor === undefined ? sql`true` : sql`(${byName}, u.id) > ${nameOf(cursor)}`}
    ORDER BY ${byName}, u.id LIMIT ${limit}`.execute(db)
  return rows
}

export interface PlaceCountRow {
  readonly place_id: string
  readonly safe: number
  readonly injured: number
  readonly need_help: number
}

/** Returns the newest answers of a roll-call by the place that they name. Deleted places are left out. */
export async function countsByPlace(db: Db, rollCallId: string): Promise<PlaceCountRow[]> {
  const { rows } = await sql<PlaceCountRow>`SELECT s.place_id, count(*) FILTER (WHERE s.state = 'safe')::int AS safe,
      count(*) FILTER (WHERE s.state = 'injured')::int AS injured, count(*) FILTER (WHERE s.state = 'needHelp')::int AS need_help
    FROM roll_call_people p JOIN person_states s ON s.id = p.state_id JOIN places ON places.id = s.place_id AND places.deleted_at IS NULL
    WHERE p.roll_call_id = ${rollCallId}::uuid GROUP BY s.place_id ORDER BY s.place_id`.execute(db)
  return rows
}
