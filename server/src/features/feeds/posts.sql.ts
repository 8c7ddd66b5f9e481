import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Posts } from '#/db/rows.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import type { FileColumns } from '#/features/files/files.service.ts'
import { fileJson } from './feeds.sql.ts'

type Columns = Omit<Selectable<Posts>, 'deleted_at' | 'changed' | 'changed_by'>

/** A post with its author, its files, its reviewer and the viewer's like. */
export interface PostRow extends Columns {
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly medias: readonly FileColumns[]
  readonly reviewer: PersonRow | null
  readonly has_liked: boolean
}

/** Joins author, reviewer, files and the viewer's like to rows of `posts`. */
export const withDetails = (viewerId: string | null, posts: RawBuilder<unknown>) => sql<PostRow>`
  SELECT p.id, p.feed_id, p.created_by, p.text_content, p.latitude, p.longitude, p.is_approved, p.review_remarks, p.reviewed_at,
    p.reviewed_by, p.view_count, p.like_count, p.comment_count, p.counts_version, p.version, p.created_at, p.updated_at,
    u.first_name, u.last_name, u.avatar_file_id, media.files AS medias, l.user_id IS NOT NULL AS has_liked,
    CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'first_name', r.first_name, 'last_name', r.last_name,
      'avatar_file_id', r.avatar_file_id) END AS reviewer
  FROM (${posts}) p
  JOIN users u ON u.id = p.created_by
  LEFT JOIN users r ON r.id = p.reviewed_by
  LEFT JOIN likes l ON l.post_id = p.id AND l.user_id = ${viewerId}::uuid
  CROSS JOIN LATERAL (
    SELECT COALESCE(json_agg(${fileJson('f')} ORDER BY f.id), '[]') AS files
    FROM files f WHERE f.parent_kind = 'post' AND f.parent_id = p.id) media`

export async function postById(db: Db, viewerId: string | null, id: string): Promise<PostRow | undefined> {
  const { rows } = await withDetails(viewerId, sql`SELECT * FROM posts WHERE id = ${id}::uuid AND deleted_at IS NULL`).execute(db)
  return rows[0]
}

/** Locks the row of a post until the transaction ends. */
export const lockPost = (tx: Db, id: string) =>
  tx.selectFrom('posts').select('id').where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()

interface NewPost extends Pick<
  Columns,
  'id' | 'feed_id' | 'created_by' | 'text_content' | 'latitude' | 'longitude' | 'is_approved'
> {
  readonly created_at: Date
  readonly updated_at: Date
}

export const insertPost = (tx: Db, post: NewPost) => tx.insertInto('posts').values(post).execute()

export type ChangedPost = Partial<Pick<Columns, 'text_content' | 'latitude' | 'longitude' | 'is_approved'>>

/** Updates a post and raises its version. A new value of `is_approved` deletes the review. */
export const updatePost = (tx: Db, id: string, columns: ChangedPost, at: Date) =>
  tx
    .updateTable('posts')
    .set(columns)
    .$if('is_approved' in columns, (post) => post.set({ review_remarks: null, reviewed_at: null, reviewed_by: null }))
    .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()

export const reviewPost = (
  tx: Db,
  id: string,
  review: Pick<Columns, 'is_approved' | 'review_remarks' | 'reviewed_by'>,
  at: Date,
) =>
  tx
    .updateTable('posts')
    .set({ ...review, reviewed_at: at, updated_at: at })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const deletePost = (tx: Db, id: string, at: Date) =>
  tx
    .updateTable('posts')
    .set((row) => ({ deleted_at: at, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

/** Whether a post exists that is not deleted. */
export const isPresent = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('posts').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()) !==
  undefined

export const filesOfPost = (tx: Db, id: string) =>
  tx.selectFrom('files').select('id').where('parent_kind', '=', 'post').where('parent_id', '=', id).orderBy('id').execute()

/** Approves all pending posts of a feed. */
export const approvePendingPosts = (tx: Db, feedId: string, at: Date) =>
  tx
    .updateTable('posts')
    .set({ is_approved: true, updated_at: at })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('feed_id', '=', feedId)
    .where('is_approved', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()

/** Returns author and approval of the posts that are not deleted, by id. */
export async function postStates(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { created_by: string; is_approved: boolean | null }>()
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'created_by', 'is_approved'])
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
