import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { type FlagsRow, membershipJson } from './pages.sql.ts'

interface NewDocument {
  readonly id: string
  readonly file_id: string
  readonly uploaded_by: string
  readonly created_at: Date
}

export const insertDocument = (tx: Db, document: NewDocument) => tx.insertInto('documents').values(document).execute()

/** A document beside one page that names it; the page is null where none does. */
export interface DocumentFactsRow {
  readonly id: string
  readonly file_id: string
  readonly uploaded_by: string
  readonly page: {
    readonly is_public: boolean
    readonly membership: FlagsRow | null
    /** Its published content names it. */
    readonly is_published: boolean
    /** A draft of whoever asks names it, or what that draft began from. */
    readonly is_in_own_draft: boolean
    /** Its published content named it at a time when whoever asks was a member. */
    readonly was_published_since: boolean
  } | null
}

const factsWhere = (viewerId: string | null, condition: RawBuilder<unknown>) => sql<DocumentFactsRow>`
  SELECT d.id, d.file_id, d.uploaded_by,
    CASE WHEN p.id IS NOT NULL THEN json_build_object('is_public', p.is_public, 'membership', ${membershipJson},
      'is_published', u.is_published, 'is_in_own_draft', u.is_in_own_draft,
      'was_published_since', me.id IS NOT NULL AND (u.is_published OR EXISTS (SELECT FROM page_revisions after
        WHERE after.page_id = p.id AND after.revision = u.newest + 1 AND after.published_at >= me.created_at))) END AS page
  FROM documents d
  LEFT JOIN LATERAL (
    SELECT n.page_id, max(n.revision) AS newest, bool_or(n.revision IS NOT DISTINCT FROM q.revision) AS is_published,
      bool_or(EXISTS (SELECT FROM page_drafts o WHERE o.page_id = n.page_id AND o.drafted_by = ${viewerId}::uuid
        AND (o.id = n.draft_id OR o.base_revision = n.revision))) AS is_in_own_draft
    FROM document_uses n JOIN pages q ON q.id = n.page_id AND q.deleted_at IS NULL
    WHERE n.document_id = d.id GROUP BY n.page_id) u ON true
  LEFT JOIN pages p ON p.id = u.page_id
  LEFT JOIN page_members me ON me.page_id = p.id AND me.user_id = ${viewerId}::uuid
  WHERE ${condition}`

/** Rows of one document, one for each page that names it. */
export async function factsOfDocument(db: Db, viewerId: string | null, id: string): Promise<DocumentFactsRow[]> {
  const { rows } = await factsWhere(viewerId, sql`d.id = ${id}::uuid`).execute(db)
  return rows
}

export async function factsOfFiles(db: Db, viewerId: string | null, fileIds: readonly string[]): Promise<DocumentFactsRow[]> {
  const { rows } = await factsWhere(viewerId, sql`d.file_id = ANY(${[...fileIds]}::uuid[])`).execute(db)
  return rows
}

/** Those stay until the transaction ends. */
export const keepDocuments = (tx: Db, fileIds: readonly string[]) =>
  tx
    .selectFrom('documents')
    .select('id')
    .where('file_id', 'in', [...fileIds])
    .orderBy('id')
    .forKeyShare()
    .execute()

/** What of a page names documents: one of its revisions, or a draft. */
export type Naming = { readonly page_id: string } & ({ readonly revision: number } | { readonly draft_id: string })

export const insertUses = (tx: Db, documentIds: readonly string[], naming: Naming) =>
  tx
    .insertInto('document_uses')
    .values(documentIds.map((document_id) => ({ document_id, ...naming })))
    .execute()

/** Pages that were deleted before `before` name nothing any more. */
export const deleteUsesOfDeleted = (tx: Db, before: Date) =>
  tx
    .deleteFrom('document_uses')
    .using('pages')
    .whereRef('pages.id', '=', 'document_uses.page_id')
    .where('pages.deleted_at', '<', before)
    .execute()

const unnamed = sql<boolean>`NOT EXISTS (SELECT FROM document_uses WHERE document_uses.document_id = documents.id)`

/** Locks documents older than `before` that nothing names, unless somebody is about to name them. */
export async function lockUnused(tx: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('documents')
    .select('id')
    .where('created_at', '<', before)
    .where(unnamed)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

/** Those of these that nothing names still; returns their files. */
export async function deleteUnused(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .deleteFrom('documents')
    .where('id', 'in', [...ids])
    .where(unnamed)
    .returning('file_id')
    .execute()
  return rows.map((row) => row.file_id)
}
