import { type RawBuilder, sql } from 'kysely'
import { POST_PAGE } from '@noroshi/contract/limits'
import { type Db, prepared } from '#/db/pool.ts'
import { idsNamed } from '#/features/accounts/people-by-id.service.ts'
import type { FileColumns } from '#/features/files/files.service.ts'
import { fileJson } from './feeds.sql.ts'
import { dressed, type PostRow } from './posts.sql.ts'

export interface PostSearch {
  readonly feedId: string
  readonly viewerId: string | null
  readonly status: 'approved' | 'pending' | 'rejected' | 'any'
  /** Only what this person posted. */
  readonly authorId: string | null
  /** A part of the author's name. */
  readonly userName: string | null
  readonly from: Date | null
  /** Before this moment, itself not included. */
  readonly until: Date | null
  readonly order: 'asc' | 'desc'
  /** The last post of the page before. */
  readonly after: string | null
  readonly offset: number
  readonly limit: number
}

/** Each says what an index says, so that it can be used. */
const STATUS: Record<PostSearch['status'], RawBuilder<unknown>> = {
  approved: sql`AND is_approved`,
  pending: sql`AND is_approved IS NOT TRUE AND is_approved IS NULL`,
  rejected: sql`AND is_approved IS NOT TRUE AND NOT is_approved`,
  any: sql``,
}

const when = (isAsked: boolean, condition: RawBuilder<unknown>) => (isAsked ? condition : sql``)

/** Where the page before ended; a post that is deleted since still says where that was. */
const beyond = ({ feedId, after, order }: PostSearch) => sql`
  AND (created_at, id) ${order === 'asc' ? sql`>` : sql`<`}
    ((SELECT created_at FROM posts WHERE id = ${after}::uuid AND feed_id = ${feedId}::uuid), ${after}::uuid)`

/** By the moment of posting. Each page is found by an index, wherever it begins. */
export async function postPage(db: Db, search: PostSearch): Promise<PostRow[]> {
  const { feedId, viewerId, status, authorId, userName, from, until, order, after, offset, limit } = search
  const direction = order === 'asc' ? sql`ASC` : sql`DESC`
  const page = sql`
    SELECT * FROM posts WHERE feed_id = ${feedId}::uuid AND deleted_at IS NULL ${STATUS[status]}
      ${when(authorId !== null, sql`AND created_by = ${authorId}::uuid`)}
      ${when(userName !== null, sql`AND created_by IN (${idsNamed(userName ?? '')})`)}
      ${when(from !== null, sql`AND created_at >= ${from}::timestamptz`)}
      ${when(until !== null, sql`AND created_at < ${until}::timestamptz`)}
      ${when(after !== null, beyond(search))}
    ORDER BY created_at ${direction}, id ${direction} LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)}`
  const { rows } =
    await sql<PostRow>`${planned(search)} ${dressed(viewerId, page)} ORDER BY p.created_at ${direction}, p.id ${direction}`.execute(
      db,
    )
  return rows
}

/** The pages that most people ask for are planned once: their size stands in the text, since PostgreSQL would else plan for many more. */
function planned({ status, authorId, userName, from, until, order, after, offset, limit }: PostSearch) {
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
  /** The first picture. */
  readonly picture: FileColumns | null
}

export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const inside = ({ west, south, east, north }: Box) => sql`
  AND latitude BETWEEN ${south}::float8 AND ${north}::float8
  AND ${
    west <= east
      ? sql`longitude BETWEEN ${west}::float8 AND ${east}::float8`
      : sql`(longitude >= ${west}::float8 OR longitude <= ${east}::float8)`
  }`

/** Approved posts with a place, the newest first. */
export async function pinRows(db: Db, feedId: string, box: Box | undefined, limit: number): Promise<PinRow[]> {
  const { rows } = await sql<PinRow>`
    SELECT p.id, p.feed_id, p.created_by, p.text_content, p.latitude, p.longitude, p.created_at, u.first_name, u.last_name,
      u.avatar_file_id, (SELECT ${fileJson('f')} FROM files f
        WHERE f.parent_kind = 'post' AND f.parent_id = p.id AND f.preview_key IS NOT NULL ORDER BY f.id LIMIT 1) AS picture
    FROM (
      SELECT * FROM posts WHERE feed_id = ${feedId}::uuid AND deleted_at IS NULL AND is_approved AND latitude IS NOT NULL
        ${box === undefined ? sql`` : inside(box)}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}) p
    JOIN users u ON u.id = p.created_by
    ORDER BY p.created_at DESC, p.id DESC`.execute(db)
  return rows
}
