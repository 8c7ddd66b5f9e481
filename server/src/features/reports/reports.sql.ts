import { sql } from 'kysely'
import type { ReportedMessage } from '@noroshi/contract/reports/reports.http'
import type { Db } from '#/db/pool.ts'

export interface NewReport {
  readonly id: string
  readonly reporterId: string
  readonly reportedId: string
  readonly reason: string
  readonly message: ReportedMessage | null
  readonly at: Date
}

/** Locks the row of the reporter, so that their reports are counted and inserted one after the other. */
export const lockReporter = (tx: Db, id: string) =>
  tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** Whether the user has reported the message, or has an open report about the person. */
export async function isReported(
  tx: Db,
  reporterId: string,
  target: { messageId: string } | { userId: string },
): Promise<boolean> {
  const known = await tx
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', reporterId)
    .where((row) =>
      'messageId' in target
        ? row('message_id', '=', target.messageId)
        : row.and([row('reported_id', '=', target.userId), row('message_id', 'is', null), row('done_at', 'is', null)]),
    )
    .executeTakeFirst()
  return known !== undefined
}

export const insertReport = (tx: Db, { id, reporterId, reportedId, reason, message, at }: NewReport) =>
  tx
    .insertInto('reports')
    .values({
      id,
      reporter_id: reporterId,
      reported_id: reportedId,
      message_id: message?.id ?? null,
      reason,
      message: message && JSON.stringify(message),
      created_at: at,
    })
    .execute()

/** Returns what the user cannot report again: the messages of their reports, and the people of open ones; the newest first. */
export const ownReports = (db: Db, reporterId: string, limit: number) =>
  db
    .selectFrom('reports')
    .select(['message_id', 'reported_id'])
    .where('reporter_id', '=', reporterId)
    .where((row) => row.or([row('message_id', 'is not', null), row('done_at', 'is', null)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const reports = (db: Db) => db.selectFrom('reports').selectAll()

export const reportRows = (db: Db, isDone: boolean, cursor: string | undefined, limit: number) =>
  reports(db)
    .where('done_at', isDone ? 'is not' : 'is', null)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type ReportRow = Awaited<ReturnType<typeof reportRows>>[number]

export const reportById = (db: Db, id: string) => reports(db).where('id', '=', id).executeTakeFirst()

/** @param reporterId counts the reports of this user; null counts all */
export async function countOpenReports(db: Db, reporterId: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM reports WHERE done_at IS NULL
    ${reporterId === null ? sql`` : sql`AND reporter_id = ${reporterId}::uuid`}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Marks an open report as done. @returns false if it is unknown or done */
export async function markReportDone(tx: Db, id: string, by: string, note: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reports')
    .set({ done_at: at, done_by: by, note })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const deleteReportsDoneBefore = (db: Db, before: Date) => db.deleteFrom('reports').where('done_at', '<', before).execute()
