import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Comments } from '#/db/rows.ts'
import type { FileColumns } from '#/features/files/files.service.ts'

type Columns = Selectable<Comments>

export interface CommentRow extends Pick<
  Columns,
  'id' | 'post_id' | 'user_id' | 'description' | 'image_file_id' | 'version' | 'created_at' | 'updated_at'
> {
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly image: FileColumns | null
}

const withAuthor = sql`
  SELECT c.id, c.post_id, c.user_id, c.description, c.image_file_id, c.version, c.created_at, c.updated_at, u.first_name, u.last_name,
    u.avatar_file_id, CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'type', f.type, 'name', f.name, 'size', f.size,
      'width', f.width, 'height', f.height, 'preview_key', f.preview_key) END AS image
  FROM comments c JOIN users u ON u.id = c.user_id LEFT JOIN files f ON f.id = c.image_file_id`

/**
 * Returns the comments of a post before `before`, newest first. They are ordered by id, which rises with time
 * (db/ids.ts).
 */
export async function commentsBefore(db: Db, postId: string, before: string | null, limit: number): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`${withAuthor}
    WHERE c.post_id = ${postId}::uuid AND c.deleted_at IS NULL ${before === null ? sql`` : sql`AND c.id < ${before}::uuid`}
    ORDER BY c.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

export async function commentById(db: Db, id: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`${withAuthor} WHERE c.id = ${id}::uuid AND c.deleted_at IS NULL`.execute(db)
  return rows[0]
}

/** Locks the row of a comment until the transaction ends. */
export const lockComment = (tx: Db, id: string) =>
  tx.selectFrom('comments').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

interface NewComment extends Pick<Columns, 'id' | 'post_id' | 'user_id' | 'description' | 'image_file_id'> {
  readonly created_at: Date
  readonly updated_at: Date
}

export const insertComment = (tx: Db, comment: NewComment) => tx.insertInto('comments').values(comment).execute()

export const updateComment = (tx: Db, id: string, columns: Pick<Columns, 'description' | 'image_file_id'>, at: Date) =>
  tx
    .updateTable('comments')
    .set(columns)
    .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()

export const deleteComment = (tx: Db, id: string, at: Date) =>
  tx
    .updateTable('comments')
    .set((row) => ({ deleted_at: at, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

/** Returns the pictures of comments whose post or feed was deleted before `before`. */
export async function imagesOfDeleted(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.image_file_id AS id FROM comments c JOIN posts p ON p.id = c.post_id JOIN feeds f ON f.id = p.feed_id
    WHERE c.image_file_id IS NOT NULL AND (p.deleted_at < ${before} OR f.deleted_at < ${before}) LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the comments on posts in feeds of scope group among these, also deleted ones of this unit. */
export const sharedComments = (db: Db, ids: readonly string[]): Promise<Columns[]> =>
  db
    .selectFrom('comments')
    .selectAll('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .innerJoin('feeds', 'feeds.id', 'posts.feed_id')
    .innerJoin('users as author', 'author.id', 'comments.user_id')
    .where('comments.id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('feeds.scope', '=', 'group')
    .where((row) => row.or([row('comments.deleted_at', 'is', null), row('author.home_unit', 'is', null)]))
    .orderBy('comments.id')
    .execute()

export const storedComment = (tx: Db, id: string): Promise<Columns | undefined> =>
  tx.selectFrom('comments').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Inserts a received comment, or replaces the stored one with a higher version. Its post and author stay. */
export const writeReceivedComment = (tx: Db, { id, post_id, user_id, created_at, ...columns }: Insertable<Comments>) =>
  tx
    .insertInto('comments')
    .values({ id, post_id, user_id, created_at, ...columns })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ ...columns, version: row('comments.version', '+', 1) })),
    )
    .execute()
