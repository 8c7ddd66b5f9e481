import { type RawBuilder, sql } from 'kysely'
import {
  ROLL_CALL_REPEAT_MINUTES,
  type RollCallForm,
  type RollCallQuestion,
  type RollCallTemplate,
} from '@noroshi/contract/roll-calls/roll-calls'
import type { Area } from '@noroshi/contract/area'
import type { Db } from '#/db/pool.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'
import { stateJson, type StateRow } from './person-states.sql.ts'
import { addDependants, type DependantRow, dependantsJson, lastSeenAt } from './roll-call-people.sql.ts'

export interface RollCallRow {
  readonly id: string
  readonly asker: PersonRow
  readonly template: RollCallTemplate
  readonly title: string
  readonly text: string
  readonly is_urgent: boolean
  readonly is_drill: boolean
  readonly audience: RollCallForm['audience']['kind']
  readonly thread_ids: readonly string[]
  readonly group_names: readonly string[]
  readonly alert_id: string | null
  readonly area: Area | null
  readonly questions: readonly RollCallQuestion[]
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly closed_at: Date | null
  readonly end_text: string
  readonly asked: number
  readonly reached: number
  readonly seen: number
  readonly safe: number
  readonly injured: number
  readonly need_help: number
  readonly counts_version: number
  /** The viewer is one of its people. */
  readonly is_asked: boolean
  readonly my_seen_at: Date | null
  readonly my_state: StateRow | null
  readonly my_version: number
  /** The dependants who are asked through the viewer; null: none. */
  readonly my_dependants: readonly DependantRow[] | null
}

const selectRollCalls = (viewerId: string | null) => sql`
  SELECT r.id, ${personJson('asker')} AS asker, r.template, r.title, r.text, r.is_urgent, r.is_drill, r.audience,
    r.thread_ids::text[] AS thread_ids, r.group_names, r.alert_id, r.area, r.questions, r.version, r.created_at, r.updated_at, r.closed_at,
    r.end_text, r.asked, r.reached, r.seen, r.safe, r.injured, r.need_help, r.counts_version, p.person_id IS NOT NULL AS is_asked,
    ${lastSeenAt} AS my_seen_at, COALESCE(p.version, 0) AS my_version,
    CASE WHEN s.id IS NOT NULL THEN ${stateJson} END AS my_state, ${dependantsJson} AS my_dependants
  FROM roll_calls r JOIN users asker ON asker.id = r.asked_by
    LEFT JOIN roll_call_people p ON p.roll_call_id = r.id AND p.person_id = ${viewerId}::uuid
    LEFT JOIN person_states s ON s.id = p.state_id
    LEFT JOIN users sayer ON sayer.id = s.said_by`

/** Returns a roll-call as a viewer sees it. */
export async function rollCallById(db: Db, id: string, viewerId: string | null): Promise<RollCallRow | undefined> {
  const { rows } = await sql<RollCallRow>`${selectRollCalls(viewerId)} WHERE r.id = ${id}::uuid`.execute(db)
  return rows[0]
}

interface ListQuery {
  readonly viewerId: string
  readonly isAdmin: boolean
  /** The groups that the viewer administers. */
  readonly administered: readonly string[]
  readonly status: 'open' | 'all'
  readonly cursor: string | undefined
  readonly limit: number
}

