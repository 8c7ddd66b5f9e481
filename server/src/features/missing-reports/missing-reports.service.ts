import type { z } from 'zod'
import {
  type Decision,
  MATCHES_SHOWN,
  type Match,
  MISSING_REPORTS_A_DAY_MAX,
  MISSING_REPORTS_MAX,
  type missingReportRoutes,
  type OwnMissingReport,
} from '@noroshi/contract/missing-reports/missing-reports.http'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import { pageOf } from '#/db/page-of.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, type FileReaders, insertFiles, purgeFiles, removeFiles } from '#/features/files/files.service.ts'
import { tellFound } from '#/features/person-searches/person-searches.service.ts'
import { personOfOwnShelters, registerMatches } from '#/features/reception/register-matches.service.ts'
import { hasShelterRole } from '#/features/reception/shelters.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { presentOwnReport, presentReport } from './missing-reports.present.ts'
import {
  countReportsBefore,
  deleteReport,
  deleteReportsBefore,
  handlerIds,
  insertReport,
  lockAndCountReports,
  type MissingReportRow,
  photosWithoutReport,
  reportById,
  reportForUpdate,
  reportsOf,
  reportsPage,
  updateState,
} from './missing-reports.sql.ts'

type NewReport = z.output<typeof missingReportRoutes.create.form>

const DAY_MINUTES = 24 * 60
const OF_USER: RateLimit = { name: 'missing-person reports', max: MISSING_REPORTS_A_DAY_MAX, minutes: DAY_MINUTES }
/** Reports of one address, which a family or the desk of a shelter shares. */
const OF_ADDRESS: RateLimit = { name: 'missing-person reports of an address', max: 100, minutes: DAY_MINUTES }
/** Reports of a page, each of which is compared with the registers. */
const PAGE = 20
const targetKind = 'missingReport'

/**
 * Tells the staff of the shelters and the administrators that a report changed, and its reporter.
 * @param reporterId null: the reporter reads no change, and does not learn that the staff decided.
 */
async function emitChanged(tx: Tx, reporterId: string | null): Promise<void> {
  const told = new Set([...(reporterId === null ? [] : [reporterId]), ...(await handlerIds(tx))])
  tx.emit('missing-reports:changed', [...told].map(userRoom), {})
}

/** Returns the reports of the viewer. */
export async function listOwnReports({ db }: Deps, viewer: SignedIn): Promise<{ items: OwnMissingReport[] }> {
  return { items: (await reportsOf(db, viewer.id)).map(presentOwnReport) }
}

/** @throws missingReport.tooManyToday (429) */
async function takeReport(deps: Deps, { actor, ip }: AuditActor): Promise<void> {
  const isAllowed =
    (await deps.rateLimiter.take(OF_USER, actor.id)).isAllowed && (await deps.rateLimiter.take(OF_ADDRESS, ip)).isAllowed
  if (!isAllowed) throw new AppError('missingReport.tooManyToday')
}

interface Reported {
  readonly report: OwnMissingReport
  readonly isRepeated: boolean
}

/**
 * Reports a missing person. A repetition returns the same report, and counts to no limit.
 * @throws file.notPicture (400); missingReport.notFound (404) if the report was withdrawn meanwhile; missingReport.tooMany, conflict
 * (409); missingReport.tooManyToday (429)
 */
export async function reportMissing(
  deps: Deps,
  { actor, ip }: AuditActor,
  { clientId, ...form }: NewReport,
  files: readonly ReceivedFile[],
): Promise<Reported> {
  const body = { ...form, files: files.map(({ sentHash }) => sentHash) }
  return command<Reported>(
    deps,
    { viewer: actor, name: 'missing-report:create', clientId, body },
    async (tx, id) => {
      if ((await lockAndCountReports(tx, actor.id)) >= MISSING_REPORTS_MAX)
        throw new AppError('missingReport.tooMany', { max: MISSING_REPORTS_MAX })
      await takeReport(deps, { actor, ip })
      const { name, kana, birthYear, age, description, lastSeenPlace, lastSeenAt, contact } = form
      await insertReport(tx, {
        id,
        reporter_id: actor.id,
        name,
        kana,
        birth_year: birthYear,
        age,
        description,
        last_seen_place: lastSeenPlace,
        last_seen_at: lastSeenAt,
        contact,
        photo_file_id: await insertPhoto(tx, id, files),
        created_at: deps.now(),
      })
      await recordAudit(tx, { actor, ip, action: 'missingReport.created', targetKind, targetId: id })
      await emitChanged(tx, actor.id)
      return { report: presentOwnReport(assertFound(await reportById(tx, id))), isRepeated: false }
    },
    async (tx, id) => ({ report: presentOwnReport(assertFound(await reportById(tx, id))), isRepeated: true }),
  )
}

/** Stores the photo and returns its file id; null without one. @throws file.notPicture (400) */
async function insertPhoto(tx: Db, reportId: string, [photo]: readonly ReceivedFile[]): Promise<string | null> {
  if (!photo) return null
  if (photo.width === null) throw new AppError('file.notPicture')
  const [row] = await insertFiles(tx, { kind: 'missingReport', id: reportId }, [photo])
  return row?.id ?? null
}

