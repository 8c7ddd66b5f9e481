import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Db, prepared } from '#/db/pool.ts'
import type { Feeds } from '#/db/rows.ts'
import type { FileColumns } from '#/features/files/files.service.ts'

/** The flag columns of a membership. */
export interface FlagsRow {
  readonly can_post: boolean
  readonly can_update: boolean
  readonly can_moderate_posts: boolean
  readonly can_moderate_members: boolean
}

type Columns = Omit<Selectable<Feeds>, 'deleted_at' | 'changed' | 'changed_by'>

/** A feed with its creator, its cover and the membership of one user. */
export interface FeedRow extends Columns {
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly cover: FileColumns | null
  /** Membership of the viewer; null if they are not a member. */
  readonly membership: FlagsRow | null
}

/** SQL of the file columns that `presentMedia` needs, as JSON. @param file Alias of the row of `files`. */
export const fileJson = (file: string) => {
  const column = (name: string) => sql.ref(`${file}.${name}`)
  return sql`json_build_object('id', ${column('id')}, 'type', ${column('type')}, 'name', ${column('name')}, 'size', ${column('size')},
    'width', ${column('width')}, 'height', ${column('height')}, 'preview_key', ${column('preview_key')})`
}

const feedsWhere = (viewerId: string | null, condition: RawBuilder<unknown>) => sql<FeedRow>`
  SELECT f.id, f.name, f.description, f.cover_file_id, f.latitude, f.longitude, f.is_public, f.is_open_to_users,
    f.allows_post_by_any_user, f.scope, f.created_by, f.version, f.created_at, f.updated_at, u.first_name, u.last_name, u.avatar_file_id,
    CASE WHEN c.id IS NOT NULL THEN ${fileJson('c')} END AS cover,
    CASE WHEN me.id IS NOT NULL THEN json_build_object('can_post', me.can_post, 'can_update', me.can_update,
      'can_moderate_posts', me.can_moderate_posts, 'can_moderate_members', me.can_moderate_members) END AS membership
  FROM feeds f
  JOIN users u ON u.id = f.created_by
  LEFT JOIN files c ON c.id = f.cover_file_id
  LEFT JOIN feed_members me ON me.feed_id = f.id AND me.user_id = ${viewerId}::uuid
  WHERE f.deleted_at IS NULL AND ${condition}`

export async function feedById(db: Db, viewerId: string | null, id: string): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`${prepared('feed')} ${feedsWhere(viewerId, sql`f.id = ${id}::uuid`)}`.execute(db)
  return rows[0]
}

/** Returns all feeds with the viewer's memberships, by name. */
export async function feedRows(db: Db, viewerId: string | null): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`${feedsWhere(viewerId, sql`true`)} ORDER BY lower(f.name), f.id`.execute(db)
  return rows
}

/** Locks a feed. `share` prevents changes of the feed; `change` also excludes other locks of both kinds. */
export const lockFeed = (tx: Db, id: string, lock: 'share' | 'change') => {
  const feed = tx.selectFrom('feeds').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  return (lock === 'share' ? feed.forShare() : feed.forNoKeyUpdate()).executeTakeFirst()
}

export type FeedColumns = Pick<
  Columns,
  'name' | 'description' | 'latitude' | 'longitude' | 'is_public' | 'is_open_to_users' | 'allows_post_by_any_user' | 'scope'
>

interface NewFeed extends FeedColumns {
  readonly id: string
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
}

export const insertFeed = (tx: Db, feed: NewFeed) => tx.insertInto('feeds').values(feed).execute()

export const updateFeed = (tx: Db, id: string, columns: Partial<FeedColumns & Pick<Columns, 'cover_file_id'>>, at: Date) =>
  tx
    .updateTable('feeds')
    .set(columns)
    .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()

/** Sets the cover of a new feed without raising its version. */
export const setCover = (tx: Db, id: string, cover_file_id: string) =>
  tx.updateTable('feeds').set({ cover_file_id }).where('id', '=', id).execute()

export const deleteFeed = (tx: Db, id: string, at: Date) =>
  tx
    .updateTable('feeds')
    .set((row) => ({ deleted_at: at, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

/** Returns the users who may read a closed feed: its members and the administrators. */
export async function readersOfClosedFeed(db: Db, feedId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT user_id AS id FROM feed_members WHERE feed_id = ${feedId}::uuid
    UNION SELECT id FROM users WHERE is_admin AND is_active`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the covers of feeds that were deleted before `before`, and the files of their posts. */
export async function filesOfDeletedFeeds(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH deleted AS (SELECT id FROM feeds WHERE deleted_at < ${before})
    SELECT files.id FROM deleted JOIN files ON files.parent_kind = 'feed' AND files.parent_id = deleted.id
    UNION ALL
    SELECT files.id FROM deleted JOIN posts ON posts.feed_id = deleted.id JOIN files ON files.parent_kind = 'post' AND files.parent_id = posts.id
    LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
