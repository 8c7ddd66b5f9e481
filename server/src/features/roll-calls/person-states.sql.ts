import { sql } from 'kysely'
import type { NewAnswer, PeopleFilter, PersonState, StateSource } from '@noroshi/contract/roll-calls/roll-calls'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

/** SQL of a user as JSON. */
export const personJson = (user: 'asker' | 'sayer' | 'u') => {
  const own = (column: string) => sql.ref(`${user}.${column}`)
  return sql`json_build_object('id', ${own('id')}, 'first_name', ${own('first_name')}, 'last_name', ${own('last_name')},
    'avatar_file_id', ${own('avatar_file_id')})`
}

/** An answer in a JSON column. */
export interface StateRow {
  readonly id: string
  readonly state: PersonState
  readonly source: StateSource
  readonly sayer: PersonRow | null
  /** A time of PostgreSQL's JSON. */
  readonly said_at: string
  readonly note: string
  readonly place: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
  readonly companions: string
  readonly staying_at: string
  readonly replies: readonly (number | string | null)[]
}

/** SQL of the answer `s` of the person `sayer` as JSON. */
export const stateJson = sql`json_build_object('id', s.id, 'state', s.state, 'source', s.source,
  'sayer', CASE WHEN sayer.id IS NOT NULL THEN ${personJson('sayer')} END, 'said_at', s.said_at, 'note', s.note, 'place', s.place,
  'latitude', s.latitude, 'longitude', s.longitude, 'accuracy', s.accuracy, 'companions', s.companions,
  'staying_at', s.staying_at, 'replies', s.replies)`

