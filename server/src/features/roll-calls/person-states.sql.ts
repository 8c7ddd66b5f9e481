import { sql } from 'kysely'
import type { NewAnswer, PersonState, StateSource } from '@noroshi/contract/roll-calls/roll-calls'
import type { Db } from '#/db/pool.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'

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
  readonly chosen_place: { readonly id: string; readonly name: string } | null
  readonly replies: readonly (number | string | null)[]
}

/** SQL of the answer `s` of the person `sayer` as JSON. */
export const stateJson = sql`json_build_object('id', s.id, 'state', s.state, 'source', s.source,
  'sayer', CASE WHEN sayer.id IS NOT NULL THEN ${personJson('sayer')} END, 'said_at', s.said_at, 'note', s.note, 'place', s.place,
  'latitude', s.latitude, 'longitude', s.longitude, 'accuracy', s.accuracy, 'companions', s.companions,
  'staying_at', s.staying_at,
  'chosen_place', (SELECT json_build_object('id', id, 'name', name) FROM places WHERE id = s.place_id AND deleted_at IS NULL),
  'replies', s.replies)`

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

/** The details that a person gives besides the state. */
export type Details = { readonly [Name in Exclude<keyof NewAnswer, 'state'>]-?: Exclude<NewAnswer[Name], undefined> }

/** A new answer. A detail that is absent stays as the person said it before. */
export interface NewState extends PersonKey, Pick<NewAnswer, 'state'> {
  readonly id: string
  readonly source: StateSource
  readonly saidBy: string | null
  readonly saidAt: Date
  readonly details: NewAnswer
  readonly clientId: string
  readonly bodyHash: Buffer
  /** The reception that gave it. */
  readonly stayId?: string
  /** Other people for whom the sayer may answer in this roll-call; null: without a limit. */
  readonly proxiesMax: number | null
}

/** An answer with all of its details, as it is stored. */
export interface StoredState extends NewState {
  readonly details: Details & Pick<NewAnswer, 'state'>
}

const ofKeys = (keys: readonly PersonKey[]) => sql`(roll_call_id, person_id) IN (
  SELECT * FROM unnest(${keys.map((key) => key.rollCallId)}::uuid[], ${keys.map((key) => key.personId)}::uuid[]))`

/** Returns the details of the newest answers that these people gave themselves. */
export async function ownDetails(tx: Db, keys: readonly PersonKey[]): Promise<(PersonKey & { readonly details: Details })[]> {
  const { rows } = await sql<
    Omit<StateRow, 'id' | 'state' | 'source' | 'sayer' | 'said_at' | 'chosen_place'> & {
      readonly roll_call_id: string
      readonly person_id: string
      readonly place_id: string | null
    }
  >`SELECT DISTINCT ON (roll_call_id, person_id) roll_call_id, person_id, note, place, latitude, longitude, accuracy, companions,
      staying_at, place_id, replies
    FROM person_states WHERE ${ofKeys(keys)} AND source IN ('self', 'voice', 'link')
    ORDER BY roll_call_id, person_id, said_at DESC, id DESC`.execute(tx)
  return rows.map(({ roll_call_id: rollCallId, person_id: personId, latitude, longitude, accuracy, ...row }) => ({
    rollCallId,
    personId,
    details: {
      note: row.note,
      place: row.place,
      location: latitude === null || longitude === null ? null : { latitude, longitude, accuracy },
      companions: row.companions,
      stayingAt: row.staying_at,
      replies: [...row.replies],
      placeId: row.place_id,
    },
  }))
}

/** The answers of one source about a person. */
export interface SourceCount extends PersonKey {
  readonly source: StateSource
  /** null for links. */
  readonly saidBy: string | null
  readonly count: number
}

/** Returns how many answers of each source and user these people have. */
export async function answerCounts(tx: Db, keys: readonly PersonKey[]): Promise<SourceCount[]> {
  const { rows } =
    await sql<SourceCount>`SELECT roll_call_id AS "rollCallId", person_id AS "personId", source, said_by AS "saidBy",
      count(*)::int AS count
    FROM person_states WHERE ${ofKeys(keys)} GROUP BY roll_call_id, person_id, source, said_by`.execute(tx)
  return rows
}

/** Returns for whom these users have answered, as `{roll-call id} {user id} {person id}`. */
export async function answeredFor(tx: Db, states: readonly NewState[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT DISTINCT concat_ws(' ', roll_call_id, said_by, person_id) AS key
    FROM person_states WHERE source = 'proxy' AND (roll_call_id, said_by) IN (
      SELECT * FROM unnest(${states.map((state) => state.rollCallId)}::uuid[], ${states.map((state) => state.saidBy)}::uuid[]))`.execute(
    tx,
  )
  return rows.map((row) => row.key)
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

/** An entry that may answer no roll-call. */
type AnyState = Omit<StoredState, 'rollCallId'> & { readonly rollCallId: string | null }

export const insertStates = (tx: Db, states: readonly AnyState[], now: Date) =>
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
        note: state.details.note,
        place: state.details.place,
        latitude: state.details.location?.latitude ?? null,
        longitude: state.details.location?.longitude ?? null,
        accuracy: state.details.location?.accuracy ?? null,
        companions: state.details.companions,
        staying_at: state.details.stayingAt,
        replies: JSON.stringify(state.details.replies),
        place_id: state.details.placeId,
        client_id: state.clientId,
        body_hash: state.bodyHash,
        stay_id: state.stayId ?? null,
      })),
    )
    .execute()

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

/** Writes changes of people. Columns without a new value stay as they are. */
export const updatePeople = (tx: Db, changes: readonly PersonChange[]) =>
  sql`UPDATE roll_call_people p SET reached_at = COALESCE(p.reached_at, c.reached_at), seen_at = COALESCE(p.seen_at, c.seen_at),
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

/** Returns the viewer's parts of roll-calls for these people. */
export async function viewerParts(tx: Db, keys: readonly PersonKey[]) {
  const { rows } = await sql<{
    readonly roll_call_id: string
    readonly person_id: string
    readonly seen_at: Date | null
    readonly state: StateRow | null
    readonly version: number
  }>`SELECT p.roll_call_id, p.person_id, ${lastSeenAt} AS seen_at, p.version, CASE WHEN s.id IS NOT NULL THEN ${stateJson} END AS state
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
