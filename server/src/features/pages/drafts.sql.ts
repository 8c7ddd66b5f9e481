import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PageDrafts } from '#/db/rows.ts'
import type { DraftStatus } from '@noroshi/contract/pages/drafts.http'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import { personJson } from './pages.sql.ts'
import { wasPublishedSince } from './revisions.sql.ts'

type Columns = Omit<Selectable<PageDrafts>, 'status'>

export interface DraftRow extends Columns {
  readonly status: DraftStatus
  readonly drafter: PersonRow
  readonly reviewer: PersonRow | null
}

const draftsWhere = (condition: RawBuilder<unknown>) => sql<DraftRow>`
  SELECT d.id, d.page_id, d.base_revision, d.merges, d.status, d.content, d.excerpt, d.review_remarks, d.reviewed_by, d.reviewed_at, d.drafted_by,
    d.version, d.created_at, d.updated_at, ${personJson('a')} AS drafter, ${personJson('r')} AS reviewer
  FROM page_drafts d
  JOIN users a ON a.id = d.drafted_by
  LEFT JOIN users r ON r.id = d.reviewed_by
  WHERE ${condition}`

export async function draftById(db: Db, pageId: string, id: string): Promise<DraftRow | undefined> {
  const { rows } = await draftsWhere(sql`d.page_id = ${pageId}::uuid AND d.id = ${id}::uuid`).execute(db)
  return rows[0]
}

/** Returns true if the revision was published while the user was a member, or if one of their drafts has it as its base. */
export async function mayUseAsBase(db: Db, pageId: string, userId: string, revision: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM page_members me WHERE me.page_id = ${pageId}::uuid AND me.user_id = ${userId}::uuid
      AND ${wasPublishedSince(sql`me.page_id`, sql`${revision}::int`)}
    UNION ALL SELECT FROM page_drafts
      WHERE page_id = ${pageId}::uuid AND drafted_by = ${userId}::uuid AND base_revision = ${revision}::int
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Returns the drafts of a user before `cursor`, newest first. */
export async function draftsOf(db: Db, pageId: string, userId: string, cursor: string | null, limit: number) {
  const own = sql`d.drafted_by = ${userId}::uuid AND d.page_id = ${pageId}::uuid AND (${cursor}::uuid IS NULL OR d.id < ${cursor}::uuid)`
  const { rows } = await sql<DraftRow>`${draftsWhere(own)} ORDER BY d.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** Returns the pending drafts after `cursor`, oldest first. */
export async function pendingDrafts(db: Db, pageId: string, cursor: string | null, limit: number) {
  const pending = sql`d.status = 'pending' AND d.page_id = ${pageId}::uuid AND (${cursor}::uuid IS NULL OR d.id > ${cursor}::uuid)`
  const { rows } = await sql<DraftRow>`${draftsWhere(pending)} ORDER BY d.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Returns the pending drafts of a user in all pages. */
export const pendingDraftsOf = async (db: Db, userId: string): Promise<DraftRow[]> =>
  (await draftsWhere(sql`d.status = 'pending' AND d.drafted_by = ${userId}::uuid`).execute(db)).rows

interface NewDraft extends Pick<Columns, 'id' | 'page_id' | 'base_revision' | 'content' | 'excerpt' | 'drafted_by'> {
  /** The id of the revision that the draft brings into the page, if it is one of another unit. */
  readonly merges?: string
  readonly created_at: Date
  readonly updated_at: Date
}

export const insertDraft = (tx: Db, draft: NewDraft) => tx.insertInto('page_drafts').values(draft).execute()

interface ClosedColumns extends Partial<Pick<Columns, 'review_remarks' | 'reviewed_by' | 'reviewed_at'>> {
  readonly status: DraftStatus
}

/** Sets the final status of a pending draft. */
export const closeDraft = (tx: Db, id: string, closed: ClosedColumns, at: Date) =>
  tx
    .updateTable('page_drafts')
    .set({ ...closed, updated_at: at })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
