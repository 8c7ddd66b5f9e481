import { sql } from 'kysely'
import type { DependantKind } from '@noroshi/contract/reception/people'
import type { PeopleFilter, PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import type { Db } from '#/db/pool.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'
import { stateJson, type StateRow } from './person-states.sql.ts'

export interface AskedRow {
  readonly id: string
  /** null: a dependant, of whom `name`, `kind` and `guardian` are known. */
  readonly person: PersonRow | null
  readonly name: string
  readonly kind: DependantKind
  readonly guardian: PersonRow | null
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

/** The people of a roll-call: users, and dependants, who are asked through a guardian. `sort_name` orders them as lists of users are. */
const peopleOf = (rollCallId: string) => sql`(
  SELECT p.person_id AS id, ${personJson('u')} AS person, '' AS name, '' AS kind, NULL::uuid AS guardian_id, p.reached_at, p.seen_at,
    p.state, p.state_id, p.answer_count, searchable(u.first_name || ' ' || u.last_name) COLLATE "C" AS sort_name
  FROM roll_call_people p JOIN users u ON u.id = p.person_id WHERE p.roll_call_id = ${rollCallId}::uuid
  UNION ALL SELECT d.person_id, NULL, d.name, d.kind, d.guardian_id, d.reached_at, d.seen_at,
    d.state, d.state_id, d.answer_count, searchable(d.name) COLLATE "C"
  FROM roll_call_dependants d WHERE d.roll_call_id = ${rollCallId}::uuid)`

/** Returns people of a roll-call ordered by their names, each with the newest answer. Dependants belong to the groups of their guardians. */
export async function askedPeople(db: Db, { rollCallId, filter, memberIds, cursor, limit }: PeopleQuery): Promise<AskedRow[]> {
  const after =
    cursor && sql`(p.sort_name, p.id) > (SELECT sort_name, id FROM ${peopleOf(rollCallId)} c WHERE c.id = ${cursor}::uuid)`
  const { rows } = await sql<AskedRow>`
    SELECT p.id, p.person, p.name, p.kind, CASE WHEN g.id IS NOT NULL THEN ${personJson('g')} END AS guardian,
      p.reached_at, p.seen_at, p.state, p.answer_count, CASE WHEN s.id IS NOT NULL THEN ${stateJson} END AS answer
    FROM ${peopleOf(rollCallId)} p LEFT JOIN users g ON g.id = p.guardian_id
      LEFT JOIN person_states s ON s.id = p.state_id LEFT JOIN users sayer ON sayer.id = s.said_by
    WHERE ${filters[filter]} AND (${memberIds === null} OR COALESCE(p.guardian_id, p.id) = ANY (${[...(memberIds ?? [])]}::uuid[]))
      AND ${after ?? sql`true`}
    ORDER BY p.sort_name, p.id LIMIT ${limit}`.execute(db)
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
    FROM ${peopleOf(rollCallId)} p JOIN person_states s ON s.id = p.state_id
      JOIN places ON places.id = s.place_id AND places.deleted_at IS NULL GROUP BY s.place_id ORDER BY s.place_id`.execute(db)
  return rows
}

export interface GroupCountRow {
  readonly thread_id: string
  readonly name: string
  readonly asked: number
  readonly safe: number
  readonly injured: number
  readonly need_help: number
}

/**
 * Returns the asked active members of groups and their newest answers, the groups with most of them first. Groups without one are
 * left out.
 * @param threadIds null: all groups
 */
export async function countsByGroup(
  db: Db,
  rollCallId: string,
  threadIds: readonly string[] | null,
  limit: number,
): Promise<GroupCountRow[]> {
  const { rows } = await sql<GroupCountRow>`SELECT g.thread_id, g.name, count(*)::int AS asked,
      count(*) FILTER (WHERE p.state = 'safe')::int AS safe, count(*) FILTER (WHERE p.state = 'injured')::int AS injured,
      count(*) FILTER (WHERE p.state = 'needHelp')::int AS need_help
    FROM ${peopleOf(rollCallId)} p JOIN users u ON u.id = COALESCE(p.guardian_id, p.id) AND u.is_active
      JOIN thread_members m ON m.user_id = u.id JOIN thread_groups g ON g.thread_id = m.thread_id
    WHERE ${threadIds === null} OR g.thread_id = ANY (${[...(threadIds ?? [])]}::uuid[])
    GROUP BY g.thread_id ORDER BY asked DESC, g.thread_id LIMIT ${limit}`.execute(db)
  return rows
}
