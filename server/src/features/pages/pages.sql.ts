import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Pages } from '#/db/rows.ts'
import type { PersonRow } from '#/features/accounts/people.service.ts'

/** The flags of a membership, as its row has them. */
export interface FlagsRow {
  readonly can_update: boolean
  readonly can_moderate_updates: boolean
  readonly can_moderate_members: boolean
}

type Columns = Omit<
  Selectable<Pages>,
  'client_id' | 'content_hash' | 'deleted_at' | 'media_file_id' | 'media_kind' | 'media_alt' | 'words'
>

interface MediaRow {
  readonly kind: 'image' | 'video'
  readonly id: string
  readonly alt: string
  readonly has_preview: boolean
}

/** A page without its content, and what somebody is in it. */
export interface PageRow extends Columns {
  readonly creator: PersonRow
  readonly publisher: PersonRow
  readonly published_at: Date
  readonly media: MediaRow | null
  /** Of whoever asks; null: no member. */
  readonly membership: FlagsRow | null
}

/** Somebody as JSON, by the name of their row. */
export const personJson = (person: string) => {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql`CASE WHEN ${column('id')} IS NOT NULL THEN json_build_object('id', ${column('id')}, 'first_name', ${column('first_name')},
    'last_name', ${column('last_name')}, 'avatar_file_id', ${column('avatar_file_id')}) END`
}

/** What the viewer is in a page, as JSON; of the left-joined row `me`. */
export const membershipJson = sql`CASE WHEN me.id IS NOT NULL THEN json_build_object('can_update', me.can_update,
  'can_moderate_updates', me.can_moderate_updates, 'can_moderate_members', me.can_moderate_members) END`

const pagesWhere = (viewerId: string | null, condition: RawBuilder<unknown>) => sql<PageRow>`
  SELECT p.id, p.title, p.is_public, p.revision, p.excerpt, p.created_by, p.version, p.created_at, p.updated_at, r.published_at,
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

/** All pages that have each of these words in their title or text, by title. */
export async function pageRows(db: Db, viewerId: string | null, words: string): Promise<PageRow[]> {
  const found = sql`NOT EXISTS (SELECT FROM unnest(string_to_array(searchable(${words}::text), ' ')) AS word
    WHERE strpos(searchable(p.title), word) = 0 AND strpos(p.words, word) = 0)`
  const { rows } = await sql<PageRow>`${pagesWhere(viewerId, found)} ORDER BY lower(p.title), p.id`.execute(db)
  return rows
}

/** `share`: it stays as it is; `change`: nobody else changes it, or decides by it, meanwhile. */
export const lockPage = (tx: Db, id: string, lock: 'share' | 'change') => {
  const page = tx.selectFrom('pages').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  return (lock === 'share' ? page.forShare() : page.forNoKeyUpdate()).executeTakeFirst()
}

/** What cards show of a published content, and what a search finds it by. */
export interface ShownColumns {
  readonly excerpt: string
  readonly media_kind: 'image' | 'video' | null
  readonly media_file_id: string | null
  readonly media_alt: string | null
}
const shown = ({ excerpt, media_kind, media_file_id, media_alt }: ShownColumns) => ({
  excerpt,
  media_kind,
  media_file_id,
  media_alt,
})
const searchable = (words: string) => sql<string>`searchable(${words}::text)`

interface NewPage {
  readonly id: string
  readonly title: string
  readonly is_public: boolean
  readonly created_by: string
  readonly client_id: string | null
  readonly content_hash: Buffer
  readonly created_at: Date
  readonly updated_at: Date
}

export const insertPage = (tx: Db, page: NewPage) =>
  tx
    .insertInto('pages')
    .values({ ...page, excerpt: '', words: '' })
    .execute()

export const pageOfClient = (db: Db, userId: string, clientId: string) =>
  db
    .selectFrom('pages')
    .select(['id', 'content_hash'])
    .where('created_by', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export const renamePage = (tx: Db, id: string, columns: Pick<Columns, 'title' | 'is_public'>, at: Date) =>
  tx
    .updateTable('pages')
    .set({ ...columns, updated_at: at })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Another revision is the published one from now on. */
export const showRevision = (
  tx: Db,
  id: string,
  revision: number,
  content: ShownColumns & { readonly words: string },
  at: Date,
) =>
  tx
    .updateTable('pages')
    .set({ ...shown(content), words: searchable(content.words), revision, updated_at: at })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const deletePage = (tx: Db, id: string, at: Date) =>
  tx
    .updateTable('pages')
    .set((row) => ({ deleted_at: at, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
