import { sql } from 'kysely'
import type { DependantKind } from '@noroshi/contract/reception/people'
import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import type { Db } from '#/db/pool.ts'
import { isUser, type PersonKey, rowsOf, stateJson, type StateRow } from './person-states.sql.ts'

/** A person of a roll-call whose row is locked. */
export interface LockedPerson {
  readonly roll_call_id: string
  readonly person_id: string
  readonly reached_at: Date | null
  readonly seen_at: Date | null
  readonly state: PersonState | null
  readonly said_at: Date | null
  readonly answer_count: number
  readonly closed_at: Date | null
  /** null: the person is a user. */
  readonly guardian_id: string | null
  /** Dependants who are asked through the person. */
  readonly dependants: number
}

/** Locks these users in one order, so that two batches do not wait for each other's. */
export async function lockPeople(tx: Db, keys: readonly PersonKey[]): Promise<LockedPerson[]> {
  const { rows } = await sql<LockedPerson>`
    SELECT p.roll_call_id, p.person_id, p.reached_at, p.seen_at, p.state, p.said_at, p.answer_count, r.closed_at,
      NULL AS guardian_id, p.dependants
    FROM roll_call_people p JOIN roll_calls r ON r.id = p.roll_call_id
    WHERE (p.roll_call_id, p.person_id) IN (SELECT * FROM ${rowsOf(keys)})
    ORDER BY p.roll_call_id, p.person_id FOR NO KEY UPDATE`.execute(tx)
  return rows
}

/** Locks dependants and all dependants of guardians, as {@link lockPeople} does, after which it is called. */
export async function lockDependants(
  tx: Db,
  keys: readonly PersonKey[],
  guardians: readonly PersonKey[],
): Promise<LockedPerson[]> {
  const { rows } = await sql<LockedPerson>`
    SELECT p.roll_call_id, p.person_id, p.reached_at, p.seen_at, p.state, p.said_at, p.answer_count, r.closed_at, p.guardian_id,
      0 AS dependants
    FROM roll_call_dependants p JOIN roll_calls r ON r.id = p.roll_call_id
    WHERE (p.roll_call_id, p.person_id) IN (
      SELECT * FROM ${rowsOf(keys)} UNION ALL SELECT d.roll_call_id, d.person_id
        FROM ${rowsOf(guardians)} AS g (roll_call_id, person_id)
          JOIN roll_call_dependants d ON d.roll_call_id = g.roll_call_id AND d.guardian_id = g.person_id)
    ORDER BY p.roll_call_id, p.person_id FOR NO KEY UPDATE`.execute(tx)
  return rows
}

/** The changes of a person by a batch. */
export interface PersonChange extends PersonKey {
  readonly reachedAt: Date | null
  /** When the person opened the question, also again. */
  readonly seenAt: Date | null
  readonly stateId: string | null
  readonly state: PersonState | null
  readonly saidAt: Date | null
  readonly answers: number
  /** Whether the viewer's part of the roll-call changed. */
  readonly isShown: boolean
}

/** Writes changes of users and of dependants. Columns without a new value stay as they are. */
export async function updatePeople(tx: Db, changes: readonly PersonChange[]): Promise<void> {
  const [users, dependants] = [changes.filter(isUser), changes.filter((change) => !isUser(change))]
  if (users.length > 0) await updateRows(tx, 'roll_call_people', users)
  if (dependants.length > 0) await updateRows(tx, 'roll_call_dependants', dependants)
}

const updateRows = (tx: Db, table: 'roll_call_people' | 'roll_call_dependants', changes: readonly PersonChange[]) =>
  sql`UPDATE ${sql.table(table)} p SET reached_at = COALESCE(p.reached_at, c.reached_at), seen_at = COALESCE(p.seen_at, c.seen_at),
      last_seen_at = COALESCE(c.seen_at, p.last_seen_at), state_id = COALESCE(c.state_id, p.state_id), state = COALESCE(c.state, p.state), said_at = COALESCE(c.said_at, p.said_at),
      answer_count = p.answer_count + c.answers, version = p.version + c.is_shown::int
    FROM unnest(${changes.map((one) => one.rollCallId)}::uuid[], ${changes.map((one) => one.personId)}::uuid[],
      ${changes.map((one) => one.reachedAt)}::timestamptz[], ${changes.map((one) => one.seenAt)}::timestamptz[],
      ${changes.map((one) => one.stateId)}::uuid[], ${changes.map((one) => one.state)}::text[],
      ${changes.map((one) => one.saidAt)}::timestamptz[], ${changes.map((one) => one.answers)}::int[],
      ${changes.map((one) => one.isShown)}::boolean[])
      AS c (roll_call_id, person_id, reached_at, seen_at, state_id, state, said_at, answers, is_shown)
    WHERE p.roll_call_id = c.roll_call_id AND p.person_id = c.person_id`.execute(tx)

/** The changes of the counts of a roll-call by a batch. */
export interface CountChange {
  readonly reached: number
  readonly seen: number
  readonly safe: number
  readonly injured: number
  readonly needHelp: number
}

