import { knownLanguage, type Language } from '@noroshi/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { mustSetUpSecondFactor } from '#/features/accounts/effective-admin.service.ts'
import type { NewNotification, Removal, SeenAlarms } from '#/features/push/push-kind.service.ts'
import type { Notice } from './notices.ts'

/** Max messages of one kind that wait for a device. In a flood, further ones are not stored: the device is alarmed already. */
const PENDING_MAX = 50
/** Max published messages of a device, besides alarms. */
const PUBLISHED_MAX = 100

/**
 * Stores a notification for each device of these users. A published one becomes due again. The lock skips a device whose link
 * ends at the same time.
 */
export const upsertMessages = (tx: Db, { userIds, kind, entityId, dueAt, expiresAt, isUnlimited }: NewNotification) =>
  sql`
    INSERT INTO alarm_app_messages AS m (device_id, tag, kind, entity_id, due_at, expires_at)
    SELECT d.id, ${`${kind}-${entityId}`}, ${kind}, ${entityId}::uuid, ${dueAt}::timestamptz, ${expiresAt}::timestamptz
    FROM alarm_app_devices d WHERE d.user_id = ANY (${[...userIds]}::uuid[]) AND (${isUnlimited}::boolean OR (
      SELECT count(*) FROM alarm_app_messages p
      WHERE p.device_id = d.id AND p.due_at IS NOT NULL AND p.kind = ${kind} AND NOT p.is_removal AND NOT p.is_seen) < ${sql.lit(PENDING_MAX)})
    ORDER BY d.id FOR KEY SHARE OF d
    ON CONFLICT (device_id, tag) DO UPDATE SET is_removal = false, is_seen = false, expires_at = EXCLUDED.expires_at,
      due_at = CASE WHEN m.due_at IS NULL OR m.is_removal OR m.is_seen THEN EXCLUDED.due_at ELSE m.due_at END`.execute(tx)

const isAbout = ({ entityId, kind, userId }: Removal) => sql<boolean>`m.entity_id = ${entityId}::uuid
  AND d.id = m.device_id AND (${kind}::text IS NULL OR m.kind = ${kind}) AND (${userId}::uuid IS NULL OR d.user_id = ${userId}::uuid)`

const deleteUnpublished = (tx: Db, removal: Removal) =>
  sql`DELETE FROM alarm_app_messages m USING alarm_app_devices d WHERE ${isAbout(removal)} AND m.seq IS NULL`.execute(tx)

/** Deletes the messages that are not published, and marks the others for removal by the app. */
export async function removeMessages(tx: Db, removal: Removal & { readonly expiresAt: Date }): Promise<void> {
  await deleteUnpublished(tx, removal)
  await sql`
    UPDATE alarm_app_messages m SET is_removal = true, due_at = ${removal.now}, expires_at = ${removal.expiresAt}
    FROM alarm_app_devices d WHERE ${isAbout(removal)} AND NOT m.is_removal`.execute(tx)
}

/** Deletes the alarms of a user who has seen the alert that are not published, and lets the app close the others. */
export async function markMessagesSeen(tx: Db, alarms: SeenAlarms): Promise<void> {
  await deleteUnpublished(tx, alarms)
  await sql`
    UPDATE alarm_app_messages m SET is_seen = true, due_at = ${alarms.now}
    FROM alarm_app_devices d WHERE ${isAbout(alarms)} AND NOT m.is_removal AND NOT m.is_seen`.execute(tx)
}

/** Returns the ids of the subjects of all messages of these kinds that are not marked for removal. */
export async function subjectsOf(tx: Db, kinds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ entity_id: string }>`
    SELECT DISTINCT entity_id FROM alarm_app_messages WHERE kind = ANY (${[...kinds]}::text[]) AND NOT is_removal`.execute(tx)
  return rows.map((row) => row.entity_id)
}

/** A message that is to be published. */
export interface DueMessage {
  readonly device_id: string
  readonly tag: string
  readonly kind: string
  readonly entity_id: string
  readonly is_removal: boolean
  readonly is_seen: boolean
  /** The notice that the app may show already; null: none. */
  readonly notice: Notice | null
  readonly expires_at: Date
  readonly user_id: string
  readonly language: Language
  readonly is_looping: boolean
  readonly is_live: boolean
  /** See decisions/0112. */
  readonly is_restricted: boolean
}

