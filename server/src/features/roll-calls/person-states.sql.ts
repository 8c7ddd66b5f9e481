import { sql } from 'kysely'
import type { NewAnswer, PersonState, StateSource } from '@noroshi/contract/roll-calls/roll-calls'
import type { Db } from '#/db/pool.ts'
import type { FileColumns } from '#/features/files/files.service.ts'
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
  readonly photo: FileColumns | null
}

/** SQL of the answer `s` of the person `sayer` as JSON. */
export const stateJson = sql`json_build_object('id', s.id, 'state', s.state, 'source', s.source,
  'sayer', CASE WHEN sayer.id IS NOT NULL THEN ${personJson('sayer')} END, 'said_at', s.said_at, 'note', s.note, 'place', s.place,
  'latitude', s.latitude, 'longitude', s.longitude, 'accuracy', s.accuracy, 'companions', s.companions,
  'staying_at', s.staying_at,
  'chosen_place', (SELECT json_build_object('id', id, 'name', name) FROM places WHERE id = s.place_id AND deleted_at IS NULL),
  'replies', s.replies,
  'photo', (SELECT json_build_object('id', id, 'type', type, 'name', name, 'size', size, 'width', width, 'height', height,
    'preview_key', preview_key) FROM files WHERE parent_kind = 'personState' AND parent_id = s.id))`

/** Answers of a person to a roll-call in the history that is shown. */
const HISTORY_MAX = 200

/** Returns the answers about a user or a dependant, newest first. */
export async function answersOf(db: Db, rollCallId: string, personId: string): Promise<StateRow[]> {
  const { rows } = await sql<{ state: StateRow }>`SELECT ${stateJson} AS state
    FROM person_states s LEFT JOIN users sayer ON sayer.id = s.said_by
    WHERE s.roll_call_id = ${rollCallId}::uuid AND COALESCE(s.dependant_id, s.person_id) = ${personId}::uuid
    ORDER BY s.said_at DESC, s.id DESC LIMIT ${sql.lit(HISTORY_MAX)}`.execute(db)
  return rows.map((row) => row.state)
}

/** A person of a roll-call. */
export interface PersonKey {
  readonly rollCallId: string
  readonly personId: string
  /** The guardian through whom a dependant is asked; absent: the person is a user. */
  readonly guardianId?: string | undefined
}

/** Whether a person is a user and no dependant. */
export const isUser = ({ guardianId }: PersonKey): boolean => guardianId === undefined

/** SQL of rows with the ids of roll-calls and of people. */
export const rowsOf = (keys: readonly PersonKey[]) =>
  sql`unnest(${keys.map((key) => key.rollCallId)}::uuid[], ${keys.map((key) => key.personId)}::uuid[])`

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

const ofKeys = (keys: readonly PersonKey[]) => sql`(roll_call_id, person_id) IN (SELECT * FROM ${rowsOf(keys)})`

/** Returns the details of the newest answers that these people gave themselves. */
export async function ownDetails(tx: Db, keys: readonly PersonKey[]): Promise<(PersonKey & { readonly details: Details })[]> {
  const { rows } = await sql<
    Omit<StateRow, 'id' | 'state' | 'source' | 'sayer' | 'said_at' | 'chosen_place' | 'photo'> & {
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

/** The user to whom the entries about a person belong: the person, or the guardian. */
const ownerOf = ({ personId, guardianId = personId }: PersonKey): string => guardianId

/** Returns how many answers of each source and user these people have, with those of other dependants of the same guardians. */
export async function answerCounts(tx: Db, keys: readonly PersonKey[]): Promise<SourceCount[]> {
  const { rows } =
    await sql<SourceCount>`SELECT roll_call_id AS "rollCallId", COALESCE(dependant_id, person_id) AS "personId", source,
      said_by AS "saidBy", count(*)::int AS count
    FROM person_states WHERE ${ofKeys(keys.map((key) => ({ ...key, personId: ownerOf(key) })))}
    GROUP BY roll_call_id, COALESCE(dependant_id, person_id), source, said_by`.execute(tx)
  return rows
}

/** Returns for which users these users have answered, as `{roll-call id} {user id} {person id}`. */
export async function answeredFor(tx: Db, states: readonly NewState[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT DISTINCT concat_ws(' ', roll_call_id, said_by, person_id) AS key
    FROM person_states WHERE source = 'proxy' AND dependant_id IS NULL AND (roll_call_id, said_by) IN (
      SELECT * FROM unnest(${states.map((state) => state.rollCallId)}::uuid[], ${states.map((state) => state.saidBy)}::uuid[]))`.execute(
    tx,
  )
  return rows.map((row) => row.key)
}

/** Identifies an answer: a user has one for each client id, also about dependants. */
export const commandOf = (answer: PersonKey & Pick<NewState, 'clientId'>) => `${ownerOf(answer)} ${answer.clientId}`

/** Returns the hashes of stored answers by {@link commandOf}. */
export async function storedAnswers(tx: Db, states: readonly NewState[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ person_id: string; client_id: string; body_hash: Buffer }>`
    SELECT person_id, client_id, body_hash FROM person_states WHERE (person_id, client_id) IN (
      SELECT * FROM unnest(${states.map(ownerOf)}::uuid[], ${states.map((state) => state.clientId)}::uuid[]))`.execute(tx)
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
        person_id: state.guardianId ?? state.personId,
        dependant_id: state.guardianId === undefined ? null : state.personId,
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
