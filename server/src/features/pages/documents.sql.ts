import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { type FlagsRow, membershipJson } from './pages.sql.ts'
import { wasPublishedSince } from './revisions.sql.ts'

interface NewDocument {
  readonly id: string
  readonly file_id: string
  readonly uploaded_by: string
  readonly created_at: Date
}

export const insertDocument = (tx: Db, document: NewDocument) => tx.insertInto('documents').values(document).execute()

/** A document with one page that contains it; the page is null if no page contains it. */
export interface DocumentFactsRow {
  readonly id: string
  readonly file_id: string
  readonly uploaded_by: string
  readonly page: {
    readonly is_public: boolean
    readonly membership: FlagsRow | null
    /** The published content contains the document. */
    readonly is_published: boolean
    /** A draft of the viewer, or the base of such a draft, contains the document. */
    readonly is_in_own_draft: boolean
    /** The published content contained the document when the viewer was a member. */
    readonly was_published_since: boolean
  } | null
}

const factsWhere = (viewerId: string | null, condition: RawBuilder<unknown>) => sql<DocumentFactsRow>`
  SELECT d.id, d.file_id, d.uploaded_by,
    CASE WHEN p.id IS NOT NULL THEN json_build_object('is_public', p.is_public, 'membership', ${membershipJson},
      'is_published', u.is_published, 'is_in_own_draft', u.is_in_own_draft,
      'was_published_since', me.id IS NOT NULL AND (u.is_published OR ${wasPublishedSince(sql`p.id`, sql`u.newest`)})) END AS page
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

/** Returns a row for each page that contains the document. */
export async function factsOfDocument(db: Db, viewerId: string | null, id: string): Promise<DocumentFactsRow[]> {
  const { rows } = await factsWhere(viewerId, sql`d.id = ${id}::uuid`).execute(db)
  return rows
}

export async function factsOfFiles(db: Db, viewerId: string | null, fileIds: readonly string[]): Promise<DocumentFactsRow[]> {
  const { rows } = await factsWhere(viewerId, sql`d.file_id = ANY(${[...fileIds]}::uuid[])`).execute(db)
  return rows
}

/** Returns the documents among these files that a revision or draft of a page contains. */
export const documentsOfPage = (db: Db, pageId: string, fileIds: readonly string[]) =>
  db
    .selectFrom('documents')
    .innerJoin('document_uses', 'document_uses.document_id', 'documents.id')
    .select(['documents.id', 'documents.file_id'])
    .distinct()
    .where('document_uses.page_id', '=', pageId)
    .where('documents.file_id', 'in', [...fileIds])
    .execute()

/** Locks documents against deletion until the transaction ends. */
export const markDocumentsUsed = (tx: Db, fileIds: readonly string[]) =>
  tx
    .selectFrom('documents')
    .select('id')
    .where('file_id', 'in', [...fileIds])
    .orderBy('id')
    .forKeyShare()
    .execute()

/** A revision or draft of a page that contains documents. */
export type DocumentReference = { readonly page_id: string } & ({ readonly revision: number } | { readonly draft_id: string })

export const insertDocumentUses = (tx: Db, documentIds: readonly string[], reference: DocumentReference) =>
  tx
    .insertInto('document_uses')
    .values(documentIds.map((document_id) => ({ document_id, ...reference })))
    .execute()

/** Deletes the uses by pages that were deleted before `before`. */
export const deleteUsesByDeletedPages = (tx: Db, before: Date) =>
  tx
    .deleteFrom('document_uses')
    .using('pages')
    .whereRef('pages.id', '=', 'document_uses.page_id')
    .where('pages.deleted_at', '<', before)
    .execute()

const isUnused = sql<boolean>`NOT EXISTS (SELECT FROM document_uses WHERE document_uses.document_id = documents.id)`

/**
 * Locks unused documents older than `before`. Skips documents that another transaction has locked, because it may be using them.
 */
export async function lockUnusedDocuments(tx: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('documents')
    .select('id')
    .where('created_at', '<', before)
    .where(isUnused)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes the documents that are still unused. @returns the ids of their files */
export async function deleteUnusedDocuments(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .deleteFrom('documents')
    .where('id', 'in', [...ids])
    .where(isUnused)
    .returning('file_id')
    .execute()
  return rows.map((row) => row.file_id)
}