/** Locks due messages of these kinds until the transaction ends, the longest due first. */
export async function lockDue(tx: Db, kinds: readonly string[], now: Date, limit: number): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    SELECT m.device_id, m.tag, m.kind, m.entity_id, m.is_removal, m.is_seen, m.notice, m.expires_at,
      d.user_id, d.is_looping, u.language, s.ended_at IS NULL AND s.expires_at > ${now} AND u.is_active AS is_live,
      s.needs_second_factor AND ${mustSetUpSecondFactor('u')} AS is_restricted
    FROM alarm_app_messages m JOIN alarm_app_devices d ON d.id = m.device_id JOIN sessions s ON s.id = d.session_id
      JOIN users u ON u.id = d.user_id
    WHERE m.due_at <= ${now} AND m.kind = ANY (${[...kinds]}::text[])
    ORDER BY m.due_at, m.device_id LIMIT ${limit} FOR UPDATE OF m SKIP LOCKED`.execute(tx)
  return rows.map((row) => ({ ...row, language: knownLanguage(row.language) }))
}

type Key = Pick<DueMessage, 'device_id' | 'tag'>

/** The content of a message that the app shows. */
export interface Publication extends Key {
  readonly notice: Notice
  /** The path of the page that it opens. */
  readonly page: string
}

/**
 * Returns the statement that takes the next positions and returns the last of them. Its lock lasts until the transaction ends, so
 * that the messages of a lower position are always visible before those of a higher one. A position is a time in microseconds at
 * least: after the restore of a backup, new messages are not below those that an app has received.
 */
export const takePositions = (count: number, now: Date) => sql`
  INSERT INTO alarm_app_position AS p (last_seq) VALUES (${now.getTime() * 1000 + count}::bigint)
  ON CONFLICT (id) DO UPDATE SET last_seq = GREATEST(EXCLUDED.last_seq, p.last_seq + ${count}::bigint)
  RETURNING last_seq`

/** Publishes messages, in this order. */
export const publish = (tx: Db, messages: readonly Publication[], now: Date) =>
  sql`
    WITH position AS (${takePositions(messages.length, now)})
    UPDATE alarm_app_messages m SET due_at = NULL, notice = given.notice, page = given.page, published_at = ${now},
      seq = position.last_seq - ${messages.length}::bigint + given.number
    FROM position, unnest(${messages.map((one) => one.device_id)}::uuid[], ${messages.map((one) => one.tag)}::text[],
      ${messages.map((one) => one.notice)}::text[], ${messages.map((one) => one.page)}::text[])
      WITH ORDINALITY AS given (device_id, tag, notice, page, number)
    WHERE m.device_id = given.device_id AND m.tag = given.tag`.execute(tx)

const keysOf = (messages: readonly Key[]) =>
  sql`(SELECT * FROM unnest(${messages.map((one) => one.device_id)}::uuid[], ${messages.map((one) => one.tag)}::text[]))`

/** Keeps published messages as the app has them, and deletes those that it has not got. */
export async function withdraw(tx: Db, messages: readonly Key[]): Promise<void> {
  await sql`DELETE FROM alarm_app_messages WHERE (device_id, tag) IN ${keysOf(messages)} AND seq IS NULL`.execute(tx)
  await sql`UPDATE alarm_app_messages SET due_at = NULL WHERE (device_id, tag) IN ${keysOf(messages)}`.execute(tx)
}

/** Deletes the oldest published messages of these devices beyond a number, except alarms. */
export const deleteOverflow = (tx: Db, deviceIds: readonly string[]) =>
  sql`
    DELETE FROM alarm_app_messages m USING (
      SELECT device_id, tag, row_number() OVER (PARTITION BY device_id ORDER BY seq DESC) AS number
      FROM alarm_app_messages WHERE device_id = ANY (${[...deviceIds]}::uuid[]) AND kind <> 'alert' AND seq IS NOT NULL) ranked
    WHERE m.device_id = ranked.device_id AND m.tag = ranked.tag AND ranked.number > ${sql.lit(PUBLISHED_MAX)}
      AND m.due_at IS NULL`.execute(tx)

/** Returns the earliest time at which a message of these kinds is due, also in the past; null if none waits. */
export async function earliestDue(db: Db, kinds: readonly string[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(due_at) AS at FROM alarm_app_messages WHERE due_at IS NOT NULL AND kind = ANY (${[...kinds]}::text[])`.execute(db)
  return rows[0]?.at ?? null
}

