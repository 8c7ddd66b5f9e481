import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Feeds, Posts } from '#/db/rows.ts'

/** Returns the feeds of scope group among these, also deleted ones. */
export const sharedFeeds = (db: Db, ids: readonly string[]): Promise<Selectable<Feeds>[]> =>
  db
    .selectFrom('feeds')
    .selectAll()
    .where('id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('scope', '=', 'group')
    .orderBy('id')
    .execute()

/** Returns the posts in feeds of scope group among these, also deleted ones. */
export const sharedPosts = (db: Db, ids: readonly string[]): Promise<Selectable<Posts>[]> =>
  db
    .selectFrom('posts')
    .selectAll('posts')
    .innerJoin('feeds', 'feeds.id', 'posts.feed_id')
    .where('posts.id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('feeds.scope', '=', 'group')
    .orderBy('posts.id')
    .execute()

/** Notes all feeds of scope group with what they contain. */
export const noteSharedFeeds = (tx: Db) => sql`SELECT sync_note_feed_content(id) FROM feeds WHERE scope = 'group'`.execute(tx)

export const storedFeed = (tx: Db, id: string): Promise<Selectable<Feeds> | undefined> =>
  tx.selectFrom('feeds').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const storedPost = (tx: Db, id: string): Promise<Selectable<Posts> | undefined> =>
  tx.selectFrom('posts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type ReceivedFeed = Insertable<Feeds>
type ReceivedPost = Insertable<Posts>

/** Inserts a received feed, or replaces the stored one with a higher version. */
export const writeReceivedFeed = (tx: Db, { id, created_by, created_at, ...columns }: ReceivedFeed) =>
  tx
    .insertInto('feeds')
    .values({ id, created_by, created_at, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ ...columns, version: row('feeds.version', '+', 1) })))
    .execute()

/** Inserts a received post, or replaces the stored one with a higher version. Its feed, author and counts stay. */
export const writeReceivedPost = (tx: Db, { id, feed_id, created_by, created_at, ...columns }: ReceivedPost) =>
  tx
    .insertInto('posts')
    .values({ id, feed_id, created_by, created_at, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ ...columns, version: row('posts.version', '+', 1) })))
    .execute()
