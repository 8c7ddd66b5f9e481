import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { alertRoutes, RaiseBody } from '@noroshi/contract/alerts/alerts.http'
import { ALERT_TEXT_MAX, SOS_JOIN_MINUTES } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { personOf } from '#/features/accounts/people.service.ts'
import type { Caller, SignedIn } from '#/http/authenticate.ts'
import { type Audience, audienceFor } from './alert-groups.service.ts'
import { presentAlert } from './alerts.present.ts'
import { roomsOfAlert } from './alerts.rooms.ts'
import {
  alertForUpdate,
  alertOfClient,
  type AlertRow,
  type ExistingAlert,
  insertAlert,
  joinableAlert,
  lockKeys,
  updateAlert,
} from './alerts.sql.ts'

export type Sos = z.output<typeof RaiseBody>
export type Raised = z.input<typeof alertRoutes.raise.reply>

const MINUTE = 60_000

/**
 * Raises an SOS, or answers the one that is already there: the same `clientId`, or an active one of the same raiser or device
 * within two minutes. There is no refusal: who has no session raises anonymously.
 */
export async function raiseAlert(deps: Deps, caller: Caller, sos: Sos): Promise<Raised> {
  const raiserId = caller.viewer?.id ?? null
  return deps.transaction(async (tx) => {
    // The raiser's key before the request's, always in this order, so that two requests never wait for each other.
    const raiser = raiserId ?? caller.tokenAlertId
    const keys = [raiser && `raiser ${raiser}`, sos.clientId && `sos ${sos.clientId}`].filter((key) => key !== null)
    if (keys.length > 0) await lockKeys(tx, keys)
    const repeated = sos.clientId === null ? undefined : await alertOfClient(tx, sos.clientId)
    if (repeated && isOwn(repeated, raiserId)) return answerExisting(deps, tx, caller, repeated, sos)

    const since = new Date(deps.now().getTime() - SOS_JOIN_MINUTES * MINUTE)
    // Of a device that says nothing of itself, there is none to join.
    const joined = raiser === null ? undefined : await joinableAlert(tx, raiserId, caller.tokenAlertId, since)
    if (joined) return answerExisting(deps, tx, caller, joined, sos)
    return raiseNew(deps, tx, caller, repeated ? { ...sos, clientId: null } : sos)
  })
}

/** Only the device knows its `clientId`: without a session, or before it had one, it is still the same device. */
const isOwn = (alert: ExistingAlert, raiserId: string | null) =>
  alert.raised_by === null || raiserId === null || alert.raised_by === raiserId

async function raiseNew(deps: Deps, tx: Tx, { viewer }: Caller, sos: Sos): Promise<Raised> {
  const audience = await audienceFor(tx, viewer?.id ?? null)
  const row = newAlertRow(viewer, sos, audience, deps.now())
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
    ...audience,
  })
  tx.announce('alert:new_alert', roomsOfAlert(row), presentAlert(row))
  return answerRaised(deps, row, viewer === null, false)
}

/** An alert that nobody has heard of yet. */
export const newAlertRow = (viewer: SignedIn | null, sos: Sos, audience: Audience, created_at: Date): AlertRow => ({
  id: uuidv7(),
  thread_id: uuidv7(),
  raised_by: viewer?.id ?? null,
  client_id: sos.clientId,
  ...placeOf(sos),
  text_content: sos.textContent,
  reaches_everyone: audience.reachesEveryone,
  recipient_count: audience.recipientCount,
  resolved_at: null,
  version: 1,
  created_at,
  updated_at: created_at,
  raiser: viewer && personOf(viewer),
  resolver: null,
  medias: [],
  group_ids: audience.groupIds,
  delivered: 0,
  seen: 0,
  responding: 0,
  cannot_help: 0,
  in_audience: false,
  my_seen_at: null,
  my_answer: null,
})

/** A newer place is taken, new words are added; what is resolved stays as it is. */
async function answerExisting(deps: Deps, tx: Tx, { viewer }: Caller, existing: ExistingAlert, sos: Sos): Promise<Raised> {
  let row = await alertForUpdate(tx, existing.id, viewer?.id ?? null)
  if (!row) throw new Error(`alert ${existing.id} vanished under its lock`)
  const change = row.resolved_at === null ? { ...newPlace(row, sos), ...newWords(row, sos) } : {}
  if (Object.keys(change).length > 0) {
    await updateAlert(tx, row.id, change)
    row = (await alertForUpdate(tx, row.id, viewer?.id ?? null)) ?? row
    tx.announce('alert:existing_alert', roomsOfAlert(row), presentAlert(row))
  }
  return answerRaised(deps, row, viewer === null, true)
}

export const answerRaised = (deps: Deps, row: AlertRow, isAnonymous: boolean, isExisting: boolean): Raised => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  alertMessageThread: { MessageThreadId: row.thread_id },
  ...(isAnonymous && { alertToken: deps.alertTokens.tokenFor(row.id) }),
  isExisting,
  recipientCount: row.recipient_count,
})

/** Half a place is no place. */
const placeOf = ({ latitude, longitude, accuracy }: Pick<Sos, 'latitude' | 'longitude' | 'accuracy'>) =>
  latitude === null || longitude === null
    ? { latitude: null, longitude: null, accuracy: null }
    : { latitude, longitude, accuracy }

function newPlace(row: AlertRow, sos: Sos) {
  const { latitude, longitude, accuracy } = placeOf(sos)
  if (latitude === null || (latitude === row.latitude && longitude === row.longitude)) return {}
  return { latitude, longitude, accuracy }
}

/** An SOS is never refused: where there is no room for all words the oldest go, since the newest say how things stand. */
function newWords({ text_content: said }: AlertRow, { textContent }: Sos) {
  const newest = joinWords(said, textContent).slice(-ALERT_TEXT_MAX)
  const text_content = newest.isWellFormed() ? newest : newest.slice(1) // half a surrogate pair
  return text_content === said ? {} : { text_content }
}

/** Words are added below what was said, and never doubled. May be longer than ALERT_TEXT_MAX. */
export function joinWords(said: string, more: string): string {
  if (more === '' || `\n${said}\n`.includes(`\n${more}\n`)) return said
  return said === '' ? more : `${said}\n${more}`
}
