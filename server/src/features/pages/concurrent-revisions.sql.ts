import { type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PageRevisions } from '#/db/rows.ts'

/** A revision without its content, as a part of the history of its page at all units. */
export type HistoryNode = Pick<
  Selectable<PageRevisions>,
  'revision' | 'is_replaced' | 'changed' | 'changed_by' | 'published_by' | 'published_at'
> & { readonly id: string; readonly parents: readonly string[] }

/** Returns the revisions of a page, also those that were published at other units alone. */
export async function historyOf(db: Db, pageId: string): Promise<HistoryNode[]> {
  const { rows } = await sql<HistoryNode>`
    SELECT id, parents, revision, is_replaced, changed, changed_by, published_by, published_at FROM page_revisions
    WHERE page_id = ${pageId}::uuid`.execute(db)
  return rows
}

/** Changes the number of a revision. No draft may refer to it. */
export const renumberRevision = (tx: Db, pageId: string, id: string, revision: number) =>
  tx.updateTable('page_revisions').set({ revision }).where('page_id', '=', pageId).where('id', '=', id).execute()

/** Returns the drafts of a page that bring concurrent revisions into it and are pending. */
export const pendingConcurrentDrafts = (db: Db, pageId: string) =>
  db
    .selectFrom('page_drafts')
    .select(['id', 'merges'])
    .where('page_id', '=', pageId)
    .where('status', '=', 'pending')
    .where('merges', 'is not', null)
    .orderBy('id')
    .execute()

/** Changes the base of a draft. */
export const setDraftBase = (tx: Db, id: string, base_revision: number) =>
  tx
    .updateTable('page_drafts')
    .set((row) => ({ base_revision, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