/** Returns the roll-calls that the viewer may read, newest first. */
export async function rollCallsOf(db: Db, { viewerId, isAdmin, administered, status, cursor, limit }: ListQuery) {
  const before: RawBuilder<unknown> = cursor === undefined ? sql`true` : sql`r.id < ${cursor}::uuid`
  const { rows } = await sql<RollCallRow>`${selectRollCalls(viewerId)}
    WHERE ${before} AND (${status} = 'all' OR r.closed_at IS NULL)
      AND (p.person_id IS NOT NULL OR r.asked_by = ${viewerId}::uuid OR ${isAdmin}
        OR (r.audience = 'groups' AND r.thread_ids <@ ${[...administered]}::uuid[]))
    ORDER BY r.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** A new roll-call. */
export interface NewRollCall extends Omit<RollCallForm, 'audience'> {
  readonly id: string
  readonly askedBy: string
  readonly audience: RollCallRow['audience']
  readonly groups: readonly { readonly threadId: string; readonly name: string }[]
  readonly alertId: string | null
  /** null for other audiences. */
  readonly area: Area | null
  readonly includesUnlocated: boolean
  readonly personIds: readonly string[]
  readonly at: Date
}

export async function insertRollCall(tx: Db, call: NewRollCall): Promise<void> {
  await tx
    .insertInto('roll_calls')
    .values({
      id: call.id,
      asked_by: call.askedBy,
      template: call.template,
      title: call.title,
      text: call.text,
      is_urgent: call.isUrgent,
      is_drill: call.isDrill,
      audience: call.audience,
      thread_ids: call.groups.map(({ threadId }) => threadId),
      group_names: call.groups.map(({ name }) => name),
      alert_id: call.alertId,
      area: call.area && JSON.stringify(call.area),
      includes_unlocated: call.includesUnlocated,
      questions: JSON.stringify(call.questions),
      version: 1,
      created_at: call.at,
      updated_at: call.at,
      asked: call.personIds.length,
    })
    .execute()
  await sql`INSERT INTO roll_call_people (roll_call_id, person_id)
    SELECT ${call.id}::uuid, unnest(${[...call.personIds]}::uuid[])`.execute(tx)
  await addDependants(tx, call.id)
}

/** Serialises new roll-calls, so that two at once neither both ask the same people nor both keep within a limit. */
export const lockAsking = (tx: Db) => sql`SELECT pg_advisory_xact_lock(hashtextextended('new roll-calls', 0))`.execute(tx)

/** The audience by which two roll-calls are compared. */
type Audience = Pick<NewRollCall, 'audience' | 'alertId' | 'area' | 'includesUnlocated'> & {
  readonly threadIds: readonly string[]
}

const sameAudience = ({ audience, alertId, area, includesUnlocated, threadIds }: Audience) => sql`r.audience = ${audience}
  AND r.area IS NOT DISTINCT FROM ${area && JSON.stringify(area)}::jsonb AND r.includes_unlocated = ${includesUnlocated}
  AND r.alert_id IS NOT DISTINCT FROM ${alertId}::uuid
  AND r.thread_ids <@ ${[...threadIds]}::uuid[] AND r.thread_ids @> ${[...threadIds]}::uuid[]`

/** Returns the newest open roll-call of the same people. @param urgentSince null: also one that is older or not urgent */
export async function openRollCallOf(
  db: Db,
  audience: Audience,
  isDrill: boolean,
  urgentSince: Date | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT r.id FROM roll_calls r
    WHERE r.closed_at IS NULL AND r.is_drill = ${isDrill} AND ${sameAudience(audience)}
      AND (${urgentSince}::timestamptz IS NULL OR (r.is_urgent AND r.created_at >= ${urgentSince}::timestamptz)) ORDER BY r.id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]?.id
}

/** Counts what limits an asker who is no administrator: own open ones of groups, those since a time, and all of an alert. */
export async function askedCounts(tx: Db, askerId: string, alertId: string | null, since: Date) {
  const { rows } = await sql<{ open: number; recent: number; of_alert: number }>`
    SELECT count(*) FILTER (WHERE closed_at IS NULL)::int AS open, count(*) FILTER (WHERE created_at > ${since})::int AS recent,
      (SELECT count(*)::int FROM roll_calls WHERE alert_id = ${alertId}::uuid) AS of_alert
    FROM roll_calls WHERE asked_by = ${askerId}::uuid AND audience = 'groups'`.execute(tx)
  return rows[0] ?? { open: 0, recent: 0, of_alert: 0 }
}

/** Returns all users of a roll-call, or those without an answer about them or a dependant of theirs. */
export async function peopleIdsOf(db: Db, id: string, who: 'all' | 'silent'): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`SELECT p.person_id FROM roll_call_people p JOIN users u ON u.id = p.person_id
    WHERE p.roll_call_id = ${id}::uuid AND u.is_active AND (${who} = 'all' OR p.state IS NULL OR (p.dependants > 0 AND EXISTS (
      SELECT FROM roll_call_dependants d WHERE d.roll_call_id = p.roll_call_id AND d.guardian_id = p.person_id AND d.state IS NULL)))`.execute(
    db,
  )
  return rows.map((row) => row.person_id)
}

/** Ends a roll-call. Returns false if it had ended. */
export async function closeRollCall(tx: Db, id: string, endText: string, at: Date): Promise<boolean> {
  const { rows } =
    await sql`UPDATE roll_calls SET closed_at = ${at}, updated_at = ${at}, end_text = ${endText}, version = version + 1
    WHERE id = ${id}::uuid AND closed_at IS NULL RETURNING id`.execute(tx)
  return rows.length > 0
}

/**
 * Takes the next event with the counts of a roll-call for this transaction, among all processes.
 * @param everyMs min milliseconds between two such events, by the clock of the database
 * @returns 0, or the milliseconds until the next event; undefined: there is no such roll-call
 */
export async function claimTally(tx: Db, id: string, everyMs: number): Promise<number | undefined> {
  // A time in the future is from before the clock was set back.
  const claimed = await sql`UPDATE roll_calls SET tallied_at = clock_timestamp() WHERE id = ${id}::uuid AND (tallied_at IS NULL
    OR tallied_at NOT BETWEEN clock_timestamp() - make_interval(secs => ${everyMs / 1000}) AND clock_timestamp()) RETURNING id`.execute(
    tx,
  )
  if (claimed.rows.length > 0) return 0
  const { rows } = await sql<{ wait: number }>`SELECT greatest(1, least(${everyMs}::float8,
      ${everyMs}::float8 - extract(epoch FROM clock_timestamp() - tallied_at)::float8 * 1000)) AS wait
    FROM roll_calls WHERE id = ${id}::uuid`.execute(tx)
  return rows[0]?.wait
}

/**
 * Marks and returns the open roll-calls whose people are to be asked again. A step that the server missed is left out: people are
 * asked again once.
 */
export async function markDueRepeats(tx: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE roll_calls r SET repeat_step = due.step
    FROM (SELECT id, (SELECT count(*)::int FROM unnest(${[...ROLL_CALL_REPEAT_MINUTES]}::int[]) AS m
        WHERE created_at <= ${now}::timestamptz - make_interval(mins => m)) AS step
      FROM roll_calls WHERE closed_at IS NULL AND repeat_step < ${sql.lit(ROLL_CALL_REPEAT_MINUTES.length)}) due
    WHERE r.id = due.id AND r.closed_at IS NULL AND due.step > r.repeat_step RETURNING r.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Locks the repetitions until the transaction ends. Returns false if another process has the lock. */
export async function tryLockRepeats(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('roll-call repeats', 0)) AS is_locked`.execute(tx)
  return rows[0]?.is_locked === true
}

