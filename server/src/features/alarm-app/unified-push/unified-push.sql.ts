import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import { takePositions } from '../alarm-app.sql.ts'

/** Max topics of one alarm app. A further one replaces the one that was not named for the longest time. */
const TOPICS_MAX = 10
/** Max messages of one topic from this server, and from other servers. The oldest are deleted. */
const OWN_MAX = 50
const FOREIGN_MAX = 10

/** A topic whose alarm app is linked to a session that has not ended. */
interface LiveTopic {
  readonly id: string
  readonly topic_hash: Buffer
  readonly device_id: string
  readonly session_id: string
  readonly named_at: Date
}

const selectLive = (topicHashes: readonly Buffer[], now: Date) => sql`
  SELECT t.id, t.topic_hash, t.device_id, t.named_at, d.session_id
  FROM unified_push_topics t JOIN alarm_app_devices d ON d.id = t.device_id JOIN sessions s ON s.id = d.session_id
    JOIN users u ON u.id = d.user_id
  WHERE t.topic_hash = ANY (${[...topicHashes]}::bytea[]) AND s.ended_at IS NULL AND s.expires_at > ${now} AND u.is_active`

/** Returns the live topics with these hashes. */
export async function liveTopics(db: Db, topicHashes: readonly Buffer[], now: Date): Promise<LiveTopic[]> {
  return (await sql<LiveTopic>`${selectLive(topicHashes, now)}`.execute(db)).rows
}

/** Stores that the stream of an alarm app has named topics, which are of this app from now on. */
export async function nameTopics(tx: Tx, deviceId: string, topicHashes: readonly Buffer[], now: Date): Promise<void> {
  const ids = topicHashes.map(() => newId())
  // The lock skips an app whose link ends at the same time, and makes two streams of one app count one after the other.
  const { rows } = await sql`SELECT FROM alarm_app_devices WHERE id = ${deviceId}::uuid FOR NO KEY UPDATE`.execute(tx)
  if (rows.length === 0) return
  await sql`
    INSERT INTO unified_push_topics (id, topic_hash, device_id, named_at)
    SELECT given.id, given.topic_hash, ${deviceId}::uuid, ${now}::timestamptz
    FROM unnest(${ids}::uuid[], ${[...topicHashes]}::bytea[]) AS given (id, topic_hash) ORDER BY given.topic_hash
    ON CONFLICT (topic_hash) DO UPDATE SET device_id = EXCLUDED.device_id, named_at = EXCLUDED.named_at`.execute(tx)
  await sql`
    DELETE FROM unified_push_topics WHERE device_id = ${deviceId}::uuid AND id NOT IN (
      SELECT id FROM unified_push_topics WHERE device_id = ${deviceId}::uuid
      ORDER BY named_at DESC, id DESC LIMIT ${sql.lit(TOPICS_MAX)})`.execute(tx)
}

/** An encrypted notification for the browser of a topic. */
export interface Push {
  readonly topicHash: Buffer
  readonly body: Buffer
  /** It replaces an earlier message of its topic with the same subject; null: none. */
  readonly subject: string | null
  readonly expiresAt: Date
  /** Whether this server sends it. */
  readonly isOwn: boolean
}

/**
 * Publishes notifications, in this order. The locks of their topics come before that of the position, as in each other transaction.
 * @returns whether each has a live topic
 */
export async function publishPushes(tx: Tx, pushes: readonly Push[], now: Date): Promise<boolean[]> {
  const hashes = pushes.map(({ topicHash }) => topicHash)
  const { rows } = await sql<LiveTopic>`${selectLive(hashes, now)} ORDER BY t.id FOR NO KEY UPDATE OF t`.execute(tx)
  const idOf = new Map(rows.map((topic) => [topic.topic_hash.toString('base64'), topic.id]))
  const known = pushes.flatMap((push) => {
    const topicId = idOf.get(push.topicHash.toString('base64'))
    return topicId === undefined ? [] : [{ ...push, topicId }]
  })
  const keyOf = ({ topicId, isOwn, subject }: (typeof known)[number]) => `${topicId} ${isOwn} ${subject}`
  const lastOf = new Map(known.map((push) => [keyOf(push), push]))
  const accepted = known.filter((push) => push.subject === null || lastOf.get(keyOf(push)) === push)
  if (accepted.length > 0) {
    const topicIds = accepted.map(({ topicId }) => topicId)
    const subjects = accepted.map(({ subject }) => subject)
    const areOwn = accepted.map(({ isOwn }) => isOwn)
    // Subjects can be guessed: a message of another server replaces none of this one.
    await sql`
      DELETE FROM unified_push_messages m
      USING unnest(${topicIds}::uuid[], ${areOwn}::boolean[], ${subjects}::text[]) AS given (topic_id, is_own, subject)
      WHERE m.topic_id = given.topic_id AND m.is_own = given.is_own AND m.subject = given.subject`.execute(tx)
    await sql`
      WITH position AS (${takePositions(accepted.length, now)})
      INSERT INTO unified_push_messages (seq, topic_id, is_own, subject, body, published_at, expires_at)
      SELECT position.last_seq - ${accepted.length}::bigint + given.number, given.topic_id, given.is_own, given.subject, given.body,
        ${now}::timestamptz, given.expires_at
      FROM position, unnest(${topicIds}::uuid[], ${areOwn}::boolean[], ${subjects}::text[],
        ${accepted.map(({ body }) => body)}::bytea[], ${accepted.map(({ expiresAt }) => expiresAt)}::timestamptz[])
        WITH ORDINALITY AS given (topic_id, is_own, subject, body, expires_at, number)`.execute(tx)
    await deleteOverflow(tx, topicIds)
  }
  return pushes.map(({ topicHash }) => idOf.has(topicHash.toString('base64')))
}

/** Deletes the oldest messages of these topics. Those of other servers never replace those of this one. */
const deleteOverflow = (tx: Tx, topicIds: readonly string[]) =>
  sql`
    DELETE FROM unified_push_messages m USING (
      SELECT seq, is_own, row_number() OVER (PARTITION BY topic_id, is_own ORDER BY seq DESC) AS number
      FROM unified_push_messages WHERE topic_id = ANY (${[...topicIds]}::uuid[])) ranked
    WHERE m.seq = ranked.seq
      AND ranked.number > CASE WHEN ranked.is_own THEN ${sql.lit(OWN_MAX)} ELSE ${sql.lit(FOREIGN_MAX)} END`.execute(tx)

/** Deletes messages that expired before this time. */
export const deleteExpiredPushes = (db: Db, before: Date) =>
  db.deleteFrom('unified_push_messages').where('expires_at', '<', before).execute()
