import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Pages } from '#/db/rows.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

/** The flag columns of a membership. */
export interface FlagsRow {
  readonly can_update: boolean
  readonly can_moderate_updates: boolean
  readonly can_moderate_members: boolean
}

type Columns = Omit<
  Selectable<Pages>,
  'deleted_at' | 'media_file_id' | 'media_kind' | 'media_alt' | 'words' | 'changed' | 'changed_by'
>

interface MediaRow {
  readonly kind: 'image' | 'video'
  readonly id: string
  readonly alt: string
  readonly has_preview: boolean
}

/** A page without its content, with the membership of one user. */
export interface PageRow extends Columns {
  readonly creator: PersonRow
  readonly publisher: PersonRow
  readonly published_at: Date
  readonly media: MediaRow | null
  /** Membership of the viewer; null if they are not a member. */
  readonly membership: FlagsRow | null
}

/** SQL of a person as JSON. @param person Alias of the row of `users`. */
export const personJson = (person: string) => {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql`CASE WHEN ${column('id')} IS NOT NULL THEN json_build_object('id', ${column('id')}, 'first_name', ${column('first_name')},
    'last_name', ${column('last_name')}, 'avatar_file_id', ${column('avatar_file_id')}) END`
}

/** SQL of the viewer's membership as JSON, from the left-joined row `me`. */
export const membershipJson = sql`CASE WHEN me.id IS NOT NULL THEN json_build_object('can_update', me.can_update,
  'can_moderate_updates', me.can_moderate_updates, 'can_moderate_members', me.can_moderate_members) END`

const pagesWhere = (viewerId: string | null, condition: RawBuilder<unknown>) => sql<PageRow>`
  SELECT p.id, p.title, p.is_public, p.scope, p.revision, p.excerpt, p.created_by, p.version, p.created_at, p.updated_at, r.published_at,
    ${personJson('c')} AS creator, ${personJson('b')} AS publisher, ${membershipJson} AS membership,
    CASE WHEN f.id IS NOT NULL THEN json_build_object('kind', p.media_kind, 'id', f.id, 'alt', p.media_alt,
      'has_preview', f.preview_key IS NOT NULL) END AS media
  FROM pages p
  JOIN page_revisions r ON r.page_id = p.id AND r.revision = p.revision
  JOIN users c ON c.id = p.created_by
  JOIN users b ON b.id = r.published_by
  LEFT JOIN files f ON f.id = p.media_file_id
  LEFT JOIN page_members me ON me.page_id = p.id AND me.user_id = ${viewerId}::uuid
  WHERE p.deleted_at IS NULL AND ${condition}`

export async function pageById(db: Db, viewerId: string | null, id: string): Promise<PageRow | undefined> {
  const { rows } = await pagesWhere(viewerId, sql`p.id = ${id}::uuid`).execute(db)
  return rows[0]
}

/** Returns all pages whose title or text contains each word of `search`, by title. */
export async function pageRows(db: Db, viewerId: string | null, search: string): Promise<PageRow[]> {
  const matches = sql`NOT EXISTS (SELECT FROM unnest(string_to_array(searchable(${search}::text), ' ')) AS word
    WHERE strpos(searchable(p.title), word) = 0 AND strpos(p.words, word) = 0)`
  const { rows } = await sql<PageRow>`${pagesWhere(viewerId, matches)} ORDER BY lower(p.title), p.id`.execute(db)
  return rows
}

/** Locks a page. `share` prevents changes of the page; `change` also excludes other locks of both kinds. */
export const lockPage = (tx: Db, id: string, lock: 'share' | 'change') => {
  const page = tx.selectFrom('pages').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  return (lock === 'share' ? page.forShare() : page.forNoKeyUpdate()).executeTakeFirst()
}

/** Columns of the published content that cards show. */
export interface PublishedColumns {
  readonly excerpt: string
  readonly media_kind: 'image' | 'video' | null
  readonly media_file_id: string | null
  readonly media_alt: string | null
}
const cardColumns = ({ excerpt, media_kind, media_file_id, media_alt }: PublishedColumns) => ({
  excerpt,
  media_kind,
  media_file_id,
  media_alt,
})
const searchable = (text: string) => sql<string>`searchable(${text}::text)`

interface NewPage {
  readonly id: string
  readonly title: string
  readonly is_public: boolean
  readonly scope: Columns['scope']
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
}

export const insertPage = (tx: Db, page: NewPage) =>
  tx
    .insertInto('pages')
    .values({ ...page, excerpt: '', words: '' })
    .execute()

export const renamePage = (tx: Db, id: string, columns: Pick<Columns, 'title' | 'is_public' | 'scope'>, at: Date) =>
  tx
    .updateTable('pages')
    .set({ ...columns, updated_at: at })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Sets the published revision of a page. */
export const setPublishedRevision = (
  tx: Db,
  id: string,
  revision: number,
  content: PublishedColumns & { readonly text: string },
  at: Date,
) =>
  tx
    .updateTable('pages')
    .set({ ...cardColumns(content), words: searchable(content.text), revision, updated_at: at })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Whether a page exists that is not deleted. */
export const isPresent = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('pages').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()) !==
  undefined

export const deletePage = (tx: Db, id: string, at: Date) =>
  tx
    .updateTable('pages')
    .set((row) => ({ deleted_at: at, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
