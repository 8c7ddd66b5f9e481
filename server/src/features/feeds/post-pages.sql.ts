import { type RawBuilder, sql } from 'kysely'
import { POST_PAGE } from '@noroshi/contract/limits'
import { type Db, prepared } from '#/db/pool.ts'
import { userIdsByName } from '#/features/accounts/people/people-by-id.service.ts'
import type { FileColumns } from '#/features/files/files.service.ts'
import { fileJson } from './feeds.sql.ts'
import { withDetails, type PostRow } from './posts.sql.ts'

export interface PostSearch {
  readonly feedId: string
  readonly viewerId: string | null
  readonly status: 'approved' | 'pending' | 'rejected' | 'any'
  /** Only posts of this author. */
  readonly authorId: string | null
  /** Part of the author's name. */
  readonly userName: string | null
  readonly from: Date | null
  /** Exclusive end of the period. */
  readonly until: Date | null
  readonly order: 'asc' | 'desc'
  /** Id of the last post of the previous page. */
  readonly after: string | null
  readonly offset: number
  readonly limit: number
}

/** Each condition repeats the predicate of a partial index, so that PostgreSQL can use it. */
const STATUS: Record<PostSearch['status'], RawBuilder<unknown>> = {
  approved: sql`AND is_approved`,
  pending: sql`AND is_approved IS NOT TRUE AND is_approved IS NULL`,
  rejected: sql`AND is_approved IS NOT TRUE AND NOT is_approved`,
  any: sql``,
}

const onlyIf = (isRequested: boolean, condition: RawBuilder<unknown>) => (isRequested ? condition : sql``)

const afterPage = ({ after, order }: PostSearch) => sql`AND id ${order === 'asc' ? sql`>` : sql`<`} ${after}::uuid`

/** Returns a page of posts by id, which is the order of posting also after the clock went back. Each page uses an index. */
export async function postPage(db: Db, search: PostSearch): Promise<PostRow[]> {
  const { feedId, viewerId, status, authorId, userName, from, until, order, after, offset, limit } = search
  const direction = order === 'asc' ? sql`ASC` : sql`DESC`
  const page = sql`
    SELECT * FROM posts WHERE feed_id = ${feedId}::uuid AND deleted_at IS NULL ${STATUS[status]}
      ${onlyIf(authorId !== null, sql`AND created_by = ${authorId}::uuid`)}
      ${onlyIf(userName !== null, sql`AND created_by IN (${userIdsByName(userName ?? '')})`)}
      ${onlyIf(from !== null, sql`AND created_at >= ${from}::timestamptz`)}
      ${onlyIf(until !== null, sql`AND created_at < ${until}::timestamptz`)}
      ${onlyIf(after !== null, afterPage(search))}
    ORDER BY id ${direction} LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)}`
  const { rows } = await sql<PostRow>`${preparedPlan(search)} ${withDetails(viewerId, page)} ORDER BY p.id ${direction}`.execute(
    db,
  )
  return rows
}

/**
 * Names a prepared plan for the most frequent pages. The limit is a literal, because PostgreSQL plans for many more rows when it
 * is a parameter.
 */
function preparedPlan({ status, authorId, userName, from, until, order, after, offset, limit }: PostSearch) {
  const isUsual = status === 'approved' && order === 'desc' && limit === POST_PAGE + 1 && offset === 0
  if (!isUsual || [authorId, userName, from, until].some((condition) => condition !== null)) return sql``
  return prepared(after === null ? 'posts_first' : 'posts_after')
}

export interface PinRow {
  readonly id: string
  readonly feed_id: string
  readonly created_by: string
  readonly text_content: string
  readonly latitude: number
  readonly longitude: number
  readonly created_at: Date
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  /** First picture of the post. */
  readonly picture: FileColumns | null
}

export interface BoundingBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const insideBox = ({ west, south, east, north }: BoundingBox) => sql`
  AND latitude BETWEEN ${south}::float8 AND ${north}::float8
  AND ${
    west <= east
      ? sql`longitude BETWEEN ${west}::float8 AND ${east}::float8`
      : sql`(longitude >= ${west}::float8 OR longitude <= ${east}::float8)`
  }`

/** Returns approved posts with a location, newest first. */
export async function pinRows(db: Db, feedId: string, box: BoundingBox | undefined, limit: number): Promise<PinRow[]> {
  const { rows } = await sql<PinRow>`
    SELECT p.id, p.feed_id, p.created_by, p.text_content, p.latitude, p.longitude, p.created_at, u.first_name, u.last_name,
      u.avatar_file_id, (SELECT ${fileJson('f')} FROM files f
        WHERE f.parent_kind = 'post' AND f.parent_id = p.id AND f.preview_key IS NOT NULL ORDER BY f.id LIMIT 1) AS picture
    FROM (
      SELECT * FROM posts WHERE feed_id = ${feedId}::uuid AND deleted_at IS NULL AND is_approved AND latitude IS NOT NULL
        ${box === undefined ? sql`` : insideBox(box)}
      ORDER BY id DESC LIMIT ${limit}) p
    JOIN users u ON u.id = p.created_by
    ORDER BY p.id DESC`.execute(db)
  return rows
}
