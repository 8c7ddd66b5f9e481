import type { z } from 'zod'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import {
  FIELD_REPORT_DENIALS,
  FIELD_REPORT_KEPT_DAYS,
  FIELD_REPORTS_A_DAY_MAX,
  FIELD_REPORTS_LISTED_MAX,
  FIELD_REPORTS_MAX,
  FIELD_REPORTS_OF_USER_MAX,
  type FieldReportDetail,
  type fieldReportRoutes,
  type MapBox,
} from '@noroshi/contract/community-map/field-reports.http'
import { FIELD_REPORT_HOURS } from '@noroshi/contract/limits'
import { command } from '#/db/command.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { presentFieldReport, presentFieldReportDetail } from './field-reports.present.ts'
import {
  answerOf,
  countDenials,
  deleteEndedFieldReports,
  deleteFieldReport,
  fieldReportById,
  type FieldReportForUpdate,
  fieldReportForUpdate,
  type FieldReportRow,
  insertFieldReport,
  lockAndCountFieldReports,
  openFieldReport,
  openFieldReports,
  storeAnswer,
  updateFieldReport,
} from './field-reports.sql.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Milliseconds within which the same answer of a user changes nothing. */
const SAME_ANSWER_MS = 10 * 60_000
/** Each change reaches all users. */
const CHANGES = { name: 'changes of field reports', max: 30, minutes: 1 }
const ADDED = { name: 'field reports', max: FIELD_REPORTS_A_DAY_MAX, minutes: 24 * 60 }

/** @throws tooManyRequests (429). */
async function takeChange({ rateLimiter }: Deps, viewer: SignedIn): Promise<void> {
  if (!(await rateLimiter.take(CHANGES, viewer.id)).isAllowed) throw new AppError('tooManyRequests')
}

/** Returns the newest open reports in a box, or of the whole map. */
export async function listFieldReports(
  { db, now }: Deps,
  box: z.output<typeof MapBox>,
): Promise<{ items: FieldReport[]; isComplete: boolean }> {
  const rows = await openFieldReports(db, box, now(), FIELD_REPORTS_LISTED_MAX + 1)
  return {
    items: rows.slice(0, FIELD_REPORTS_LISTED_MAX).map(presentFieldReport),
    isComplete: rows.length <= FIELD_REPORTS_LISTED_MAX,
  }
}

/** @throws fieldReport.notFound (404), also for a report that ended. */
function assertFound<Row extends FieldReportRow>(row: Row | undefined): Row {
  if (!row) throw new AppError('fieldReport.notFound')
  return row
}

/** Returns an open report with its details. @throws fieldReport.notFound (404). */
export async function fieldReportDetail({ db, now }: Deps, viewer: SignedIn, id: string): Promise<FieldReportDetail> {
  return presentFieldReportDetail(assertFound(await openFieldReport(db, id, viewer.id, now())))
}

const expiryOf = (confirmedAt: Date) => new Date(confirmedAt.getTime() + FIELD_REPORT_HOURS * HOUR)

interface CreatedReport {
  readonly report: FieldReport
  readonly isRepeated: boolean
}

/**
 * Adds a report. A repeated `clientId` returns the report that it added.
 * @throws fieldReport.tooMany, fieldReport.full, conflict (409); fieldReport.tooManyToday, tooManyRequests (429);
 * fieldReport.notFound (404) if it was deleted meanwhile.
 */
export async function createFieldReport(
  deps: Deps,
  viewer: SignedIn,
  { clientId, ageMs, ...form }: z.output<typeof fieldReportRoutes.create.body>,
): Promise<CreatedReport> {
  await takeChange(deps, viewer)
  return command<CreatedReport>(
    deps,
    // Without the age, which differs between two attempts of a device.
    { viewer, name: 'fieldReport:create', clientId, body: form },
    async (tx, id) => {
      const at = deps.now()
      const { all, own } = await lockAndCountFieldReports(tx, viewer.id, at)
      if (!viewer.isAdmin && own >= FIELD_REPORTS_OF_USER_MAX)
        throw new AppError('fieldReport.tooMany', { max: FIELD_REPORTS_OF_USER_MAX })
      if (all >= FIELD_REPORTS_MAX) throw new AppError('fieldReport.full')
      if (!viewer.isAdmin && !(await deps.rateLimiter.take(ADDED, viewer.id)).isAllowed)
        throw new AppError('fieldReport.tooManyToday', { max: FIELD_REPORTS_A_DAY_MAX })
      const confirmed = new Date(at.getTime() - ageMs)
      const times = { confirmed_at: confirmed, expires_at: expiryOf(confirmed), created_at: at }
      await insertFieldReport(tx, { ...form, ...times, id, owner_id: viewer.id })
      return { report: emitUpdated(tx, assertFound(await fieldReportById(tx, id))), isRepeated: false }
    },
    async (tx, id) => ({ report: presentFieldReport(assertFound(await fieldReportById(tx, id))), isRepeated: true }),
  )
}