/** Adds to the counts of roll-calls, in one order. */
export async function addCounts(tx: Db, changes: ReadonlyMap<string, CountChange>): Promise<void> {
  for (const [id, { reached, seen, safe, injured, needHelp }] of [...changes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await sql`UPDATE roll_calls SET reached = reached + ${reached}, seen = seen + ${seen}, safe = safe + ${safe},
      injured = injured + ${injured}, need_help = need_help + ${needHelp}, counts_version = counts_version + 1
      WHERE id = ${id}::uuid`.execute(tx)
}

/** SQL of the time when the person `p` last opened the question. */
export const lastSeenAt = sql`COALESCE(p.last_seen_at, p.seen_at)`

/** Returns the viewer's parts of roll-calls for these users. */
export async function viewerParts(tx: Db, keys: readonly PersonKey[]) {
  const { rows } = await sql<{
    readonly roll_call_id: string
    readonly person_id: string
    readonly seen_at: Date | null
    readonly state: StateRow | null
    readonly version: number
  }>`SELECT p.roll_call_id, p.person_id, ${lastSeenAt} AS seen_at, p.version, CASE WHEN s.id IS NOT NULL THEN ${stateJson} END AS state
    FROM roll_call_people p LEFT JOIN person_states s ON s.id = p.state_id LEFT JOIN users sayer ON sayer.id = s.said_by
    WHERE (p.roll_call_id, p.person_id) IN (SELECT * FROM ${rowsOf(keys)})`.execute(tx)
  return rows
}

/** A dependant with the newest answer, in a JSON column. */
export interface DependantRow {
  readonly id: string
  readonly kind: DependantKind
  readonly name: string
  readonly version: number
  readonly answer: StateRow | null
}

const dependantJson = sql`json_build_object('id', d.person_id, 'kind', d.kind, 'name', d.name, 'version', d.version,
  'answer', CASE WHEN s.id IS NOT NULL THEN ${stateJson} END)`

const fromDependants = sql`roll_call_dependants d LEFT JOIN person_states s ON s.id = d.state_id
  LEFT JOIN users sayer ON sayer.id = s.said_by`

/** SQL of the dependants who are asked through the person `p` as a JSON array; null: none. */
export const dependantsJson = sql`CASE WHEN p.dependants > 0 THEN (SELECT json_agg(${dependantJson} ORDER BY d.person_id)
  FROM ${fromDependants} WHERE d.roll_call_id = p.roll_call_id AND d.guardian_id = p.person_id) END`

/** A dependant of a roll-call with the guardian. */
interface DependantPart {
  readonly roll_call_id: string
  readonly guardian_id: string
  readonly dependant: DependantRow
}

/** Returns these dependants with their guardians. */
export async function dependantParts(tx: Db, keys: readonly PersonKey[]): Promise<DependantPart[]> {
  const { rows } = await sql<DependantPart>`SELECT d.roll_call_id, d.guardian_id, ${dependantJson} AS dependant
    FROM ${fromDependants} WHERE (d.roll_call_id, d.person_id) IN (SELECT * FROM ${rowsOf(keys)})`.execute(tx)
  return rows
}

/** Returns all dependants of a roll-call with their guardians. */
export async function dependantsOfRollCall(tx: Db, rollCallId: string): Promise<DependantPart[]> {
  const { rows } = await sql<DependantPart>`SELECT d.roll_call_id, d.guardian_id, ${dependantJson} AS dependant
    FROM ${fromDependants} WHERE d.roll_call_id = ${rollCallId}::uuid ORDER BY d.person_id`.execute(tx)
  return rows
}

/** Returns the guardian of a dependant whom a roll-call asks; undefined: it asks no such dependant. */
export async function guardianOf(db: Db, { rollCallId, personId }: PersonKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('roll_call_dependants')
    .select('guardian_id')
    .where('roll_call_id', '=', rollCallId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.guardian_id
}

/** Adds the dependants of the people of a new roll-call to it, except pets. */
export const addDependants = (tx: Db, rollCallId: string) =>
  sql`WITH added AS (
      INSERT INTO roll_call_dependants (roll_call_id, person_id, guardian_id, kind, name)
      SELECT p.roll_call_id, d.id, d.guardian_id, d.kind, d.name
      FROM roll_call_people p JOIN dependants d ON d.guardian_id = p.person_id
      WHERE p.roll_call_id = ${rollCallId}::uuid AND d.kind <> 'pet' RETURNING guardian_id),
    guardians AS (SELECT guardian_id, count(*)::int AS count FROM added GROUP BY guardian_id),
    counted AS (
      UPDATE roll_call_people p SET dependants = g.count FROM guardians g
      WHERE p.roll_call_id = ${rollCallId}::uuid AND p.person_id = g.guardian_id)
    UPDATE roll_calls SET asked = asked + (SELECT count(*) FROM added) WHERE id = ${rollCallId}::uuid`.execute(tx)

/** Whether a roll-call asks a user. */
export async function isAskedPerson(db: Db, { rollCallId, personId }: PersonKey): Promise<boolean> {
  const row = await db
    .selectFrom('roll_call_people')
    .select('person_id')
    .where('roll_call_id', '=', rollCallId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}
