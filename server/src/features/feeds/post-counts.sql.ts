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
