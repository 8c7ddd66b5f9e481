import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Feeds, Posts } from '#/db/rows.ts'

/** Returns the feeds of scope group among these, also those of this unit that are deleted: a unit deletes others' for itself alone. */
export const sharedFeeds = (db: Db, ids: readonly string[]): Promise<Selectable<Feeds>[]> =>
  db
    .selectFrom('feeds')
    .innerJoin('users as creator', 'creator.id', 'feeds.created_by')
    .selectAll('feeds')
    .where('feeds.id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('scope', '=', 'group')
    .where((row) => row.or([row('feeds.deleted_at', 'is', null), row('creator.home_unit', 'is', null)]))
    .orderBy('feeds.id')
    .execute()

/** Returns the posts in feeds of scope group among these, also deleted ones of this unit or in its feeds. */
export const sharedPosts = (db: Db, ids: readonly string[]): Promise<Selectable<Posts>[]> =>
  db
    .selectFrom('posts')
    .selectAll('posts')
    .innerJoin('feeds', 'feeds.id', 'posts.feed_id')
    .innerJoin('users as creator', 'creator.id', 'feeds.created_by')
    .innerJoin('users as author', 'author.id', 'posts.created_by')
    .where('posts.id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('feeds.scope', '=', 'group')
    .where((row) =>
      row.or([row('posts.deleted_at', 'is', null), row('author.home_unit', 'is', null), row('creator.home_unit', 'is', null)]),
    )
    .orderBy('posts.id')
    .execute()

/** Notes all feeds of scope group with what they contain. */
export const noteSharedFeeds = (tx: Db) => sql`SELECT sync_note_feed_content(id) FROM feeds WHERE scope = 'group'`.execute(tx)

export const storedFeed = (tx: Db, id: string): Promise<Selectable<Feeds> | undefined> =>
  tx.selectFrom('feeds').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const storedPost = (tx: Db, id: string): Promise<Selectable<Posts> | undefined> =>
  tx.selectFrom('posts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type ReceivedFeed = Insertable<Feeds>

/** Inserts a received feed, or replaces the stored one with a higher version. */
export const writeReceivedFeed = (tx: Db, { id, created_by, created_at, ...columns }: ReceivedFeed) =>
  tx
    .insertInto('feeds')
    .values({ id, created_by, created_at, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ ...columns, version: row('feeds.version', '+', 1) })))
    .execute()

export const insertReceivedPost = (tx: Db, post: Insertable<Posts>) => tx.insertInto('posts').values(post).execute()

/** Changes a post as it was received, with a higher version. */
export const updateReceivedPost = (tx: Db, id: string, columns: Updateable<Posts>) =>
  tx
    .updateTable('posts')
    .set(columns)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
