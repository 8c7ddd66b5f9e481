import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { AlertFacts } from '@noroshi/contract/alerts/alerts.abilities'
import type { AlertForViewer, alertRoutes, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { can } from '@noroshi/contract/abilities'
import { ALERT_TEXT_MAX, PAGE_SIZE, REOPEN_HOURS } from '@noroshi/contract/limits'
import type { EventName } from '@noroshi/contract/realtime'
import { isRemembered, rememberWrite } from '#/db/client-writes.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { forgetUnshared } from '#/features/accounts/positions.service.ts'
import { discardReceived, type FileReaders, insertFiles } from '#/features/files/files.service.ts'
import { appendMessage, messagesOfThread } from '#/features/messaging/messaging.service.ts'
import type { Caller, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { presentAlert, presentAlertForViewer } from './alerts.present.ts'
import { roomsOfAlert } from './alerts.rooms.ts'
import { alertById, alertForUpdate, type AlertRow, alertsOf, insertAlertMedias, updateAlert } from './alerts.sql.ts'
import { isTokenLive } from './alert-tokens.service.ts'
import { joinWords } from './raise.service.ts'

type UploadForm = z.output<typeof alertRoutes.upload.form>

/** The facts that rights over an alert hang on, for who calls. */
const factsOf = (row: AlertRow, { viewer, tokenAlertId }: Caller): AlertFacts => ({
  inAudience: row.in_audience,
  isRaiser: viewer !== null && row.raised_by === viewer.id,
  holdsToken: tokenAlertId === row.id,
  isAnonymous: row.raised_by === null,
})

/** @throws alert.notFound (404) for what the caller may not know exists. */
function openable(row: AlertRow | undefined, caller: Caller): { row: AlertRow; facts: AlertFacts } {
  const facts = row && factsOf(row, caller)
  if (!row || !can(caller.viewer, 'alert:open', facts as AlertFacts)) throw new AppError('alert.notFound')
  return { row, facts: facts as AlertFacts } // both are there, or it threw
}

/** @throws alert.notFound (404). */
export const openAlert = async (deps: Deps, caller: Caller, id: string) =>
  openable(await alertById(deps.db, id, caller.viewer?.id ?? null), caller)

const forCaller = (row: AlertRow, { viewer, tokenAlertId }: Caller): AlertForViewer =>
  presentAlertForViewer(row, viewer?.id ?? null, tokenAlertId === row.id)

export const readAlert = async (deps: Deps, caller: Caller, id: string) =>
  forCaller((await openAlert(deps, caller, id)).row, caller)

export async function listAlerts(deps: Deps, viewer: SignedIn, status: AlertStatus, cursor: string | undefined) {
  const rows = await alertsOf(deps.db, viewer.id, status, cursor, PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  return {
    items: page.map((row) => presentAlertForViewer(row, viewer.id, false)),
    nextCursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Loads under lock, changes, announces: the one way an alert changes. */
const changeAlert = (
  deps: Deps,
  caller: Caller,
  id: string,
  event: EventName & `alert:${'existing_alert' | 'resolved'}`,
  change: (tx: Tx, row: AlertRow, facts: AlertFacts) => Promise<void>,
): Promise<AlertForViewer> =>
  deps.transaction(async (tx) => {
    const { row, facts } = openable(await alertForUpdate(tx, id, caller.viewer?.id ?? null), caller)
    await change(tx, row, facts)
    const changed = (await alertById(tx, id, caller.viewer?.id ?? null)) ?? row
    if (changed.version > row.version) tx.announce(event, roomsOfAlert(changed), presentAlert(changed))
    return forCaller(changed, caller)
  })

/** @throws alert.alreadyResolved (409). */
export async function resolveAlert(deps: Deps, viewer: SignedIn, id: string): Promise<AlertForViewer> {
  const resolved = await changeAlert(deps, { viewer, tokenAlertId: null }, id, 'alert:resolved', async (tx, row, facts) => {
    authorize(viewer, 'alert:resolve', facts)
    if (row.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    await updateAlert(tx, id, { resolved_by: viewer.id, resolved_at: deps.now() })
  })
  if (resolved.raisedBy !== null) await forgetUnshared(deps, resolved.raisedBy.id).catch(deps.logError)
  return resolved
}

/** @throws alert.notResolved, alert.tooLateToReopen (409). */
export const reopenAlert = (deps: Deps, viewer: SignedIn, id: string) =>
  changeAlert(deps, { viewer, tokenAlertId: null }, id, 'alert:existing_alert', async (tx, row, facts) => {
    authorize(viewer, 'alert:reopen', facts)
    if (row.resolved_at === null) throw new AppError('alert.notResolved')
    const age = deps.now().getTime() - row.resolved_at.getTime()
    if (age > REOPEN_HOURS * 3_600_000) throw new AppError('alert.tooLateToReopen', { hours: REOPEN_HOURS })
    await updateAlert(tx, id, { resolved_by: null, resolved_at: null })
  })

/**
 * Asked before the first byte of an upload is kept, and again under lock; what may be a repetition is let through to there.
 * @throws alert.notFound, forbidden, alert.alreadyResolved.
 */
export async function mayAddInformation(deps: Deps, caller: Caller, { alertId, clientId }: UploadForm): Promise<void> {
  const { row, facts } = await openAlert(deps, caller, alertId)
  authorize(caller.viewer, 'alert:addInformation', facts)
  if (row.resolved_at === null || (clientId && (await isRemembered(deps.db, clientId)))) return
  throw new AppError('alert.alreadyResolved')
}

/**
 * Words, a place and files for an alert; the same `clientId` again changes nothing.
 * @throws file.missing (400) for nothing at all; invalid (400) for words beyond the alert's room.
 */
export async function addInformation(deps: Deps, caller: Caller, form: UploadForm, files: readonly ReceivedFile[]) {
  let isRepeated = false
  const alert = await changeAlert(deps, caller, form.alertId, 'alert:existing_alert', async (tx, row, facts) => {
    authorize(caller.viewer, 'alert:addInformation', facts)
    isRepeated = form.clientId !== undefined && !(await rememberWrite(tx, form.clientId, contentHash(form, files)))
    if (isRepeated) return
    if (row.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    const { latitude, longitude } = form
    const place = latitude === null || longitude === null ? {} : { latitude, longitude, accuracy: null }
    if (files.length === 0 && form.textContent === '' && !('latitude' in place)) throw new AppError('file.missing')
    await attach(tx, caller, form, files)
    await updateAlert(tx, row.id, { ...place, text_content: withWords(row.text_content, form.textContent) })
  })
  if (isRepeated) await discardReceived(deps, files)
  return alert
}

function withWords(said: string, more: string): string {
  const words = joinWords(said, more)
  if (words === said || words.length <= ALERT_TEXT_MAX) return words
  const left = Math.max(0, ALERT_TEXT_MAX - said.length - 1)
  const issue = { code: 'too_big', origin: 'string', maximum: left, message: 'common.tooLong', input: more } as const
  throw new AppError('invalid', {}, [{ ...issue, path: ['textContent'] }])
}

async function attach(
  tx: Tx,
  { viewer }: Caller,
  { alertId, caption }: UploadForm,
  files: readonly ReceivedFile[],
): Promise<void> {
  if (files.length === 0) return
  const rows = await insertFiles(tx, { kind: 'alert', id: alertId }, files)
  const uploaded_by = viewer?.id ?? null
  await insertAlertMedias(
    tx,
    rows.map((file) => ({ id: uuidv7(), alert_id: alertId, file_id: file.id, caption, uploaded_by })),
  )
}

const contentHash = (
  { alertId, textContent, caption, latitude, longitude }: UploadForm,
  files: readonly ReceivedFile[],
): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([alertId, textContent, caption, latitude, longitude, files.map(({ sentHash }) => sentHash)]))
    .digest()

export async function sendAlertMessage(deps: Deps, viewer: SignedIn, message: z.output<typeof alertRoutes.sendMessage.body>) {
  const { row, facts } = await openAlert(deps, { viewer, tokenAlertId: null }, message.alertId)
  authorize(viewer, 'alert:chat', facts)
  return appendMessage(deps, viewer, { ...message, threadId: row.thread_id, messageType: 'alertChat' }, roomsOfAlert(row))
}

export async function listAlertMessages(deps: Deps, caller: Caller, id: string, before: number | undefined, limit: number) {
  const { row } = await openAlert(deps, caller, id)
  return messagesOfThread(deps, row.thread_id, before, limit)
}

/** A file of an alert is read by who may open the alert. */
export const mayReadAlertFiles: FileReaders['alert'] = async (deps, { viewer, alertIds }, alertId) => {
  const row = await alertById(deps.db, alertId, viewer?.id ?? null)
  if (!row) return false
  const holdsToken = alertIds.includes(alertId) && (await isTokenLive(deps.db, alertId, deps.now()))
  return can(viewer, 'alert:open', factsOf(row, { viewer, tokenAlertId: holdsToken ? alertId : null }))
}
