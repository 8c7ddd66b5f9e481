import type { z } from 'zod'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { type adminReportRoutes, type Report, REPORTS_OPEN_MAX, ReportedMessage } from '@noroshi/contract/reports/reports.http'
import { newId } from '#/db/ids.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong, peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { ChangePorts } from '#/features/messaging/changes/message-changes.service.ts'
import { copyForReport } from '#/features/messaging/reported-messages.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import {
  countOpenReports,
  deleteReportsDoneBefore,
  insertReport,
  isReported,
  lockReporter,
  markReportDone,
  type NewReport,
  ownReports,
  reportById,
  type ReportRow,
  reportRows,
} from './reports.sql.ts'

/** Milliseconds after which a report that is done is deleted, with its copy. */
const KEPT_MS = 365 * 86_400_000
/** The newest reports of a user that their devices show as reported. */
const OWN_LISTED_MAX = 500

/**
 * Reports a message to the administrators, with a copy of it. A repetition changes nothing.
 * @throws message.notFound (404); message.isDeleted, report.tooMany (409); report.own (400)
 */
export async function reportMessage(deps: Deps, ports: ChangePorts, viewer: SignedIn, id: string, reason: string): Promise<void> {
  await deps.transaction(async (tx) => {
    await lockReporter(tx, viewer.id)
    if (await isReported(tx, viewer.id, { messageId: id })) return
    const { senderId, message } = await copyForReport(deps, ports, tx, viewer, id)
    await insert(deps, tx, { reporterId: viewer.id, reportedId: senderId, reason, message })
  })
}

/**
 * Reports a person to the administrators. A repetition changes nothing until the report is done.
 * @throws user.notFound (404) for an unknown or deactivated user; report.own (400); report.tooMany (409)
 */
export async function reportPerson(deps: Deps, viewer: SignedIn, userId: string, reason: string): Promise<void> {
  await deps.transaction(async (tx) => {
    await lockReporter(tx, viewer.id)
    if (await isReported(tx, viewer.id, { userId })) return
    if (!(await activeIdsAmong(tx, [userId])).has(userId)) throw new AppError('user.notFound')
    await insert(deps, tx, { reporterId: viewer.id, reportedId: userId, reason, message: null })
  })
}

async function insert(deps: Deps, tx: Tx, report: Omit<NewReport, 'id' | 'at'>): Promise<void> {
  if (report.reportedId === report.reporterId) throw new AppError('report.own')
  if ((await countOpenReports(tx, report.reporterId)) >= REPORTS_OPEN_MAX) throw new AppError('report.tooMany')
  await insertReport(tx, { ...report, id: newId(), at: deps.now() })
}

/** Returns the messages and the people that the viewer has reported and cannot report again. */
export async function listOwnReports({ db }: Deps, viewer: SignedIn) {
  const rows = await ownReports(db, viewer.id, OWN_LISTED_MAX)
  return {
    messageIds: rows.flatMap(({ message_id: id }) => id ?? []),
    userIds: rows.flatMap(({ message_id: id, reported_id: userId }) => (id === null ? userId : [])),
  }
}

/** Returns a page of reports, newest first. */
export async function listReports({ db }: Deps, { status, cursor }: z.output<typeof adminReportRoutes.list.query>) {
  const rows = await reportRows(db, status === 'done', cursor, PAGE_SIZE + 1)
  const people = await peopleOf(db, rows)
  return pageOf(rows, PAGE_SIZE, (row) => present(row, people))
}

export const countReports = async ({ db }: Deps) => ({ open: await countOpenReports(db, null) })

/** Marks a report as done. A repetition, also by another administrator, changes nothing. @throws report.notFound (404) */
export const finishReport = (deps: Deps, auditActor: AuditActor, id: string, note: string): Promise<Report> =>
  deps.transaction(async (tx) => {
    const isChanged = await markReportDone(tx, id, auditActor.actor.id, note, deps.now())
    const row = await reportById(tx, id)
    if (!row) throw new AppError('report.notFound')
    const report = present(row, await peopleOf(tx, [row]))
    if (isChanged) {
      const details = { name: report.reported.fullName, note }
      await recordAudit(tx, { ...auditActor, action: 'report.done', targetKind: 'user', targetId: row.reported_id, details })
    }
    return report
  })

/** Deletes reports a year after they were done. */
export const deleteOldReports = ({ db, now }: Deps) => deleteReportsDoneBefore(db, new Date(now().getTime() - KEPT_MS))

const peopleOf = (db: Db, rows: readonly ReportRow[]) =>
  peopleById(
    db,
    rows.flatMap(({ reporter_id, reported_id, done_by }) => [reporter_id, reported_id, ...(done_by === null ? [] : [done_by])]),
  )

function present(row: ReportRow, people: ReadonlyMap<string, Person>): Report {
  const personOf = (id: string): Person => {
    const person = people.get(id)
    if (!person) throw new Error(`no user ${id}`)
    return person
  }
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    reporter: personOf(row.reporter_id),
    reported: personOf(row.reported_id),
    reason: row.reason,
    message: ReportedMessage.nullable().parse(row.message),
    done: row.done_at && row.done_by ? { at: row.done_at.toISOString(), by: personOf(row.done_by), note: row.note } : null,
  }
}
