import { type Insertable, sql, type Updateable } from 'kysely'
import type { FieldReportState, FieldReportSubject } from '@noroshi/contract/community-map/field-report'
import type { Db } from '#/db/pool.ts'
import type { FieldReports } from '#/db/rows.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'

export interface FieldReportRow {
  readonly id: string
  readonly subject: FieldReportSubject
  readonly state: FieldReportState
  readonly latitude: number
  readonly longitude: number
  readonly confirmed_at: Date
  readonly version: number
}

export interface FieldReportDetailRow extends FieldReportRow {
  readonly note: string
  readonly owner: PersonRow
  readonly confirmations: number
  readonly denials: number
  readonly own_answer: boolean | null
  readonly created_at: Date
}

/** The sides of a box in degrees. All are present, or none. */
interface Box {
  readonly west?: number | undefined
  readonly south?: number | undefined
  readonly east?: number | undefined
  readonly north?: number | undefined
}

const columns = sql`r.id, r.subject, r.state, r.latitude, r.longitude, r.confirmed_at, r.version`
const isOpen = (now: Date) => sql`r.ended_at IS NULL AND r.expires_at > ${now}::timestamptz`

function isIn({ west, south, east, north }: Box) {
  if (west === undefined || south === undefined || east === undefined || north === undefined) return sql`true`
  const isEastOf = sql`r.longitude >= ${west}::float8`
  const isWestOf = sql`r.longitude <= ${east}::float8`
  const isBetween = west <= east ? sql`${isEastOf} AND ${isWestOf}` : sql`(${isEastOf} OR ${isWestOf})`
  return sql`r.latitude BETWEEN ${south}::float8 AND ${north}::float8 AND ${isBetween}`
}

/** Returns the newest open reports in a box. */
export async function openFieldReports(db: Db, box: Box, now: Date, max: number): Promise<FieldReportRow[]> {
  const { rows } = await sql<FieldReportRow>`
    SELECT ${columns} FROM field_reports r WHERE ${isOpen(now)} AND ${isIn(box)} ORDER BY r.confirmed_at DESC LIMIT ${max}`.execute(
    db,
  )
  return rows
}

/** SQL: the answers of users other than the author, each with the time of the last confirmation of its report. */
const answers = sql`(SELECT *, max(answered_at) FILTER (WHERE holds) OVER (PARTITION BY report_id) AS last_confirmed
  FROM field_report_answers) answer`
/** SQL: the number of {@link answers} that deny a report and are later than its last confirmation. */
const denials = sql`count(*) FILTER (WHERE NOT holds AND answered_at > COALESCE(last_confirmed, '-infinity'))`

/** Returns an open report as a viewer sees it; undefined if there is none. */
export async function openFieldReport(
  db: Db,
  id: string,
  viewerId: string,
  now: Date,
): Promise<FieldReportDetailRow | undefined> {
  const { rows } = await sql<FieldReportDetailRow>`
    SELECT ${columns}, r.note, r.created_at, ${personJson('owner')} AS owner, a.confirmations, a.denials, a.own_answer
    FROM field_reports r JOIN users owner ON owner.id = r.owner_id
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE holds)::int AS confirmations,
          ${denials}::int AS denials,
          bool_or(holds) FILTER (WHERE user_id = ${viewerId}::uuid) AS own_answer
        FROM ${answers} WHERE report_id = r.id
      ) a
    WHERE r.id = ${id}::uuid AND ${isOpen(now)}`.execute(db)
  return rows[0]
}

export interface FieldReportForUpdate extends FieldReportRow {
  readonly owner_id: string
}

/** Locks an open report until the transaction ends, and returns it. */
export async function fieldReportForUpdate(tx: Db, id: string, now: Date): Promise<FieldReportForUpdate | undefined> {
  const { rows } = await sql<FieldReportForUpdate>`
    SELECT ${columns}, r.owner_id FROM field_reports r WHERE r.id = ${id}::uuid AND ${isOpen(now)} FOR UPDATE`.execute(tx)
  return rows[0]
}

/** Returns a report; undefined if it was deleted. */
export async function fieldReportById(db: Db, id: string): Promise<FieldReportRow | undefined> {
  return (await sql<FieldReportRow>`SELECT ${columns} FROM field_reports r WHERE r.id = ${id}::uuid`.execute(db)).rows[0]
}

interface Counts {
  readonly all: number
  readonly own: number
}

/** Locks the reports against additions until the transaction ends, and counts the open ones. */
export async function lockAndCountFieldReports(tx: Db, ownerId: string, now: Date): Promise<Counts> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('field reports', 0))`.execute(tx)
  const { rows } = await sql<Counts>`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE r.owner_id = ${ownerId}::uuid)::int AS own
    FROM field_reports r WHERE ${isOpen(now)}`.execute(tx)
  return rows[0] ?? { all: 0, own: 0 }
}

export const insertFieldReport = (tx: Db, report: Insertable<FieldReports>) =>
  tx.insertInto('field_reports').values(report).execute()

/** Changes a report, raises its version and returns it. */
export async function updateFieldReport(tx: Db, id: string, change: Updateable<FieldReports>): Promise<FieldReportRow> {
  await tx
    .updateTable('field_reports')
    .set(change)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const row = await fieldReportById(tx, id)
  if (!row) throw new Error(`The report ${id} was deleted under its lock`)
  return row
}

export const deleteFieldReport = (tx: Db, id: string) => tx.deleteFrom('field_reports').where('id', '=', id).execute()

interface StoredAnswer {
  readonly holds: boolean
  readonly answered_at: Date
}

/** Returns the answer of a user; undefined: none. */
export const answerOf = (tx: Db, reportId: string, userId: string): Promise<StoredAnswer | undefined> =>
  tx
    .selectFrom('field_report_answers')
    .select(['holds', 'answered_at'])
    .where('report_id', '=', reportId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Stores the answer of a user in place of an earlier one. */
export const storeAnswer = (tx: Db, reportId: string, userId: string, { holds, answered_at }: StoredAnswer) =>
  tx
    .insertInto('field_report_answers')
    .values({ report_id: reportId, user_id: userId, holds, answered_at })
    .onConflict((conflict) => conflict.columns(['report_id', 'user_id']).doUpdateSet({ holds, answered_at }))
    .execute()

/** Returns how many users other than its author denied a report after one of them confirmed it. */
export async function countDenials(tx: Db, reportId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT ${denials}::int AS count FROM ${answers} WHERE report_id = ${reportId}::uuid`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Deletes the reports that ended before a time. @returns their number */
export async function deleteEndedFieldReports(tx: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM field_reports WHERE LEAST(expires_at, ended_at) < ${before}::timestamptz`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
