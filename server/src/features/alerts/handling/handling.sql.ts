import { type RawBuilder, sql } from 'kysely'
import type { AlertKind, AlertSeverity, CloseReason, ReportedStage, ResponderProgress } from '@noroshi/contract/alerts/handling'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

/** Max decisions in the record of an alert, without the progress of its responders. All of them are kept. */
const DECISIONS_MAX = 1000
/** Max decisions of one user, or of the anonymous raiser, in the record of an alert, and the same number of reports of progress. */
const DECISIONS_OF_ONE_MAX = 200

/** The decisions about an alert, from the JSON column of its row. Times are ISO text. */
export interface HandlingColumns {
  readonly kind: AlertKind | null
  readonly severity: AlertSeverity | null
  readonly reported_stage: ReportedStage | null
  readonly user: PersonRow | null
  readonly group: { readonly id: string; readonly name: string } | null
  readonly duplicate_of: string | null
  readonly close_reason: CloseReason | null
  readonly close_note: string
  readonly version: number
  readonly changed_at: string
}

/** SQL expression: the decisions about the alert `a` as JSON; null without one. @param person SQL of a person by id */
export const handlingOf = (person: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  (SELECT json_build_object('kind', h.kind, 'severity', h.severity, 'reported_stage', h.reported_stage,
    'user', ${person(sql`h.assigned_user`)},
    'group', (SELECT json_build_object('id', g.id, 'name', g.name) FROM alert_groups g WHERE g.id = h.assigned_group),
    'duplicate_of', h.duplicate_of, 'close_reason', h.close_reason, 'close_note', h.close_note, 'version', h.version,
    'changed_at', h.changed_at) FROM alert_handling h WHERE h.alert_id = a.id)`

/** SQL columns: the numbers of users who respond, over rows of the ledger, by how far they are. */
export const progressCounts = sql`
  count(*) FILTER (WHERE answer = 'responding' AND progress = 'onTheWay') AS on_the_way,
  count(*) FILTER (WHERE answer = 'responding' AND progress = 'arrived') AS arrived,
  count(*) FILTER (WHERE answer = 'responding' AND progress = 'done') AS finished`

export interface NewProgress {
  readonly alertId: string
  readonly userId: string
  readonly progress: ResponderProgress
  readonly at: Date
}

export interface HandlingChangeRow {
  readonly kind?: AlertKind | null
  readonly severity?: AlertSeverity | null
  readonly reported_stage?: ReportedStage | null
  readonly assigned_user?: string | null
  readonly assigned_group?: string | null
  readonly duplicate_of?: string | null
  readonly close_reason?: CloseReason | null
  readonly close_note?: string
}

/** Stores decisions about an alert, which the caller has locked. */
export const updateHandling = (db: Db, alert_id: string, change: HandlingChangeRow, changed_at: Date) =>
  db
    .insertInto('alert_handling')
    .values({ alert_id, changed_at, ...change })
    .onConflict((conflict) =>
      conflict.column('alert_id').doUpdateSet({ ...change, changed_at, version: sql`alert_handling.version + 1` }),
    )
    .execute()

export interface NewDecision {
  readonly alertId: string
  /** null: the device of the anonymous raiser. */
  readonly by: string | null
  readonly at: Date
  readonly subject: 'kind' | 'severity' | 'stage' | 'user' | 'group' | 'duplicate' | 'progress' | 'closed' | 'reopened'
  readonly value: string | null
  readonly note?: string
}

/**
 * Inserts decisions of one user about one alert.
 * @returns their ids; null, and inserts nothing, if the record of the alert has too many, or too many of this user
 */
export async function insertDecisions(db: Db, decisions: readonly NewDecision[]): Promise<string[] | null> {
  const [first] = decisions
  if (!first) return []
  const isProgress = first.subject === 'progress'
  const { rows: counts } = await sql<{ own: number; decided: number }>`
    SELECT count(*) FILTER (WHERE decided_by IS NOT DISTINCT FROM ${first.by}::uuid
        AND (subject = 'progress') = ${isProgress}::boolean)::integer AS own,
      count(*) FILTER (WHERE subject <> 'progress')::integer AS decided
    FROM alert_decisions WHERE alert_id = ${first.alertId}::uuid`.execute(db)
  const [{ own, decided } = { own: 0, decided: 0 }] = counts
  if (own + decisions.length > DECISIONS_OF_ONE_MAX) return null
  if (!isProgress && decided + decisions.length > DECISIONS_MAX) return null
  const rows = decisions.map((decision) => ({ ...decision, id: newId() }))
  await db
    .insertInto('alert_decisions')
    .values(
      rows.map(({ id, alertId, by, at, subject, value, note = '' }) => ({
        id,
        alert_id: alertId,
        decided_by: by,
        decided_at: at,
        subject,
        value,
        note,
      })),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks alerts in the order of their ids, so that two marks of the same alerts do not deadlock. */
export const lockAlerts = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('alerts')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Whether other alerts are marked as duplicates of this one. */
export const hasDuplicates = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('alert_handling').select('alert_id').where('duplicate_of', '=', id).limit(1).executeTakeFirst()) !==
  undefined

/**
 * SQL subquery: the ids of the users to whom the alert `a` with the decisions `h` is assigned, also through a group. Its raiser
 * does not handle the own emergency as a member of the group, except in a drill.
 */
export const assignedUsers = sql`(
  SELECT h.assigned_user AS user_id WHERE h.assigned_user IS NOT NULL
  UNION SELECT m.user_id FROM alert_group_members m
    WHERE m.group_id = h.assigned_group AND (a.is_drill OR m.user_id IS DISTINCT FROM a.raised_by))`

/** Returns the users to whom the alert is assigned. */
export async function assignedUserIds(db: Db, alertId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT x.user_id FROM alerts a JOIN alert_handling h ON h.alert_id = a.id CROSS JOIN LATERAL ${assignedUsers} x
    WHERE a.id = ${alertId}::uuid`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Whether the alert is assigned to the user or to a group of the user. */
export async function isAssignedTo(db: Db, alertId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM alerts a JOIN alert_handling h ON h.alert_id = a.id
    WHERE a.id = ${alertId}::uuid AND ${userId}::uuid IN ${assignedUsers}`.execute(db)
  return rows.length > 0
}

/**
 * Stores how far a user is who responds.
 * @returns false if the user does not respond, has reported the same, or has reported something later
 */
export async function setProgress(db: Db, { alertId, userId, progress, at }: NewProgress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_ledger')
    .set({ progress, progress_at: at, version: sql`version + 1` })
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .where('answer', '=', 'responding')
    .where(sql<boolean>`progress IS DISTINCT FROM ${progress} AND COALESCE(progress_at <= ${at}, true)`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