export interface AskedRow {
  readonly id: string
  readonly person: PersonRow
  readonly reached_at: Date | null
  readonly seen_at: Date | null
  readonly state: StateRow | null
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

/** Returns people of a roll-call ordered by their id, each with the newest answer. */
export async function askedPeople(db: Db, { rollCallId, filter, memberIds, cursor, limit }: PeopleQuery): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    SELECT p.person_id AS id, ${personJson('u')} AS person, p.reached_at, p.seen_at, p.answer_count,
      CASE WHEN s.id IS NOT NULL THEN ${stateJson} END AS state
    FROM roll_call_people p JOIN users u ON u.id = p.person_id
      LEFT JOIN person_states s ON s.id = p.state_id LEFT JOIN users sayer ON sayer.id = s.said_by
    WHERE p.roll_call_id = ${rollCallId}::uuid AND ${filters[filter]}
      AND (${memberIds === null} OR p.person_id = ANY (${[...(memberIds ?? [])]}::uuid[]))
      AND ${cursor === undefined ? sql`true` : sql`p.person_id > ${cursor}::uuid`}
    ORDER BY p.person_id LIMIT ${limit}`.execute(db)
  return rows
}

/** Answers of a person to a roll-call in the history that is shown. */
const HISTORY_MAX = 200

/** Returns the answers of a person, newest first. */
export async function answersOf(db: Db, rollCallId: string, personId: string): Promise<StateRow[]> {
  const { rows } = await sql<{ state: StateRow }>`SELECT ${stateJson} AS state
    FROM person_states s LEFT JOIN users sayer ON sayer.id = s.said_by
    WHERE s.roll_call_id = ${rollCallId}::uuid AND s.person_id = ${personId}::uuid
    ORDER BY s.said_at DESC, s.id DESC LIMIT ${sql.lit(HISTORY_MAX)}`.execute(db)
  return rows.map((row) => row.state)
}

/** A person of a roll-call. */
export interface PersonKey {
  readonly rollCallId: string
  readonly personId: string
}

export interface LockedPerson {
  readonly roll_call_id: string
  readonly person_id: string
  readonly reached_at: Date | null
  readonly seen_at: Date | null
  readonly state: PersonState | null
  readonly said_at: Date | null
  readonly answer_count: number
  readonly closed_at: Date | null
}

/** Locks these people in one order, so that two batches do not wait for each other's. */
export async function lockPeople(tx: Db, keys: readonly PersonKey[]): Promise<LockedPerson[]> {
  const { rows } = await sql<LockedPerson>`
    SELECT p.roll_call_id, p.person_id, p.reached_at, p.seen_at, p.state, p.said_at, p.answer_count, r.closed_at
    FROM roll_call_people p JOIN roll_calls r ON r.id = p.roll_call_id
    WHERE (p.roll_call_id, p.person_id) IN (
      SELECT * FROM unnest(${keys.map((key) => key.rollCallId)}::uuid[], ${keys.map((key) => key.personId)}::uuid[]))
    ORDER BY p.roll_call_id, p.person_id FOR NO KEY UPDATE`.execute(tx)
  return rows
}

/** A new answer. */
export interface NewState extends PersonKey, NewAnswer {
  readonly id: string
  readonly source: StateSource
  readonly saidBy: string | null
  readonly saidAt: Date
  readonly clientId: string
  readonly bodyHash: Buffer
}

/** Returns the hashes of stored answers of these people by `{person id} {client id}`. */
export async function storedAnswers(tx: Db, states: readonly NewState[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ person_id: string; client_id: string; body_hash: Buffer }>`
    SELECT person_id, client_id, body_hash FROM person_states WHERE (person_id, client_id) IN (
      SELECT * FROM unnest(${states.map((state) => state.personId)}::uuid[], ${states.map((state) => state.clientId)}::uuid[]))`.execute(
    tx,
  )
  return new Map(rows.map((row) => [`${row.person_id} ${row.client_id}`, row.body_hash]))
}

export const insertStates = (tx: Db, states: readonly NewState[], now: Date) =>
  tx
    .insertInto('person_states')
    .values(
      states.map((state) => ({
        id: state.id,
        person_id: state.personId,
        roll_call_id: state.rollCallId,
        state: state.state,
        source: state.source,
        said_by: state.saidBy,
        said_at: state.saidAt,
        created_at: now,
        note: state.note,
        place: state.place,
        latitude: state.location?.latitude ?? null,
        longitude: state.location?.longitude ?? null,
        accuracy: state.location?.accuracy ?? null,
        companions: state.companions,
        staying_at: state.stayingAt,
        replies: JSON.stringify(state.replies),
        client_id: state.clientId,
        body_hash: state.bodyHash,
      })),
    )
    .execute()

/** The changes of a person by a batch. */
export interface PersonChange extends PersonKey {
  readonly reachedAt: Date | null
  readonly seenAt: Date | null
  readonly stateId: string | null
  readonly state: PersonState | null
  readonly saidAt: Date | null
  readonly answers: number
  /** Whether the viewer's part of the roll-call changed. */
  readonly isShown: boolean
}

/** Writes changes of people. Columns without a new value stay as they are. */
export const updatePeople = (tx: Db, changes: readonly PersonChange[]) =>
  sql`UPDATE roll_call_people p SET reached_at = COALESCE(p.reached_at, c.reached_at), seen_at = COALESCE(p.seen_at, c.seen_at),
      state_id = COALESCE(c.state_id, p.state_id), state = COALESCE(c.state, p.state), said_at = COALESCE(c.said_at, p.said_at),
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

/** Returns the viewer's parts of roll-calls for these people. */
export async function viewerParts(tx: Db, keys: readonly PersonKey[]) {
  const { rows } = await sql<{
    readonly roll_call_id: string
    readonly person_id: string
    readonly seen_at: Date | null
    readonly state: StateRow | null
    readonly version: number
  }>`SELECT p.roll_call_id, p.person_id, p.seen_at, p.version, CASE WHEN s.id IS NOT NULL THEN ${stateJson} END AS state
    FROM roll_call_people p LEFT JOIN person_states s ON s.id = p.state_id LEFT JOIN users sayer ON sayer.id = s.said_by
    WHERE (p.roll_call_id, p.person_id) IN (
      SELECT * FROM unnest(${keys.map((key) => key.rollCallId)}::uuid[], ${keys.map((key) => key.personId)}::uuid[]))`.execute(tx)
  return rows
}

/** Whether a roll-call asks a person. */
export async function isAskedPerson(db: Db, { rollCallId, personId }: PersonKey): Promise<boolean> {
  const row = await db
    .selectFrom('roll_call_people')
    .select('person_id')
    .where('roll_call_id', '=', rollCallId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}
