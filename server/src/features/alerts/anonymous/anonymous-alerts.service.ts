import type { z } from 'zod'
import {
  type AlertSource,
  type anonymousAlertRoutes,
  type MutedAlert,
  sourceName,
} from '@noroshi/contract/alerts/anonymous-alerts.http'
import { cutText } from '@noroshi/contract/text/graphemes'
import { PAGE_SIZE, SOURCE_KEPT_DAYS, SOURCE_MUTE_MINUTES } from '@noroshi/contract/limits'
import { pageOf } from '#/db/page-of.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { ADMINISTRATORS, alertGroupRoom, alertRoom } from '../alerts.rooms.ts'
import { audienceFor } from '../groups/alert-groups.service.ts'
import { deleteMute, deleteOldSources, hasAlerts, type SourceRow, sourceRows, upsertMute } from './alert-sources.sql.ts'
import { presentAlert } from '../alerts.present.ts'
import { roomsOfAlert } from '../alerts.rooms.ts'
import { alertById, alertForUpdate } from '../alerts.sql.ts'
import { deleteChoicesOf } from '../handling/responder-locations.sql.ts'
import { emitLedgers } from '../reach/ledger.service.ts'
import {
  type AlertSelection,
  countSelected,
  groupsOfAlerts,
  lockSelected,
  muteAlerts,
  type MutedAlertRow,
  mutedAlertRows,
  releaseMuted,
  resolveAlerts,
} from './anonymous-alerts.sql.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** Characters of an alert's text in the list and in the audit log. */
const TEXT_SHOWN = 120
/** Alerts that one transaction resolves. Their locks delay acknowledgements, and their rooms are in one event. */
const RESOLVED_AT_ONCE = 1000

type SelectionInput = z.output<typeof anonymousAlertRoutes.count.query>
type ResolveInput = z.output<typeof anonymousAlertRoutes.resolve.body>

/** Returns the muted sources and those with the most alerts. */
export async function listSources({ db, now, alertSources }: Deps): Promise<{ items: AlertSource[] }> {
  return { items: (await sourceRows(db, now())).map((row) => presentSource(row, alertSources.otherSites)) }
}

const presentSource = (row: SourceRow, otherSites: string): AlertSource => ({
  id: row.source,
  lastHourCount: row.last_hour_count,
  totalCount: row.total_count,
  activeCount: row.active_count,
  lastAt: row.last_at?.toISOString() ?? null,
  mutedUntil: row.muted_until?.toISOString() ?? null,
  ...(row.source === otherSites && { isOtherSites: true }),
})

/** Alerts that are raised from now on are never selected. The reply contains `to`: it is between 1970 and now. */
const selectionOf = ({ sourceId, from, to }: SelectionInput, now: Date): AlertSelection => ({
  sourceId,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? now : new Date(Math.min(now.getTime(), Math.max(0, Date.parse(to)))),
})

/** Returns the number of active anonymous alerts that `resolveSelected` would resolve. */
export async function countActive({ db, now }: Deps, input: SelectionInput) {
  const selection = selectionOf(input, now())
  return { count: await countSelected(db, selection), to: selection.to.toISOString() }
}

/**
 * Resolves or dismisses all active anonymous alerts of a source or a time span, and returns their number. Each transaction resolves
 * a part of them and emits one event, so a repeated call completes what a killed process left.
 */
export async function resolveSelected(deps: Deps, auditActor: AuditActor, { action, ...input }: ResolveInput): Promise<number> {
  const selection = selectionOf(input, deps.now())
  let resolved = 0
  let part: readonly string[] = []
  do {
    const afterId = part.at(-1)
    part = await deps.transaction(async (tx) => {
      if (afterId === undefined) await recordResolution(tx, auditActor, action, selection)
      return resolvePart(tx, { selection: { ...selection, afterId }, action, by: auditActor.actor.id, at: deps.now() })
    })
    resolved += part.length
  } while (part.length === RESOLVED_AT_ONCE)
  return resolved
}

/** Adds one audit entry for all alerts of the selection; none without an alert. */
async function recordResolution(
  tx: Tx,
  auditActor: AuditActor,
  action: ResolveInput['action'],
  selection: AlertSelection,
): Promise<void> {
  const count = await countSelected(tx, selection)
  if (count === 0) return
  const { sourceId, from, to } = selection
  await recordAudit(tx, {
    ...auditActor,
    action: action === 'dismiss' ? 'alert.manyDismissed' : 'alert.manyResolved',
    targetKind: 'alertSource',
    targetId: null, // the log is kept longer than the ids of sources
    details: {
      name: [...(sourceId === undefined ? [] : [sourceName(sourceId)]), `× ${count}`].join(' '),
      from: from?.toISOString() ?? null,
      to: to.toISOString(),
    },
  })
}

interface Resolution {
  readonly selection: AlertSelection
  readonly action: ResolveInput['action']
  /** The id of the administrator. */
  readonly by: string
  readonly at: Date
}

