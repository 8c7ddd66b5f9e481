import { knownLanguage, type Language } from '@noroshi/contract/i18n'
import { sql } from 'kysely'
import { type Db } from '#/db/pool.ts'
import { mustSetUpSecondFactor } from '#/features/accounts/effective-admin.service.ts'
import type { NewNotification, Removal, SeenAlarms } from './push-kind.service.ts'

/**
 * Max notifications of one kind that wait for a device. In a flood, further ones are not stored: the device is alarmed
 * already.
 */
const PENDING_MAX = 50
/** Seconds of the lease of a notification. After it, another process sends the notifications of a killed one. */
const LEASE_SECONDS = 60

const tagOf = (kind: string, entityId: string): string => `${kind}:${entityId}`

/**
 * Stores a notification for each device of these users. A waiting one keeps its time, because its content is read when
 * it is sent.
 */
export const upsertNotifications = (tx: Db, { userIds, kind, entityId, dueAt, expiresAt, isUnlimited }: NewNotification) =>
  sql`
    INSERT INTO push_notifications AS n (subscription_id, tag, kind, entity_id, due_at, expires_at)
    SELECT s.id, ${tagOf(kind, entityId)}, ${kind}, ${entityId}::uuid, ${dueAt}::timestamptz, ${expiresAt}::timestamptz
    FROM push_subscriptions s WHERE s.user_id = ANY (${[...userIds]}::uuid[]) AND (${isUnlimited}::boolean OR (
      SELECT count(*) FROM push_notifications p
      WHERE p.subscription_id = s.id AND p.due_at IS NOT NULL AND p.kind = ${kind} AND NOT p.is_removal AND NOT p.is_seen) < ${sql.lit(PENDING_MAX)})
    ORDER BY s.id
    ON CONFLICT (subscription_id, tag) DO UPDATE SET version = n.version + 1, is_removal = false,
      is_seen = false, expires_at = EXCLUDED.expires_at,
      attempts = CASE WHEN n.due_at IS NULL OR n.is_removal OR n.is_seen THEN 0 ELSE n.attempts END,
      due_at = CASE WHEN n.due_at IS NULL OR n.is_removal OR n.is_seen THEN EXCLUDED.due_at ELSE n.due_at END`.execute(tx)

const isAbout = ({ entityId, kind, userId }: Removal) => sql<boolean>`n.entity_id = ${entityId}::uuid
  AND s.id = n.subscription_id AND (${kind}::text IS NULL OR n.kind = ${kind}) AND (${userId}::uuid IS NULL OR s.user_id = ${userId}::uuid)`

const deleteUnsent = (tx: Db, removal: Removal) =>
  sql`DELETE FROM push_notifications n USING push_subscriptions s WHERE ${isAbout(removal)} AND NOT n.is_begun`.execute(tx)

/** Deletes the notifications that no device has received, and marks the others for removal by their devices. */
export async function removeNotifications(tx: Db, removal: Removal & { readonly expiresAt: Date }): Promise<void> {
  await deleteUnsent(tx, removal)
  await sql`
    UPDATE push_notifications n SET is_removal = true, version = n.version + 1, attempts = 0, due_at = ${removal.now},
      expires_at = ${removal.expiresAt}
    FROM push_subscriptions s WHERE ${isAbout(removal)} AND NOT n.is_removal`.execute(tx)
}

/**
 * Deletes the alarms of a user who has seen the alert that no device has received, and lets the devices close the
 * others.
 */
export async function markAlarmsSeen(tx: Db, alarms: SeenAlarms): Promise<void> {
  await deleteUnsent(tx, alarms)
  await sql`
    UPDATE push_notifications n SET is_seen = true, version = n.version + 1, attempts = 0, due_at = ${alarms.now}
    FROM push_subscriptions s WHERE ${isAbout(alarms)} AND NOT n.is_removal AND NOT n.is_seen`.execute(tx)
}

/** Returns the ids of the subjects of all notifications of these kinds that are not marked for removal. */
export async function notifiedEntities(db: Db, kinds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ entity_id: string }>`
    SELECT DISTINCT entity_id FROM push_notifications WHERE kind = ANY (${[...kinds]}::text[]) AND NOT is_removal`.execute(db)
  return rows.map((row) => row.entity_id)
}

/** A notification that this process is to send, with its device. */
export interface DueNotification {
  readonly subscription_id: string
  readonly tag: string
  readonly kind: string
  readonly entity_id: string
  readonly is_removal: boolean
  /** Whether the device closes the alarm, because the user has seen the alert. */
  readonly is_seen: boolean
  readonly version: number
  readonly attempts: number
  readonly expires_at: Date
  /** Whether a request was begun before, so that the device may show a notification with this tag. */
  readonly was_begun: boolean
  readonly endpoint: string
  readonly public_key: Buffer
  readonly auth_secret: Buffer
  readonly user_id: string
  readonly language: Language
  /** Whether the session has not ended and the user is active. */
  readonly is_live: boolean
  /** See decisions/0112. */
  readonly is_restricted: boolean
}

/** The kinds of this version, and the present time. A process of a later version sends the other kinds (decisions/0216). */
interface Sendable {
  readonly kinds: readonly string[]
  readonly now: Date
}

