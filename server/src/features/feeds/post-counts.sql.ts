import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** The counts of a post, and the columns that decide which rooms get them. */
export interface CountsRow {
  readonly id: string
  readonly feed_id: string
  readonly created_by: string
  readonly is_approved: boolean | null
  readonly view_count: number
  readonly like_count: number
  readonly comment_count: number
  readonly counts_version: number
}

const COUNTS = sql`id, feed_id, created_by, is_approved, view_count, like_count, comment_count, counts_version`

/** Changes the count of comments. @returns undefined for a deleted post */
export async function updateCommentCount(tx: Db, postId: string, by: 1 | -1): Promise<CountsRow | undefined> {
  const { rows } = await sql<CountsRow>`
    UPDATE posts SET comment_count = comment_count + ${by}::int, counts_version = counts_version + 1
    WHERE id = ${postId}::uuid AND deleted_at IS NULL RETURNING ${COUNTS}`.execute(tx)
  return rows[0]
}

/** Inserts a like and counts it. @returns undefined if the user likes the post already */
export async function insertLike(
  tx: Db,
  like: { readonly id: string; readonly postId: string; readonly userId: string; readonly at: Date },
): Promise<CountsRow | undefined> {
  const { rows } = await sql<CountsRow>`
    WITH liked AS (
      INSERT INTO likes (id, post_id, user_id, created_at) VALUES (${like.id}::uuid, ${like.postId}::uuid, ${like.userId}::uuid, ${like.at}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING post_id)
    UPDATE posts SET like_count = like_count + 1, counts_version = counts_version + 1
    WHERE id = (SELECT post_id FROM liked) RETURNING ${COUNTS}`.execute(tx)
  return rows[0]
}

/** Deletes a like and counts it. @returns undefined if there was no like */
export async function deleteLike(tx: Db, postId: string, userId: string): Promise<CountsRow | undefined> {
  const { rows } = await sql<CountsRow>`
    WITH unliked AS (DELETE FROM likes WHERE post_id = ${postId}::uuid AND user_id = ${userId}::uuid RETURNING post_id)
    UPDATE posts SET like_count = like_count - 1, counts_version = counts_version + 1
    WHERE id = (SELECT post_id FROM unliked) RETURNING ${COUNTS}`.execute(tx)
  return rows[0]
}

/** Counts a view of a post, once for each browser session. */
export const countView = (db: Db, postId: string, sessionId: string) =>
  sql`
    WITH first AS (
      INSERT INTO client_commands (scope_id, name, client_id) VALUES (${postId}::uuid, 'post:view', ${sessionId}::uuid)
      ON CONFLICT DO NOTHING RETURNING client_id)
    UPDATE posts SET view_count = view_count + 1, counts_version = counts_version + 1
    WHERE id = ${postId}::uuid AND deleted_at IS NULL AND EXISTS (SELECT FROM first)`.execute(db)

/** Returns likes, newest first. They are ordered by id, which rises with time (db/ids.ts). */
export const likesOf = (db: Db, postId: string, before: string | undefined, limit: number) =>
  db
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.user_id')
    .select(['likes.id', 'likes.post_id', 'likes.user_id', 'likes.created_at'])
    .select(['users.first_name', 'users.last_name', 'users.avatar_file_id'])
    .where('likes.post_id', '=', postId)
    .$if(before !== undefined, (query) => query.where('likes.id', '<', before ?? ''))
    .orderBy('likes.id', 'desc')
    .limit(limit)
    .execute()

export type LikeRow = Awaited<ReturnType<typeof likesOf>>[number]

/** A like or its removal, with the stamp of the change. */
export interface LikeStateRow {
  readonly id: string | null
  readonly post_id: string
  readonly user_id: string
  readonly created_at: Date | null
  readonly is_liked: boolean
  readonly changed: number
  readonly changed_by: string | null
}

/** Returns the states of likes of posts in feeds of scope group. @param keys post id, a bar and user id */
export async function sharedLikes(db: Db, keys: readonly string[]): Promise<LikeStateRow[]> {
  const { rows } = await sql<LikeStateRow>`
    SELECT l.id, k.post_id, k.user_id, l.created_at, l.post_id IS NOT NULL AS is_liked, COALESCE(l.changed, r.changed) AS changed,
      CASE WHEN l.post_id IS NULL THEN r.changed_by ELSE l.changed_by END AS changed_by
    FROM (SELECT key, split_part(key, '|', 1)::uuid AS post_id, split_part(key, '|', 2)::uuid AS user_id FROM unnest(${[...keys]}::text[]) AS key) k
    LEFT JOIN likes l ON l.post_id = k.post_id AND l.user_id = k.user_id
    LEFT JOIN sync_removed r ON r.kind = 'like' AND r.key = k.key
    WHERE (l.post_id IS NOT NULL OR r.key IS NOT NULL) AND sync_is_shared_post(k.post_id) ORDER BY k.key`.execute(db)
  return rows
}

/** Returns the state of a like; undefined if the user has never liked the post. */
export async function likeState(tx: Db, postId: string, userId: string): Promise<LikeStateRow | undefined> {
  return (await sharedLikes(tx, [`${postId}|${userId}`]))[0]
}

/** Returns the feed of a post in a feed of scope group; undefined for any other post. */
export const sharedPost = (tx: Db, postId: string) =>
  tx
    .selectFrom('posts')
    .innerJoin('feeds', 'feeds.id', 'posts.feed_id')
    .select(['posts.feed_id', 'posts.deleted_at'])
    .where('posts.id', '=', postId)
    .where('feeds.scope', '=', 'group')
    .executeTakeFirst()

/** Gives a like the stamp of a received change. */
export const stampLike = (tx: Db, postId: string, userId: string, changed: number, changedBy: string | null) =>
  tx
    .updateTable('likes')
    .set({ changed, changed_by: changedBy })
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .execute()

/** Stores the stamp of a received removal. */
export const stampRemoval = (tx: Db, postId: string, userId: string, changed: number, changedBy: string | null) =>
  tx
    .insertInto('sync_removed')
    .values({ kind: 'like', key: `${postId}|${userId}`, changed, changed_by: changedBy })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ changed, changed_by: changedBy }))
    .execute()