/** Resolves at most RESOLVED_AT_ONCE alerts, emits one event to all of their readers, and returns their ids in ascending order. */
async function resolvePart(tx: Tx, { selection, action, by, at }: Resolution): Promise<readonly string[]> {
  const alerts = await lockSelected(tx, selection, RESOLVED_AT_ONCE)
  if (alerts.length === 0) return []
  const ids = alerts.map(({ id }) => id)
  const groups = await groupsOfAlerts(tx, ids)
  await resolveAlerts(tx, ids, { by, at })
  if (action === 'dismiss') await muteAlerts(tx, ids)
  const rooms = [
    ...groups.map(alertGroupRoom),
    ...(alerts.some((alert) => alert.reaches_everyone) ? [ALL_USERS] : []),
    ...(action === 'dismiss' || alerts.some((alert) => alert.is_muted) ? [ADMINISTRATORS] : []),
    ...ids.map(alertRoom),
  ]
  // The event names no alert, since its readers may not know of each other's alerts.
  tx.emit('alert:list_changed', rooms, {})
  tx.emitInternal('alert:changedTogether', { alertIds: ids })
  return ids
}

/** Mutes a source for SOURCE_MUTE_MINUTES from now. @throws alert.sourceNotFound (404). */
export async function muteSource(deps: Deps, auditActor: AuditActor, sourceId: string) {
  const muted_at = deps.now()
  const muted_until = new Date(muted_at.getTime() + SOURCE_MUTE_MINUTES * MINUTE)
  await deps.transaction(async (tx) => {
    if (!(await hasAlerts(tx, sourceId))) throw new AppError('alert.sourceNotFound')
    await upsertMute(tx, { source: sourceId, muted_at, muted_until })
    await recordMute(tx, auditActor, 'alertSource.muted', sourceId)
  })
  await deps.alertSources.refresh() // other processes follow the journal
  return { mutedUntil: muted_until.toISOString() }
}

/** Ends the mute of a source. A source that is not muted stays unchanged. @throws alert.sourceNotFound (404). */
export async function unmuteSource(deps: Deps, auditActor: AuditActor, sourceId: string): Promise<{ ok: true }> {
  await deps.transaction(async (tx) => {
    if (await deleteMute(tx, sourceId, deps.now())) return recordMute(tx, auditActor, 'alertSource.unmuted', sourceId)
    if (!(await hasAlerts(tx, sourceId))) throw new AppError('alert.sourceNotFound')
  })
  await deps.alertSources.refresh()
  return { ok: true }
}

async function recordMute(tx: Tx, auditActor: AuditActor, action: string, sourceId: string): Promise<void> {
  tx.emitInternal('alertSource:changed', {})
  const details = { name: sourceName(sourceId) }
  await recordAudit(tx, { ...auditActor, action, targetKind: 'alertSource', targetId: null, details })
}

/** Returns a page of the alerts that reach administrators only, newest first. */
export async function listMuted({ db }: Deps, cursor: string | undefined) {
  return pageOf(await mutedAlertRows(db, cursor, PAGE_SIZE + 1), PAGE_SIZE, presentMuted)
}

const presentMuted = (row: MutedAlertRow): MutedAlert => ({
  id: row.id,
  MessageThreadId: row.thread_id,
  createdAt: row.created_at.toISOString(),
  isActive: row.resolved_at === null,
  text: cutText(row.text_content, TEXT_SHOWN),
  sourceId: row.source,
})

/**
 * Releases a muted or dismissed alert to the audience of an anonymous alert, for which it alarms like a new one.
 * @throws alert.notFound (404), alert.notMuted (409).
 */
export const releaseAlert = (deps: Deps, auditActor: AuditActor, id: string) =>
  deps.transaction(async (tx) => {
    const muted = await alertForUpdate(tx, id, null)
    if (!muted) throw new AppError('alert.notFound')
    if (!muted.is_muted) throw new AppError('alert.notMuted')
    const audience = await audienceFor(tx, null)
    await releaseMuted(tx, id, audience, deps.now())
    await deleteChoicesOf(tx, id)
    const details = { name: cutText(muted.text_content, TEXT_SHOWN), createdAt: muted.created_at.toISOString() }
    await recordAudit(tx, { ...auditActor, action: 'alert.released', targetKind: 'alert', targetId: id, details })
    const released = (await alertById(tx, id, null)) ?? muted
    tx.emit('alert:new_alert', roomsOfAlert(released), presentAlert(released))
    // A page on which the user reads another alert opens the alarm again.
    tx.emit('alert:repeat', roomsOfAlert(released), { alertIds: [id] })
    if (muted.resolved_at !== null) await emitLedgers(tx, [id])
    // The answers of its readers are gone. Administrators outside of its groups are not in its audience any more.
    tx.emit('alert:list_changed', [ADMINISTRATORS, ...roomsOfAlert(released)], {})
    return { recipientCount: audience.recipientCount }
  })

/** Deletes the sources of alerts after SOURCE_KEPT_DAYS, and the mutes that have ended. */
export const deleteExpiredSources = ({ db, now }: Deps): Promise<void> =>
  deleteOldSources(db, new Date(now().getTime() - SOURCE_KEPT_DAYS * DAY), now())