const isFree = ({ kinds, now }: Sendable) => sql<boolean>`n.kind = ANY (${[...kinds]}::text[]) AND n.due_at <= ${now}
  AND (n.leased_until IS NULL OR n.leased_until <= ${now})`

/** Returns the number of notifications that are to be sent: now, later, or again after a failure. */
export async function countPending(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM push_notifications WHERE due_at IS NOT NULL`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the origins of the push services that have due notifications. */
export async function dueOrigins(db: Db, sendable: Sendable): Promise<string[]> {
  const { rows } = await sql<{ origin: string }>`
    SELECT DISTINCT s.origin FROM push_notifications n JOIN push_subscriptions s ON s.id = n.subscription_id
    WHERE ${isFree(sendable)}`.execute(db)
  return rows.map((row) => row.origin)
}

/** Returns the earliest future time at which a notification becomes due; null if none waits. */
export async function nextDue(db: Db, { kinds, now }: Sendable): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(at) AS at FROM push_notifications, GREATEST(due_at, leased_until) AS at
    WHERE due_at IS NOT NULL AND at > ${now} AND kind = ANY (${[...kinds]}::text[])`.execute(db)
  return rows[0]?.at ?? null
}

/**
 * Claims due notifications of a push service for this process: alarms and calls, then drills, messages and removals.
 * @param laterKinds the kinds that come after all others, in their order
 */
export async function claimDue(
  db: Db,
  origin: string,
  sendable: Sendable,
  { limit, laterKinds }: { readonly limit: number; readonly laterKinds: readonly string[] },
): Promise<DueNotification[]> {
  const { now } = sendable
  const { rows } = await sql<DueNotification>`
    UPDATE push_notifications n SET leased_until = ${now}::timestamptz + make_interval(secs => ${sql.lit(LEASE_SECONDS)}), is_begun = true
    FROM (
      SELECT n.subscription_id, n.tag, n.is_begun FROM push_notifications n JOIN push_subscriptions s ON s.id = n.subscription_id
      WHERE s.origin = ${origin} AND ${isFree(sendable)}
      ORDER BY n.is_removal OR n.is_seen, coalesce(array_position(${[...laterKinds]}::text[], n.kind), 0), n.entity_id IN (SELECT id FROM alerts WHERE is_drill AND resolved_at IS NULL),
        n.due_at LIMIT ${limit} FOR UPDATE OF n SKIP LOCKED) due
    JOIN push_subscriptions s ON s.id = due.subscription_id
    JOIN sessions live ON live.id = s.session_id
    JOIN users u ON u.id = s.user_id
    WHERE n.subscription_id = due.subscription_id AND n.tag = due.tag
    RETURNING n.subscription_id, n.tag, n.kind, n.entity_id, n.is_removal, n.is_seen, n.version, n.attempts, n.expires_at,
      due.is_begun AS was_begun, s.endpoint, s.public_key, s.auth_secret, s.user_id, u.language,
      live.ended_at IS NULL AND live.expires_at > ${now} AND u.is_active AS is_live,
      live.needs_second_factor AND ${mustSetUpSecondFactor('u')} AS is_restricted`.execute(db)
  return rows.map((row) => ({ ...row, language: knownLanguage(row.language) }))
}

type Sent = Pick<DueNotification, 'subscription_id' | 'tag' | 'version'>

const isUnchanged = ({ subscription_id, tag, version }: Sent) =>
  sql<boolean>`subscription_id = ${subscription_id}::uuid AND tag = ${tag} AND version = ${version}`

/** Ends the lease of a notification. A notification that has changed meanwhile stays due. */
const release = ({ subscription_id, tag }: Sent, db: Db) =>
  sql`UPDATE push_notifications SET leased_until = NULL WHERE subscription_id = ${subscription_id}::uuid AND tag = ${tag}`.execute(
    db,
  )

/** Records that a notification was sent to a device, which may show it until its removal. */
export async function keepShown(db: Db, sent: Sent): Promise<void> {
  await sql`UPDATE push_notifications SET due_at = NULL, attempts = 0 WHERE ${isUnchanged(sent)}`.execute(db)
  await release(sent, db)
}

/** Deletes a notification that needs no further request. */
export async function deleteNotification(db: Db, sent: Sent): Promise<void> {
  await sql`DELETE FROM push_notifications WHERE ${isUnchanged(sent)}`.execute(db)
  await release(sent, db)
}

/** Schedules a retry of a failed notification. */
export async function postponeNotification(
  db: Db,
  sent: Sent,
  { dueAt, mayBeShown }: { readonly dueAt: Date; readonly mayBeShown: boolean },
): Promise<void> {
  await sql`UPDATE push_notifications SET due_at = ${dueAt}, attempts = attempts + 1, is_begun = ${mayBeShown} WHERE ${isUnchanged(sent)}`.execute(
    db,
  )
  await release(sent, db)
}

/** Deletes notifications that expired before this time. */
export const deleteExpiredNotifications = (db: Db, before: Date) =>
  db.deleteFrom('push_notifications').where('expires_at', '<', before).execute()
