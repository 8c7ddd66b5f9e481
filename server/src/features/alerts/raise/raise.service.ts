import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { RaiseBody } from '@noroshi/contract/alerts/alert-forms'
import type { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ALERT_TEXT_MAX, SOS_JOIN_MINUTES } from '@noroshi/contract/limits'
import { cutStart } from '@noroshi/contract/text/graphemes'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { personOf } from '#/features/accounts/people/people.service.ts'
import type { Caller, SignedIn } from '#/http/authenticate.ts'
import { type Audience, audienceFor, mutedAudience } from '../groups/alert-groups.service.ts'
import { presentAlert, presentAlertChange } from '../alerts.present.ts'
import { roomsOfAlert } from '../alerts.rooms.ts'
import type { ChangeThrottle } from '../change-throttle.ts'
import {
  alertById,
  alertForUpdate,
  alertOfClient,
  type AlertRow,
  type ExistingAlert,
  insertAlert,
  joinableAlert,
  lockKeys,
  updateAlert,
} from '../alerts.sql.ts'
import { isActiveUser } from './raised-for.sql.ts'
import { type RemovedAlert, removedAlertOf } from '../retained-alerts.sql.ts'
import { isActiveUnmuted } from '../alert-states.sql.ts'

/**
 * `textMax`: max characters of the alert's text, by default ALERT_TEXT_MAX. `source`: the id of the source of a caller
 * without a session.
 */
export type SosInput = z.output<typeof RaiseBody> & { readonly textMax?: number; readonly source?: string | null }
export type RaiseResult = z.input<typeof alertRoutes.raise.reply>

const MINUTE = 60_000

/**
 * Raises an SOS, or updates the existing alert: one with the same `clientId`, or an active alert of the same raiser or
 * device from the last two minutes. An SOS for another person joins none by its time. An SOS is never refused. A caller without a session raises it anonymously. A repetition
 * of one whose alert the retention has removed raises none: it is months old.
 */
export async function raiseAlert(deps: Deps, throttle: ChangeThrottle, caller: Caller, sos: SosInput): Promise<RaiseResult> {
  const raising: Raising = { deps, throttle, caller, deferred: new Set() }
  try {
    return await deps.transaction((tx) => raiseWithin(tx, raising, sos))
  } finally {
    for (const alertId of raising.deferred) throttle.emitLater(alertId)
  }
}

interface Raising {
  readonly deps: Deps
  readonly throttle: ChangeThrottle
  readonly caller: Caller
  /** Alerts whose change is reported later. */
  readonly deferred: Set<string>
}

async function raiseWithin(tx: Tx, raising: Raising, sos: SosInput): Promise<RaiseResult> {
  const { deps, caller } = raising
  const raiserId = caller.viewer?.id ?? null
  // Always lock the raiser's key before the request's key, so that two requests cannot deadlock.
  const raiser = raiserId ?? caller.tokenAlertId
  const keys = [raiser && `raiser ${raiser}`, sos.clientId && `sos ${sos.clientId}`].filter((key) => key !== null)
  if (keys.length > 0) await lockKeys(tx, keys)
  const repeated = sos.clientId === null ? undefined : await alertOfClient(tx, sos.clientId)
  const removed = sos.clientId === null || repeated ? undefined : await removedAlertOf(tx, sos.clientId)
  if (removed) return presentRemoved(removed)
  const own = repeated && isOwn(repeated, raiserId) ? await updateExisting(tx, raising, repeated, sos) : null
  if (own) return own

  const [now, within] = [deps.now().getTime(), SOS_JOIN_MINUTES * MINUTE]
  // A caller without session and token has no alert to join.
  const joined =
    raiser === null || sos.raisedFor !== null
      ? undefined
      : await joinableAlert(tx, {
          raiserId,
          tokenAlertId: caller.tokenAlertId,
          since: new Date(now - within),
          until: new Date(now + within),
          joinsMuted: isFromMutedSource(deps, caller, sos),
        })
  const updated = joined ? await updateExisting(tx, raising, joined, sos) : null
  return updated ?? raiseNew(deps, tx, caller, repeated ? { ...sos, clientId: null } : sos)
}

/**
 * True if the caller may join this alert by `clientId`. Only the device knows the id, also before it signs in or after.
 * A user does not join a muted alert, since their SOS reaches everyone.
 */
const isOwn = (alert: ExistingAlert, raiserId: string | null) =>
  raiserId === null || (alert.raised_by === null ? !alert.is_muted : alert.raised_by === raiserId)

async function raiseNew(deps: Deps, tx: Tx, caller: Caller, sos: SosInput): Promise<RaiseResult> {
  const { viewer } = caller
  const audience = (await isMuted(deps, tx, caller, sos)) ? await mutedAudience(tx) : await audienceFor(tx, viewer?.id ?? null)
  const row = newAlertRow(viewer, sos, audience, deps.now())
  const raisedFor = await raisedForOf(tx, viewer, sos)
  await insertAlert(tx, {
    id: row.id,
    threadId: row.thread_id,
    raisedBy: row.raised_by,
    clientId: row.client_id,
    latitude: row.latitude,
    longitude: row.longitude,
    accuracy: row.accuracy,
    textContent: row.text_content,
    createdAt: row.created_at,
    isDrill: false,
    raisedFor,
    source: viewer === null ? (sos.source ?? null) : null,
    ...audience,
  })
  const inserted = (raisedFor && (await alertById(tx, row.id, null))) ?? row
  tx.emit('alert:new_alert', roomsOfAlert(row), presentAlert(inserted))
  return presentRaised(deps, row, viewer === null, false)
}

