import { type Insertable, sql } from 'kysely'
import type { MissingReportState } from '@noroshi/contract/missing-reports/missing-reports.http'
import type { Db } from '#/db/pool.ts'
import type { MissingReports } from '#/db/rows.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'
import type { FileColumns } from '#/features/files/files.service.ts'

export interface MissingReportRow {
  readonly id: string
  readonly reporter: PersonRow
  readonly name: string
  readonly kana: string
  readonly birth_year: number | null
  readonly age: number | null
  readonly description: string
  readonly last_seen_place: string
  readonly last_seen_at: Date | null
  readonly contact: string
  readonly photo: FileColumns | null
  readonly state: MissingReportState
  readonly decided_at: Date | null
  readonly decider: PersonRow | null
  readonly passed_on_at: Date | null
  readonly created_at: Date
}

const selectReports = sql`
  SELECT r.id, r.name, r.kana, r.birth_year, r.age, r.description, r.last_seen_place, r.last_seen_at, r.contact, r.state,
    r.decided_at, r.passed_on_at, r.created_at, ${personJson('u')} AS reporter,
    CASE WHEN d.id IS NOT NULL THEN ${personJson('d')} END AS decider,
    CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'type', f.type, 'name', f.name, 'size', f.size, 'width', f.width,
      'height', f.height, 'preview_key', f.preview_key) END AS photo
  FROM missing_reports r JOIN users u ON u.id = r.reporter_id LEFT JOIN users d ON d.id = r.decided_by
    LEFT JOIN files f ON f.id = r.photo_file_id`

/** Returns the reports of a user, newest first. */
export async function reportsOf(db: Db, reporterId: string): Promise<MissingReportRow[]> {
  const { rows } =
    await sql<MissingReportRow>`${selectReports} WHERE r.reporter_id = ${reporterId}::uuid ORDER BY r.id DESC`.execute(db)
  return rows
}

/** Returns a page of reports, newest first. */
export async function reportsPage(
  db: Db,
  isOpen: boolean,
  cursor: string | undefined,
  limit: number,
): Promise<MissingReportRow[]> {
  const { rows } = await sql<MissingReportRow>`${selectReports} WHERE ${isOpen ? sql`r.state = 'open'` : sql`r.state <> 'open'`}
    AND ${cursor === undefined ? sql`true` : sql`r.id < ${cursor}::uuid`} ORDER BY r.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

export async function reportById(db: Db, id: string): Promise<MissingReportRow | undefined> {
  return (await sql<MissingReportRow>`${selectReports} WHERE r.id = ${id}::uuid`.execute(db)).rows[0]
}

/** Locks a report until the transaction ends, and returns it. */
export async function reportForUpdate(tx: Db, id: string): Promise<MissingReportRow | undefined> {
  return (await sql<MissingReportRow>`${selectReports} WHERE r.id = ${id}::uuid FOR UPDATE OF r`.execute(tx)).rows[0]
}

/** Locks the reporter, so that their reports are counted and inserted one after the other, and returns the number of reports. */
export async function lockAndCountReports(tx: Db, reporterId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', reporterId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('missing_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reporter_id', '=', reporterId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertReport = (tx: Db, report: Insertable<MissingReports>) =>
  tx.insertInto('missing_reports').values(report).execute()

/** Deletes a report of a user. Returns the id of its photo, null without one; undefined: there is no such report. */
export async function deleteReport(tx: Db, id: string, reporterId: string): Promise<string | null | undefined> {
  const row = await tx
    .deleteFrom('missing_reports')
    .where('id', '=', id)
    .where('reporter_id', '=', reporterId)
    .returning('photo_file_id')
    .executeTakeFirst()
  return row === undefined ? undefined : row.photo_file_id
}

interface Change {
  readonly state: MissingReportState
  readonly at: Date
  readonly by: string
  readonly isPassedOn: boolean
}

/** Changes the state of a report. The time at which the person was told stays until the report is open once more. */
export const updateState = (tx: Db, id: string, { state, at, by, isPassedOn }: Change) =>
  tx
    .updateTable('missing_reports')
    .set({ state, decided_at: at, decided_by: by, passed_on_at: isPassedOn ? sql`COALESCE(passed_on_at, ${at})` : null })
    .where('id', '=', id)
    .execute()

export async function countReportsBefore(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('missing_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the reports from before a time. The photos are then those of no report. */
export const deleteReportsBefore = (tx: Db, before: Date) =>
  tx.deleteFrom('missing_reports').where('created_at', '<', before).execute()

/** Returns photos whose report was deleted. */
export async function photosWithoutReport(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT f.id FROM files f WHERE f.parent_kind = 'missingReport'
    AND NOT EXISTS (SELECT FROM missing_reports r WHERE r.id = f.parent_id) LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the active users with a role in a shelter, and the active administrators. */
export async function handlerIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT u.id FROM users u WHERE u.is_active
    AND (u.is_admin OR EXISTS (SELECT FROM shelter_staff s WHERE s.user_id = u.id))`.execute(db)
  return rows.map(({ id }) => id)
}
