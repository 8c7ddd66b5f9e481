import { type Insertable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { AlertFeedMessages, AlertFeeds } from '#/db/rows.ts'

const COLUMNS = [
  'id',
  'name',
  'recipient',
  'sender',
  'is_test',
  'includes_names',
  'includes_texts',
  'includes_locations',
  'includes_drills',
  'group_ids',
  'created_at',
  'last_read_at',
] as const

/** Returns all feeds, ordered by name. */
export const feedRows = (db: Db) => db.selectFrom('alert_feeds').select(COLUMNS).orderBy('name').orderBy('id').execute()

export type FeedRow = Awaited<ReturnType<typeof feedRows>>[number]

/** Returns the feeds, and keeps them from being revoked until the transaction ends. */
export const lockFeeds = (tx: Db) => tx.selectFrom('alert_feeds').select(COLUMNS).orderBy('id').forKeyShare().execute()

/** Returns the feed with this token. */
export const feedOfToken = (db: Db, tokenHash: Buffer) =>
  db.selectFrom('alert_feeds').select(COLUMNS).where('token_hash', '=', tokenHash).executeTakeFirst()

/** Locks the set of feeds until the transaction ends, and returns their number. */
export async function lockAndCountFeeds(tx: Db): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('alert feeds', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('alert_feeds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertFeed = (tx: Db, feed: Insertable<AlertFeeds>) =>
  tx.insertInto('alert_feeds').values(feed).returning(COLUMNS).executeTakeFirstOrThrow()

/** Deletes a feed with its messages. */
export const deleteFeed = (tx: Db, id: string) =>
  tx.deleteFrom('alert_feeds').where('id', '=', id).returning(['name', 'recipient']).executeTakeFirst()

/** Records a read, at most once in `everyMs` milliseconds. After the clock went back, it records at once. */
export const recordRead = (db: Db, id: string, now: Date, everyMs: number) =>
  db
    .updateTable('alert_feeds')
    .set({ last_read_at: now })
    .where('id', '=', id)
    .where((row) =>
      row.or([
        row('last_read_at', 'is', null),
        row('last_read_at', '<', new Date(now.getTime() - everyMs)),
        row('last_read_at', '>', now),
      ]),
    )
    .execute()

/** Returns the messages of a feed, newest first. */
export const messagesOfFeed = (db: Db, feedId: string, limit: number) =>
  db.selectFrom('alert_feed_messages').selectAll().where('feed_id', '=', feedId).orderBy('id', 'desc').limit(limit).execute()

export type MessageRow = Awaited<ReturnType<typeof messagesOfFeed>>[number]

export const messageOfFeed = (db: Db, feedId: string, id: string) =>
  db.selectFrom('alert_feed_messages').selectAll().where('feed_id', '=', feedId).where('id', '=', id).executeTakeFirst()

/** Returns the messages about an alert in all feeds, oldest first. */
export const messagesOfAlert = (db: Db, alertId: string) =>
  db.selectFrom('alert_feed_messages').selectAll().where('alert_id', '=', alertId).orderBy('id').execute()

export const insertMessage = (tx: Db, message: Insertable<AlertFeedMessages>) =>
  tx.insertInto('alert_feed_messages').values(message).execute()

/** Deletes what the feeds had about an alert, except that it was cancelled. */
export const deleteContentOfAlert = (tx: Db, alertId: string) =>
  tx.deleteFrom('alert_feed_messages').where('alert_id', '=', alertId).where('type', '<>', 'Cancel').execute()

/**
 * Deletes messages of a feed, so that at most `max` about anonymous alerts and `max` about others are left: first those that a later
 * one replaces, then the oldest.
 */
export const deleteBeyond = (tx: Db, feedId: string, max: number) =>
  sql`
    DELETE FROM alert_feed_messages m USING (
      SELECT id, row_number() OVER (PARTITION BY is_anonymous ORDER BY is_last DESC, id DESC) AS number FROM (
        SELECT id, is_anonymous, row_number() OVER (PARTITION BY alert_id ORDER BY id DESC) = 1 AS is_last
        FROM alert_feed_messages WHERE feed_id = ${feedId}::uuid) messages) numbered
    WHERE m.id = numbered.id AND numbered.number > ${max}`.execute(tx)

/** Deletes the messages about alerts whose last message is a Cancel from before `before`. */
export const deleteCancelledBefore = (db: Db, before: Date) =>
  sql`
    DELETE FROM alert_feed_messages m USING (
      SELECT DISTINCT ON (feed_id, alert_id) feed_id, alert_id, type, sent_at
      FROM alert_feed_messages ORDER BY feed_id, alert_id, id DESC) last
    WHERE m.feed_id = last.feed_id AND m.alert_id = last.alert_id AND last.type = 'Cancel' AND last.sent_at < ${before}`.execute(
    db,
  )

/** Returns the names of alert groups, also of deleted ones, ordered by name. */
export const groupNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('alert_groups')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .orderBy('name')
    .orderBy('id')
    .execute()