/**
 * Returns the person for whom a caller raises an SOS. The name of a user is read with the alert. Without a session the person is
 * unknown: the typed name is in the text.
 */
async function raisedForOf(tx: Tx, viewer: SignedIn | null, { raisedFor }: SosInput): Promise<SosInput['raisedFor']> {
  if (raisedFor === null) return null
  if (viewer === null) return { userId: null, name: '' }
  const { userId, name } = raisedFor
  const isUser = userId !== null && userId !== viewer.id && (await isActiveUser(tx, userId))
  return isUser ? { userId, name: '' } : { userId: null, name }
}

/**
 * Whether only administrators receive a new alert of this caller. A session, and the token of an active alert that is
 * not muted, outweigh the address (decisions/0116).
 */
async function isMuted(deps: Deps, tx: Tx, caller: Caller, sos: SosInput): Promise<boolean> {
  if (!isFromMutedSource(deps, caller, sos)) return false
  return caller.tokenAlertId === null || !(await isActiveUnmuted(tx, caller.tokenAlertId))
}

const isFromMutedSource = ({ alertSources }: Deps, { viewer }: Caller, { source = null }: SosInput): boolean =>
  viewer === null && source !== null && alertSources.isMuted(source)

/** Returns the row of a new alert, before it is inserted. The person for whom a user raises it is not known yet. */
export const newAlertRow = (viewer: SignedIn | null, sos: SosInput, audience: Audience, created_at: Date): AlertRow => ({
  id: newId(),
  thread_id: newId(),
  raised_by: viewer?.id ?? null,
  client_id: sos.clientId,
  ...locationOf(sos),
  text_content: sos.textContent,
  reaches_everyone: audience.reachesEveryone,
  is_muted: audience.isMuted,
  is_drill: false,
  recipient_count: audience.recipientCount,
  resolved_at: null,
  home_unit: null,
  unit_name: null,
  arrived_at: null,
  is_late: false,
  version: 1,
  created_at,
  updated_at: created_at,
  raiser: viewer && personOf(viewer),
  raised_for: sos.raisedFor && { person: null, name: '' },
  resolver: null,
  medias: [],
  group_ids: audience.groupIds,
  handling: null,
  on_the_way: 0,
  arrived: 0,
  finished: 0,
  delivered: 0,
  seen: 0,
  responding: 0,
  cannot_help: 0,
  counts_version: 0,
  in_audience: false,
  my_seen_at: null,
  my_answer: null,
  my_progress: null,
  is_shown_to_raiser: null,
  my_version: 0,
})

/**
 * Replaces the location and appends new text. Does not change a resolved alert. Returns null if the alert was deleted.
 */
async function updateExisting(tx: Tx, raising: Raising, existing: ExistingAlert, sos: SosInput): Promise<RaiseResult | null> {
  const { deps, throttle, caller, deferred } = raising
  const viewerId = caller.viewer?.id ?? null
  const row = await alertForUpdate(tx, existing.id, viewerId)
  if (!row) return null // an administrator deleted it concurrently
  const change = row.resolved_at === null ? { ...locationChange(row, sos), ...textChange(row, sos) } : {}
  if (Object.keys(change).length > 0) {
    const isEmitted = throttle.mayEmit(row.id)
    await updateAlert(tx, row.id, change, isEmitted)
    if (isEmitted) {
      const changed = (await alertForUpdate(tx, row.id, viewerId)) ?? row
      tx.emit('alert:existing_alert', roomsOfAlert(changed), presentAlertChange(changed, changed.medias))
    } else deferred.add(row.id)
  }
  return presentRaised(deps, row, viewerId === null, true)
}

export const presentRaised = (deps: Deps, row: AlertRow, isAnonymous: boolean, isExisting: boolean): RaiseResult => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  alertMessageThread: { MessageThreadId: row.thread_id },
  // The client id of a named alert does not replace the session of its raiser.
  ...(isAnonymous && row.raised_by === null && { alertToken: deps.alertTokens.tokenFor(row.id) }),
  isExisting,
  recipientCount: row.recipient_count,
})

/** Presents an alert that was resolved and removed long ago. It alarms no one, which the number of recipients says. */
const presentRemoved = ({ alert_id, thread_id, created_at }: RemovedAlert): RaiseResult => ({
  id: alert_id,
  createdAt: created_at.toISOString(),
  alertMessageThread: { MessageThreadId: thread_id },
  isExisting: true,
  isRemoved: true,
  recipientCount: 0,
})

/** Returns the location, with nulls if latitude or longitude is missing. */
const locationOf = ({ latitude, longitude, accuracy }: Pick<SosInput, 'latitude' | 'longitude' | 'accuracy'>) =>
  latitude === null || longitude === null
    ? { latitude: null, longitude: null, accuracy: null }
    : { latitude, longitude, accuracy }

function locationChange(row: AlertRow, sos: SosInput) {
  const { latitude, longitude, accuracy } = locationOf(sos)
  const isSame = latitude === row.latitude && longitude === row.longitude && accuracy === row.accuracy
  if (latitude === null || isSame) return {}
  return { latitude, longitude, accuracy }
}

/** Appends the text. If it is too long, the beginning is cut, since the newest text describes the current situation. */
function textChange({ text_content: current }: AlertRow, { textContent, textMax = ALERT_TEXT_MAX }: SosInput) {
  const text_content = cutStart(joinText(current, textContent), Math.max(textMax, current.length))
  return text_content === current ? {} : { text_content }
}

/** Appends a paragraph unless the text already contains it. The result may be longer than ALERT_TEXT_MAX. */
export function joinText(current: string, added: string): string {
  if (added === '' || `\n${current}\n`.includes(`\n${added}\n`)) return current
  return current === '' ? added : `${current}\n${added}`
}