/** Counts the roll-calls that ended before a time and have people. */
export async function countEnded(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('roll_calls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closed_at', '<', before)
    .where('anonymised_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Removes the people and the answers of roll-calls that ended before a time. Their counts stay. Returns how many there were. */
export async function anonymiseEnded(tx: Db, before: Date, at: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`UPDATE roll_calls SET anonymised_at = ${at}
    WHERE closed_at < ${before} AND anonymised_at IS NULL RETURNING id`.execute(tx)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return 0
  await sql`DELETE FROM roll_call_people WHERE roll_call_id = ANY (${ids}::uuid[])`.execute(tx)
  await sql`DELETE FROM roll_call_dependants WHERE roll_call_id = ANY (${ids}::uuid[])`.execute(tx)
  await sql`DELETE FROM person_states WHERE roll_call_id = ANY (${ids}::uuid[])`.execute(tx)
  await sql`DELETE FROM answer_links WHERE roll_call_id = ANY (${ids}::uuid[])`.execute(tx)
  return ids.length
}

/** Returns the ids of all active users. */
export async function activeUserIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('is_active', '=', true).execute()
  return rows.map((row) => row.id)
}

/** Returns the open urgent roll-calls of all users, newest first. */
export const urgentOfEveryone = (db: Db, limit: number) =>
  db
    .selectFrom('roll_calls')
    .select(['id', 'created_at', 'title', 'text', 'is_drill'])
    .where('closed_at', 'is', null)
    .where('is_urgent', '=', true)
    .where('audience', '=', 'everyone')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
