import { newId } from '#/db/ids.ts'
import type { AlertFacts } from '@noroshi/contract/alerts/alerts.abilities'
import type { UploadForm } from '@noroshi/contract/alerts/alert-forms'
import type { z } from 'zod'
import type { AlertForViewer, alertRoutes, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { can } from '@noroshi/contract/abilities'
import { cutText } from '@noroshi/contract/text/graphemes'
import { ALERT_TEXT_MAX, ALERT_TOKEN_FILES_MAX, PAGE_SIZE, REOPEN_HOURS } from '@noroshi/contract/limits'
import type { Language } from '@noroshi/contract/i18n'
import type { EventName } from '@noroshi/contract/realtime'
import { isRecorded, recordCommand } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { deleteUnsharedLocations } from '#/features/accounts/people/user-locations.service.ts'
import { type FileReaders, insertFiles } from '#/features/files/files.service.ts'
import { countAnonymousNotes, requestTranscripts } from '#/features/files/transcripts.service.ts'
import type { Caller, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { presentAlertChange, presentAlertForViewer } from './alerts.present.ts'
import { roomsOfAlert } from './alerts.rooms.ts'
import {
  alertById,
  alertForUpdate,
  type AlertRow,
  alertsOf,
  insertAlertMedias,
  raisedActiveAlert,
  updateAlert,
} from './alerts.sql.ts'
import { isTokenLive } from './anonymous/alert-tokens.service.ts'
import { tokenFileCount } from './anonymous/anonymous-data.sql.ts'
import { recordClosing, recordReopening } from './handling/decisions.service.ts'
import { deleteChoicesOf } from './handling/responder-locations.sql.ts'
import { joinText } from './raise/raise.service.ts'

interface InformationOptions {
  /** Max characters of the alert's text. */
  readonly textMax?: number
  /** Max files of the alert that were sent with its token. */
  readonly filesMax?: number
  /** The language in which voice notes are recognised. */
  readonly language?: Language
}

/** Returns the facts for the abilities of this caller on an alert. */
const factsOf = (row: AlertRow, { viewer, tokenAlertId }: Caller): AlertFacts => ({
  inAudience: row.in_audience,
  isRaiser: viewer !== null && row.raised_by === viewer.id,
  holdsToken: tokenAlertId === row.id,
  isAnonymous: row.raised_by === null,
  isDrill: row.is_drill,
  isOfOtherUnit: row.home_unit !== null,
})

/** @throws alert.notFound (404) if the alert does not exist or the caller may not open it. */
function assertOpenable(row: AlertRow | undefined, caller: Caller): { row: AlertRow; facts: AlertFacts } {
  const facts = row && factsOf(row, caller)
  if (!row) throw new AppError('alert.notFound')
  authorize(caller.viewer, 'alert:open', facts as AlertFacts, 'alert.notFound')
  return { row, facts: facts as AlertFacts } // defined: can() was true for the facts of an existing row
}

/** Loads an alert and the caller's facts, and checks that the caller may open it. @throws alert.notFound (404). */
export const loadAlert = (deps: Deps, caller: Caller, id: string) => loadAlertWithin(deps.db, caller, id)

/** The same within a transaction. */
export const loadAlertWithin = async (db: Db, caller: Caller, id: string) =>
  assertOpenable(await alertById(db, id, caller.viewer?.id ?? null), caller)

/** The same, and locks the alert until the transaction ends. */
export const lockAlert = async (tx: Tx, caller: Caller, id: string) =>
  assertOpenable(await alertForUpdate(tx, id, caller.viewer?.id ?? null), caller)

const forCaller = (row: AlertRow, caller: Caller): AlertForViewer =>
  presentAlertForViewer(row, caller.viewer, factsOf(row, caller))

/** Returns whether the user has raised an SOS that is not resolved. */
export const hasActiveAlert = (db: Db, userId: string): Promise<boolean> => raisedActiveAlert(db, userId)

/** Returns an alert as the caller sees it. */
export const readAlert = async (deps: Deps, caller: Caller, id: string) =>
  forCaller((await loadAlert(deps, caller, id)).row, caller)

/** Returns a page of the alerts that reach the viewer or that the viewer raised, newest first. */
export async function listAlerts(deps: Deps, viewer: SignedIn, status: AlertStatus, cursor: string | undefined) {
  const rows = await alertsOf(deps.db, viewer.id, status, cursor, PAGE_SIZE + 1)
  return pageOf(rows, PAGE_SIZE, (row) => forCaller(row, { viewer, tokenAlertId: null }))
}

/**
 * Locks an alert, changes it and emits the event if its version rose. All changes of an existing alert use it, except a
 * repeated SOS.
 * @param lockBefore locks further alerts, in the order of the ids
 */
export const changeAlert = (
  deps: Deps,
  caller: Caller,
  id: string,
  event: EventName & `alert:${'existing_alert' | 'resolved'}`,
  change: (tx: Tx, row: AlertRow, facts: AlertFacts) => Promise<void>,
  lockBefore?: (tx: Tx) => Promise<unknown>,
): Promise<AlertForViewer> =>
  deps.transaction(async (tx) => {
    await lockBefore?.(tx)
    const { row, facts } = await lockAlert(tx, caller, id)
    await change(tx, row, facts)
    const changed = (await alertById(tx, id, caller.viewer?.id ?? null)) ?? row
    if (changed.version > row.version) tx.emit(event, roomsOfAlert(changed), presentAlertChange(changed, row.medias))
    return forCaller(changed, caller)
  })

/** The reason for which an alert is closed. Pages of the version before send none. */
type Closing = Pick<z.output<typeof alertRoutes.resolve.body>, 'reason' | 'note'>

/**
 * Resolves an alert. Also deletes the locations that the raiser and responders shared only for it.
 * @throws alert.alreadyResolved (409).
 */
export async function resolveAlert(
  deps: Deps,
  viewer: SignedIn,
  id: string,
  { reason, note = '' }: Closing = {},
): Promise<AlertForViewer> {
  const resolved = await changeAlert(deps, { viewer, tokenAlertId: null }, id, 'alert:resolved', async (tx, row, facts) => {
    authorize(viewer, 'alert:resolve', facts)
    if (row.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    await updateAlert(tx, id, { resolved_by: viewer.id, resolved_at: deps.now() })
    await deleteChoicesOf(tx, id)
    await recordClosing(deps, tx, id, { by: viewer.id, reason: reason ?? null, note })
  })
  if (resolved.raisedBy !== null) await deleteUnsharedLocations(deps, resolved.raisedBy.id).catch(deps.logError)
  return resolved
}

/** Reopens a resolved alert within REOPEN_HOURS. @throws alert.notResolved, alert.tooLateToReopen (409). */
export const reopenAlert = (deps: Deps, viewer: SignedIn, id: string) =>
  changeAlert(deps, { viewer, tokenAlertId: null }, id, 'alert:existing_alert', async (tx, row, facts) => {
    authorize(viewer, 'alert:reopen', facts)
    if (row.resolved_at === null) throw new AppError('alert.notResolved')
    const age = deps.now().getTime() - row.resolved_at.getTime()
    if (age > REOPEN_HOURS * 3_600_000) throw new AppError('alert.tooLateToReopen', { hours: REOPEN_HOURS })
    await updateAlert(tx, id, { resolved_by: null, resolved_at: null })
    // A location that was shared until the end stays ended, whichever way the alert was resolved.
    await deleteChoicesOf(tx, id)
    await recordReopening(deps, tx, id, viewer.id)
    tx.emitInternal('alert:reopened', { alertId: id, userId: viewer.id })
  })

/**
 * Checks an upload before its files are received; `addInformation` checks again under the lock. A resolved alert
 * accepts a `clientId` that is already recorded, since `addInformation` returns the alert unchanged for a repeated
 * upload.
 * @throws alert.notFound, forbidden, alert.alreadyResolved.
 */
export async function mayAddInformation(deps: Deps, caller: Caller, { alertId, clientId }: UploadForm): Promise<void> {
  const { row, facts } = await loadAlert(deps, caller, alertId)
  authorize(caller.viewer, 'alert:addInformation', facts)
  if (row.resolved_at === null || (clientId && (await isRecorded(deps.db, uploadKey(alertId, clientId))))) return
  throw new AppError('alert.alreadyResolved')
}

/**
 * Adds text, a location and files to an alert. A repeated `clientId` changes nothing.
 * @throws file.missing (400) for an empty upload; invalid (400) for text over the limit.
 */
export async function addInformation(
  deps: Deps,
  caller: Caller,
  form: UploadForm,
  files: readonly ReceivedFile[],
  { textMax = ALERT_TEXT_MAX, filesMax = ALERT_TOKEN_FILES_MAX, language = 'en' }: InformationOptions = {},
) {
  return changeAlert(deps, caller, form.alertId, 'alert:existing_alert', async (tx, row, facts) => {
    authorize(caller.viewer, 'alert:addInformation', facts)
    if (await isRepetition(tx, form, files)) return
    if (row.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    const { latitude, longitude } = form
    const location = latitude === null || longitude === null ? {} : { latitude, longitude, accuracy: null }
    if (caller.viewer === null && files.length > 0) await assertFewFiles(tx, row.id, files.length, filesMax)
    if (files.length === 0 && form.textContent === '' && !('latitude' in location)) throw new AppError('file.missing')
    await insertAttachments(tx, caller, form, { files, language })
    const text = mergeText(row.text_content, form.textContent, textMax)
    takeFanOut(deps, caller, row, text)
    await updateAlert(tx, row.id, { ...location, text_content: text })
  })
}

/** Each addition sends the whole text to all who may read the alert. @throws tooManyRequests (429) */
function takeFanOut({ realtime }: Deps, { viewer }: Caller, row: AlertRow, text: string): void {
  const receivers = realtime.localSocketCount(roomsOfAlert(row))
  if (!realtime.fanOut.take(viewer?.id ?? row.id, Buffer.byteLength(text), receivers)) throw new AppError('tooManyRequests')
}

/**
 * Limits the files sent with a token, because any client can get a token.
 * @throws alert.tooManyFiles (409), file.anonymousFull (507).
 */
async function assertFewFiles(tx: Tx, alertId: string, moreFiles: number, max: number): Promise<void> {
  if ((await tokenFileCount(tx, alertId)) + moreFiles <= max) return
  throw max === ALERT_TOKEN_FILES_MAX ? new AppError('alert.tooManyFiles', { max }) : new AppError('file.anonymousFull')
}

/** Appends text. Text over a reduced limit (budget is full) is cut; text over ALERT_TEXT_MAX is refused. */
function mergeText(current: string, sent: string, textMax: number): string {
  const room = Math.max(0, textMax - current.length - (current === '' ? 0 : 1))
  const added = textMax < ALERT_TEXT_MAX && room > 0 ? cutText(sent, room) : sent
  const merged = joinText(current, added)
  if (merged === current || merged.length <= textMax) return merged
  const issue = { code: 'too_big', origin: 'string', maximum: room, message: 'common.tooLong', input: added } as const
  throw new AppError('invalid', {}, [{ ...issue, path: ['textContent'] }])
}

/** Max voice notes of one source that wait for a transcript, without a session. Further ones keep their recording. */
const ANONYMOUS_NOTES_MAX = 4

async function insertAttachments(
  tx: Tx,
  { viewer }: Caller,
  { alertId, caption }: UploadForm,
  { files, language }: { readonly files: readonly ReceivedFile[]; readonly language: Language },
): Promise<void> {
  if (files.length === 0) return
  const rows = await insertFiles(tx, { kind: 'alert', id: alertId }, files)
  const notesMax = viewer === null ? ANONYMOUS_NOTES_MAX - (await countAnonymousNotes(tx, alertId)) : Infinity
  await requestTranscripts(tx, rows, language, notesMax)
  const uploaded_by = viewer?.id ?? null
  await insertAlertMedias(
    tx,
    rows.map((file) => ({ id: newId(), alert_id: alertId, file_id: file.id, caption, uploaded_by })),
  )
}

/** Emits an alert after the transcript of one of its files changed. @param fileId id of the stored file */
export async function emitTranscript(tx: Tx, alertId: string, fileId: string): Promise<void> {
  if (!(await alertForUpdate(tx, alertId, null))) return
  await updateAlert(tx, alertId, {})
  const row = await alertById(tx, alertId, null)
  if (row)
    tx.emit(
      'alert:existing_alert',
      roomsOfAlert(row),
      presentAlertChange(
        row,
        row.medias.filter(({ file_id }) => file_id !== fileId),
      ),
    )
}

/**
 * The upload is repeated with the same id also when its device has signed in meanwhile, so that the alert is the scope.
 */
const uploadKey = (alertId: string, clientId: string) => ({ scopeId: alertId, name: 'alert:addInformation', clientId })

async function isRepetition(tx: Tx, form: UploadForm, files: readonly ReceivedFile[]): Promise<boolean> {
  const { alertId, clientId, textContent, caption, latitude, longitude } = form
  if (clientId === undefined) return false
  const body = [textContent, caption, latitude, longitude, files.map(({ sentHash }) => sentHash)]
  return (await recordCommand(tx, { ...uploadKey(alertId, clientId), body }, alertId)) !== null
}

/** Callers who may open an alert may read its files. */
export const mayReadAlertFiles: FileReaders['alert'] = async (deps, { viewer, alertIds }, alertId) => {
  const row = await alertById(deps.db, alertId, viewer?.id ?? null)
  if (!row) return false
  const holdsToken = alertIds.includes(alertId) && (await isTokenLive(deps.db, alertId, deps.now()))
  return can(viewer, 'alert:open', factsOf(row, { viewer, tokenAlertId: holdsToken ? alertId : null }))
}
