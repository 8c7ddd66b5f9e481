import { createHash, randomBytes } from 'node:crypto'
import type { AlarmAppDevice } from '@noroshi/contract/alarm-app/alarm-app.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { readOrCreateSecret } from '#/features/accounts/server/unit.service.ts'
import { lockSession, viewerOfSessionId } from '#/features/accounts/sessions/sessions.service.ts'
import { answerAlert, type Ledger, recordShownAlert } from '#/features/alerts/reach/ledger.service.ts'
import type { NotificationStore } from '#/features/push/push-kind.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import {
  deleteExpiredMessages,
  markMessagesSeen,
  publishOwn,
  removeMessages,
  subjectsOf,
  upsertMessages,
} from './alarm-app.sql.ts'
import {
  deleteDeviceOf,
  deviceOfSession,
  hasDevices,
  insertDevice,
  liveDevice,
  recordTest,
  recordTestReceipt,
} from './alarm-app-devices.sql.ts'
import { subjectOf, type TokenPurpose } from './alarm-app-tokens.ts'
import { deleteExpiredPushes } from './unified-push/unified-push.sql.ts'

/** Milliseconds after which a message of the app itself is no longer sent. */
const OWN_EXPIRES = 12 * 3_600_000
/** Answers and receipts of one device a minute. */
const TOKENS_A_MINUTE = 60
const KEY_BYTES = 32
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The topics of this server. No page of the web application has such a path. */
export const TOPIC = /^nw[0-9A-Za-z]{44}$/

/** The stored notifications of alarm apps. */
export const alarmAppStore: NotificationStore = {
  hasDevices,
  upsert: upsertMessages,
  remove: removeMessages,
  markSeen: markMessagesSeen,
  notified: subjectsOf,
}

/** Returns the key of the tokens in the messages. It is created once. */
export const alarmAppKey = ({ db }: Pick<Deps, 'db'>): Promise<Buffer> => readOrCreateSecret(db, 'alarmAppKey', KEY_BYTES)

/** The database has no topic, so that a copy of it does not allow to receive messages. */
export const hashOfTopic = (topic: string): Buffer => createHash('sha256').update(topic).digest()

/** Returns a new topic: 261 random bits in letters and digits. */
function newTopic(): string {
  let topic = 'nw'
  while (!TOPIC.test(topic))
    for (const byte of randomBytes(64)) if (byte < 248 && topic.length < 46) topic += ALPHABET[byte % ALPHABET.length] // 248 = 4 × 62
  return topic
}

/** Returns the alarm app of the viewer's session; null if none is linked. */
export async function alarmAppOf({ db }: Pick<Deps, 'db'>, { sessionId }: SignedIn): Promise<AlarmAppDevice | null> {
  const device = await deviceOfSession(db, sessionId)
  if (device === undefined) return null
  const { created_at, is_looping, last_stream_at, protocol, agent, test_sent_at, test_received_at } = device
  return {
    linkedAt: created_at.toISOString(),
    isLooping: is_looping,
    lastStreamAt: last_stream_at?.toISOString() ?? null,
    protocol: protocol === 'json' || protocol === 'ws' ? protocol : null,
    agent,
    test: test_sent_at && { sentAt: test_sent_at.toISOString(), receivedAt: test_received_at?.toISOString() ?? null },
  }
}

/**
 * Links the alarm app to the viewer's session in place of an earlier one, and publishes its first message: the app continues from
 * its newest message after a disconnection, and without any it would lose what it missed.
 * @returns the topic, which is not stored
 */
export async function linkAlarmApp(
  deps: Pick<Deps, 'transaction' | 'now'>,
  { id: userId, sessionId }: SignedIn,
  { isLooping }: { readonly isLooping: boolean },
): Promise<string> {
  const topic = newTopic()
  const [id, now] = [newId(), deps.now()]
  await deps.transaction(async (tx) => {
    if (!(await lockSession(tx, sessionId))) throw new AppError('unauthorized')
    const replaced = await insertDevice(tx, { id, sessionId, userId, topicHash: hashOfTopic(topic), isLooping, now })
    if (replaced.length > 0) tx.emitInternal('alarmApp:unlinked', { deviceIds: replaced })
    const message = { device_id: id, tag: 'linked', kind: 'linked', entityId: id, notice: 'linked', page: '/ready' } as const
    await publishOwn(tx, { ...message, expiresAt: new Date(now.getTime() + OWN_EXPIRES) }, now)
    tx.emitInternal('alarmApp:published', {})
  })
  return topic
}

export const unlinkAlarmApp = (deps: Pick<Deps, 'transaction'>, { sessionId }: SignedIn): Promise<void> =>
  deps.transaction(async (tx) => {
    const deleted = await deleteDeviceOf(tx, sessionId)
    if (deleted) tx.emitInternal('alarmApp:unlinked', { deviceIds: [deleted.id] })
  })

/** Sends a test alarm to the app of the viewer's session. @throws alarmApp.notLinked (409) */
export async function sendTestAlarm(deps: Pick<Deps, 'transaction' | 'now'>, { sessionId }: SignedIn): Promise<void> {
  const [entityId, now] = [newId(), deps.now()]
  await deps.transaction(async (tx) => {
    const device = await deviceOfSession(tx, sessionId)
    if (device === undefined) throw new AppError('alarmApp.notLinked')
    await recordTest(tx, device.id, entityId, now)
    const message = { device_id: device.id, tag: 'test', kind: 'test', entityId, notice: 'test', page: '/ready' } as const
    await publishOwn(tx, { ...message, expiresAt: new Date(now.getTime() + OWN_EXPIRES) }, now)
    tx.emitInternal('alarmApp:published', {})
  })
}

/**
 * Returns the user of a token and what it is about.
 * @throws unauthorized (401) for an unknown token, forbidden (403) after the end of the session, tooManyRequests (429)
 */
async function readToken(deps: Deps, key: Buffer, purpose: TokenPurpose, token: string) {
  const subject = subjectOf(key, purpose, token)
  if (subject === null) throw new AppError('unauthorized')
  const limit = { name: `${purpose} of alarm apps`, max: TOKENS_A_MINUTE, minutes: 1 }
  if (!(await deps.rateLimiter.take(limit, subject.deviceId)).isAllowed) throw new AppError('tooManyRequests')
  const device = await liveDevice(deps.db, subject.deviceId, deps.now())
  const viewer = device && (await viewerOfSessionId(deps, device.session_id))
  if (!viewer) throw new AppError('forbidden')
  return { viewer, device, entityId: subject.entityId }
}

/** Answers an alert by the button of the app, as the user of its session. */
export async function respondByApp(deps: Deps, ledger: Ledger, key: Buffer, authorization: string): Promise<void> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization) ?? []
  const { viewer, entityId } = await readToken(deps, key, 'respond', token)
  await answerAlert(deps, ledger, viewer, entityId, { answer: 'responding' })
}

/** Records that the phone has an alarm or a test, as the acknowledgement of a page does. */
export async function recordReceipt(deps: Deps, ledger: Ledger, key: Buffer, token: string): Promise<void> {
  const { viewer, device, entityId } = await readToken(deps, key, 'receipt', token)
  if (device.test_id === entityId) await recordTestReceipt(deps.db, device.id, deps.now())
  else await recordShownAlert(deps, ledger, viewer, entityId)
}

/** Deletes messages that have expired. */
export async function deleteOldMessages({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteExpiredMessages(db, now())
  await deleteExpiredPushes(db, now())
}
