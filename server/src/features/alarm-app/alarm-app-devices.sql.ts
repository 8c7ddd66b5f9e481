import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Max sessions of one user with an alarm app. A new one replaces the oldest one. */
const DEVICES_MAX = 10
/** Milliseconds between two records of a stream, unless it uses another protocol. */
const STREAM_RECORDED_EVERY = 60_000

interface NewDevice {
  readonly id: string
  readonly sessionId: string
  readonly userId: string
  readonly topicHash: Buffer
  readonly isLooping: boolean
  readonly now: Date
}

/**
 * Stores the only alarm app of a session. The caller has locked the session.
 * @returns the ids of the devices that it replaces
 */
export async function insertDevice(tx: Db, device: NewDevice): Promise<string[]> {
  const { id, sessionId, userId, topicHash, isLooping, now } = device
  const replaced = await sql<{ id: string }>`
    DELETE FROM alarm_app_devices WHERE session_id = ${sessionId}::uuid OR (user_id = ${userId}::uuid AND id NOT IN (
      SELECT id FROM alarm_app_devices WHERE user_id = ${userId}::uuid AND session_id <> ${sessionId}::uuid
      ORDER BY id DESC LIMIT ${sql.lit(DEVICES_MAX - 1)}))
    RETURNING id`.execute(tx)
  await tx
    .insertInto('alarm_app_devices')
    .values({ id, session_id: sessionId, user_id: userId, topic_hash: topicHash, is_looping: isLooping, created_at: now })
    .execute()
  return replaced.rows.map((row) => row.id)
}

export const deviceOfSession = (db: Db, sessionId: string) =>
  db.selectFrom('alarm_app_devices').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

export const deleteDeviceOf = (tx: Db, sessionId: string) =>
  tx.deleteFrom('alarm_app_devices').where('session_id', '=', sessionId).returning('id').executeTakeFirst()

export const hasDevices = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('alarm_app_devices').select('id').limit(1).executeTakeFirst()) !== undefined

/** A device whose session has not ended and whose user is active. */
interface LiveDevice {
  readonly id: string
  readonly topic_hash: Buffer
  readonly session_id: string
  readonly user_id: string
  /** Id of the last test alarm. */
  readonly test_id: string | null
}

const selectLive = (now: Date) => sql`
  SELECT d.id, d.topic_hash, d.session_id, d.user_id, d.test_id
  FROM alarm_app_devices d JOIN sessions s ON s.id = d.session_id JOIN users u ON u.id = d.user_id
  WHERE s.ended_at IS NULL AND s.expires_at > ${now} AND u.is_active`

/** Returns the live devices with these hashes of topics. */
export async function liveDevices(db: Db, topicHashes: readonly Buffer[], now: Date): Promise<LiveDevice[]> {
  const { rows } = await sql<LiveDevice>`${selectLive(now)} AND d.topic_hash = ANY (${[...topicHashes]}::bytea[])`.execute(db)
  return rows
}

/** Returns the live device with this id. */
export async function liveDevice(db: Db, id: string, now: Date): Promise<LiveDevice | undefined> {
  const { rows } = await sql<LiveDevice>`${selectLive(now)} AND d.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns the ids of the devices among these that are live. */
export async function liveAmong(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<LiveDevice>`${selectLive(now)} AND d.id = ANY (${[...ids]}::uuid[])`.execute(db)
  return rows.map((row) => row.id)
}

interface StartedStream {
  readonly deviceIds: readonly string[]
  readonly protocol: 'json' | 'ws'
  readonly agent: string
  readonly now: Date
}

/** Records the start of a stream, at most once a minute. */
export const recordStream = (db: Db, { deviceIds, protocol, agent, now }: StartedStream) =>
  sql`UPDATE alarm_app_devices SET last_stream_at = ${now}, protocol = ${protocol}, agent = ${agent}
    WHERE id = ANY (${[...deviceIds]}::uuid[]) AND (protocol IS DISTINCT FROM ${protocol} OR agent IS DISTINCT FROM ${agent}
      OR last_stream_at IS NULL OR last_stream_at < ${new Date(now.getTime() - STREAM_RECORDED_EVERY)} OR last_stream_at > ${now})`.execute(
    db,
  )

/** Records that devices are connected. */
export const touchDevices = (db: Db, ids: readonly string[], now: Date) =>
  sql`UPDATE alarm_app_devices SET last_stream_at = ${now} WHERE id = ANY (${[...ids]}::uuid[])`.execute(db)

/** Records that a test alarm was sent. */
export const recordTest = (tx: Db, id: string, testId: string, now: Date) =>
  tx
    .updateTable('alarm_app_devices')
    .set({ test_id: testId, test_sent_at: now, test_received_at: null })
    .where('id', '=', id)
    .execute()

/** Records the first receipt of the last test alarm. */
export const recordTestReceipt = (db: Db, id: string, now: Date) =>
  db
    .updateTable('alarm_app_devices')
    .set({ test_received_at: now })
    .where('id', '=', id)
    .where('test_received_at', 'is', null)
    .execute()