/** @throws missingReport.notFound (404) */
function assertFound(row: MissingReportRow | undefined): MissingReportRow {
  if (!row) throw new AppError('missingReport.notFound')
  return row
}

/** Deletes an own report with its photo. @throws missingReport.notFound (404) */
export async function withdrawReport(deps: Deps, { actor, ip }: AuditActor, id: string) {
  const removed = await deps.transaction(async (tx) => {
    const photoId = await deleteReport(tx, id, actor.id)
    if (photoId === undefined) throw new AppError('missingReport.notFound')
    await recordAudit(tx, { actor, ip, action: 'missingReport.withdrawn', targetKind, targetId: id })
    await emitChanged(tx, actor.id)
    return removeFiles(tx, photoId === null ? [] : [photoId])
  })
  await discardReceived(deps, removed)
  return { ok: true as const }
}

/** @throws forbidden (403) */
async function assertHandler(db: Db, viewer: SignedIn): Promise<void> {
  authorize(viewer, 'missingReport:handle', { hasRole: await hasShelterRole(db, viewer.id) })
}

/** Returns a page of reports with their matches in the registers of the viewer, with an audit entry. @throws forbidden (403) */
export const listReports = (
  deps: Deps,
  auditActor: AuditActor,
  { state, cursor }: z.output<typeof missingReportRoutes.list.query>,
) =>
  deps.transaction(async (tx) => {
    await assertHandler(tx, auditActor.actor)
    const rows = await reportsPage(tx, state === 'open', cursor, PAGE + 1)
    const matches = await matchesOf(tx, auditActor.actor, rows)
    const page = pageOf(rows, PAGE, (row) => presentReport(row, matches.get(row.id) ?? []))
    const details = { reports: page.items.length }
    await recordAudit(tx, { ...auditActor, action: 'missingReport.read', targetKind: 'missingReport', targetId: null, details })
    return page
  })

/** Returns the people of the registers of the viewer who match each report that is open. */
async function matchesOf(db: Db, viewer: SignedIn, rows: readonly MissingReportRow[]): Promise<ReadonlyMap<string, Match[]>> {
  const wanted = rows
    .filter(({ state }) => state === 'open')
    .map((row) => ({
      id: row.id,
      name: row.name,
      kana: row.kana,
      birthYear: row.birth_year,
      age: row.age,
      createdAt: row.created_at,
    }))
  return registerMatches(db, viewer.id, wanted, MATCHES_SHOWN)
}

/**
 * Changes the state of a report, with an audit entry. A person of a register who was found and agreed to be is told who asked.
 * @throws forbidden (403); missingReport.notFound, reception.personNotFound (404)
 */
export const decideReport = (deps: Deps, auditActor: AuditActor, id: string, decision: Decision) =>
  deps.transaction(async (tx) => {
    const { actor } = auditActor
    await assertHandler(tx, actor)
    const report = assertFound(await reportForUpdate(tx, id))
    const { state } = decision
    const registeredId = decision.state === 'found' ? decision.registeredId : null
    const wasPassedOn = report.passed_on_at !== null
    const isTold = registeredId !== null && (await passOn(deps, tx, actor, report, registeredId))
    // A report that is open once more has found no person yet.
    const isPassedOn = state !== 'open' && (wasPassedOn || isTold)
    if (report.state !== state || isPassedOn !== wasPassedOn) {
      await updateState(tx, id, { state, at: deps.now(), by: actor.id, isPassedOn })
      await emitChanged(tx, isPassedOn === wasPassedOn ? null : report.reporter.id)
    }
    await recordAudit(tx, { ...auditActor, action: 'missingReport.decided', targetKind, targetId: id, details: { state } })
    return { ok: true as const }
  })

/** Tells a person of a register who asked. Returns whether the person is told, now or before. @throws reception.personNotFound (404) */
async function passOn(deps: Deps, tx: Tx, actor: SignedIn, report: MissingReportRow, registeredId: string): Promise<boolean> {
  const rootId = await personOfOwnShelters(tx, actor.id, registeredId)
  const { name, kana, birth_year: birthYear, contact: message, reporter } = report
  return tellFound(deps, tx, { searcherId: reporter.id, name, kana, birthYear, message, rootId })
}

/** The reporter and those who may handle reports read the photo. */
export const mayReadReportFiles: FileReaders['missingReport'] = async ({ db }, { viewer }, reportId) => {
  if (viewer === null) return false
  const report = await reportById(db, reportId)
  if (report === undefined) return false
  if (report.reporter.id === viewer.id) return true
  return assertHandler(db, viewer).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}

/** Counts the reports from before a time. */
export const countOldReports = (db: Db, before: Date): Promise<number> => countReportsBefore(db, before)

/** Deletes the reports from before a time with their photos. */
export async function removeOldReports(deps: Deps, before: Date): Promise<void> {
  await deps.transaction((tx) => deleteReportsBefore(tx, before))
  await purgePhotos(deps)
}

/** Deletes the photos whose report was deleted, such as with the account of its reporter. */
export const purgePhotos = (deps: Deps): Promise<void> => purgeFiles(deps, photosWithoutReport)