function emitUpdated(tx: Tx, row: FieldReportRow): FieldReport {
  const report = presentFieldReport(row)
  tx.emit('field-reports:updated', [ALL_USERS], report)
  return report
}

async function end(tx: Tx, id: string, at: Date): Promise<void> {
  const { version } = await updateFieldReport(tx, id, { ended_at: at })
  tx.emit('field-reports:removed', [ALL_USERS], { id, version })
}

/** Confirms a report at a time. An answer that waited on a device does not make it older. */
async function confirm(tx: Tx, { id, confirmed_at }: FieldReportForUpdate, at: Date): Promise<void> {
  const confirmed = at > confirmed_at ? at : confirmed_at
  emitUpdated(tx, await updateFieldReport(tx, id, { confirmed_at: confirmed, expires_at: expiryOf(confirmed) }))
}

/** Whether an answer of the author changes nothing: a denial before the last confirmation, or a confirmation soon after it. */
const isOutweighed = ({ confirmed_at }: FieldReportForUpdate, holds: boolean, at: Date): boolean =>
  at.getTime() - confirmed_at.getTime() < (holds ? SAME_ANSWER_MS : 0)

/**
 * Confirms or denies a report. The same answer twice in ten minutes changes nothing.
 * @throws fieldReport.notFound (404), also for a report that ended; tooManyRequests (429).
 */
export async function answerFieldReport(
  deps: Deps,
  viewer: SignedIn,
  id: string,
  { holds, ageMs }: z.output<typeof fieldReportRoutes.answer.body>,
): Promise<void> {
  await takeChange(deps, viewer)
  await deps.transaction(async (tx) => {
    const now = deps.now()
    const report = assertFound(await fieldReportForUpdate(tx, id, now))
    const at = new Date(now.getTime() - ageMs)
    const isOwner = report.owner_id === viewer.id
    // The report is the answer of its author.
    if (isOwner && isOutweighed(report, holds, at)) return
    if (!isOwner) {
      const before = await answerOf(tx, id, viewer.id)
      if (before && before.answered_at >= at) return
      if (before?.holds === holds && at.getTime() - before.answered_at.getTime() < SAME_ANSWER_MS) return
      await storeAnswer(tx, id, viewer.id, { holds, answered_at: at })
    }
    if (holds) {
      await confirm(tx, report, at)
      return
    }
    const endsAlone = isOwner || (viewer.isAdmin && at >= report.confirmed_at)
    if (endsAlone || (await countDenials(tx, id)) >= FIELD_REPORT_DENIALS) await end(tx, id, now)
    else emitUpdated(tx, await updateFieldReport(tx, id, {}))
  })
}

/**
 * Deletes a report and returns the version of the removal. The audit log has the deletions by administrators.
 * @throws fieldReport.notFound (404); forbidden (403); tooManyRequests (429).
 */
export async function removeFieldReport(deps: Deps, auditActor: AuditActor, id: string): Promise<number> {
  const { actor: viewer } = auditActor
  await takeChange(deps, viewer)
  return deps.transaction(async (tx) => {
    const report = assertFound(await fieldReportForUpdate(tx, id, deps.now()))
    const isOwner = report.owner_id === viewer.id
    authorize(viewer, 'fieldReport:remove', { isOwner })
    await deleteFieldReport(tx, id)
    if (!isOwner) {
      const details = { subject: report.subject, state: report.state, ownerId: report.owner_id }
      const target = { targetKind: 'fieldReport', targetId: id }
      await recordAudit(tx, { ...auditActor, action: 'fieldReport.deleted', ...target, details })
    }
    const version = report.version + 1
    tx.emit('field-reports:removed', [ALL_USERS], { id, version })
    return version
  })
}

/** Deletes the reports that ended {@link FIELD_REPORT_KEPT_DAYS} days ago. @returns their number */
export const deleteOldFieldReports = (deps: Deps): Promise<number> =>
  deps.transaction((tx) => deleteEndedFieldReports(tx, new Date(deps.now().getTime() - FIELD_REPORT_KEPT_DAYS * DAY)))