interface OwnMessage extends Publication {
  readonly kind: string
  readonly entityId: string
  readonly expiresAt: Date
}

/** Stores and publishes a message of the alarm app itself: that it is linked, or a test. */
export async function publishOwn(tx: Db, message: OwnMessage, now: Date): Promise<void> {
  const { device_id, tag, kind, entityId: entity_id, expiresAt: expires_at } = message
  await tx
    .insertInto('alarm_app_messages')
    .values({ device_id, tag, kind, entity_id, expires_at })
    .onConflict((conflict) => conflict.columns(['device_id', 'tag']).doUpdateSet({ entity_id, expires_at }))
    .execute()
  await publish(tx, [message], now)
}

/** A published message as a stream sends it. */
export interface PublishedMessage {
  readonly seq: number
  readonly device_id: string
  readonly tag: string
  readonly kind: string
  readonly entity_id: string
  readonly notice: Notice
  readonly page: string
  readonly published_at: Date
  readonly expires_at: Date
  readonly language: Language
  readonly is_looping: boolean
}

/** An encrypted notification for a browser, as a stream sends it. */
export interface PublishedPush {
  readonly seq: number
  readonly device_id: string
  readonly topic_hash: Buffer
  readonly body: Buffer
  readonly published_at: Date
  readonly expires_at: Date
}

export type Published = PublishedMessage | PublishedPush

interface Range {
  /** null: of all devices. */
  readonly deviceIds: readonly string[] | null
  readonly after: number
  readonly limit: number
  readonly now: Date
}

/** Returns messages above a position that have not expired, of live devices, in their order; no alarm that its user has seen. */
export async function publishedAfter(db: Db, { deviceIds, after, limit, now }: Range): Promise<Published[]> {
  const isOf = (table: 'm' | 't') =>
    deviceIds === null ? sql`` : sql`AND ${sql.ref(`${table}.device_id`)} = ANY (${[...deviceIds]}::uuid[])`
  const isLive = sql`AND s.ended_at IS NULL AND s.expires_at > ${now} AND u.is_active`
  const { rows } = await sql<PublishedMessage & { topic_hash: Buffer | null; body: Buffer | null }>`
    (SELECT m.seq, m.device_id, m.tag, m.kind, m.entity_id, m.notice, m.page, m.published_at, m.expires_at, u.language, d.is_looping,
      NULL::bytea AS topic_hash, NULL::bytea AS body
    FROM alarm_app_messages m JOIN alarm_app_devices d ON d.id = m.device_id JOIN sessions s ON s.id = d.session_id
      JOIN users u ON u.id = d.user_id
    WHERE m.seq > ${after} AND m.expires_at > ${now} AND (NOT m.is_seen OR m.notice = 'clear') ${isOf('m')} ${isLive}
    ORDER BY m.seq LIMIT ${limit})
    UNION ALL
    (SELECT p.seq, t.device_id, NULL, NULL, NULL, NULL, NULL, p.published_at, p.expires_at, u.language, d.is_looping,
      t.topic_hash, p.body
    FROM unified_push_messages p JOIN unified_push_topics t ON t.id = p.topic_id JOIN alarm_app_devices d ON d.id = t.device_id
      JOIN sessions s ON s.id = d.session_id JOIN users u ON u.id = d.user_id
    WHERE p.seq > ${after} AND p.expires_at > ${now} ${isOf('t')} ${isLive}
    ORDER BY p.seq LIMIT ${limit})
    ORDER BY seq LIMIT ${limit}`.execute(db)
  return rows.map(({ topic_hash, body, ...row }) =>
    topic_hash === null || body === null ? { ...row, language: knownLanguage(row.language) } : { ...row, topic_hash, body },
  )
}

/** Returns the position of the newest message. */
export const lastSeq = async (db: Db): Promise<number> =>
  (await db.selectFrom('alarm_app_position').select('last_seq').executeTakeFirst())?.last_seq ?? 0

/** Deletes messages that expired before this time. */
export const deleteExpiredMessages = (db: Db, before: Date) =>
  db.deleteFrom('alarm_app_messages').where('expires_at', '<', before).execute()
