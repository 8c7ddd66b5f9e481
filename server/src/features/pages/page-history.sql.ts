import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** SQL of a draft `d` that was decided or discarded before `before`. A decision about what another unit published is kept. */
const isOldDraft = (before: Date) => sql`d.status <> 'pending' AND d.updated_at < ${before}
  AND NOT EXISTS (SELECT FROM page_revisions m WHERE m.id = d.merges AND NOT m.is_replaced)`

/** SQL of a version `r` that a newer one replaced before `before`. The base of a draft that remains is kept. */
const isOldRevision = (before: Date) => sql`
  r.is_replaced AND (SELECT next.published_at FROM page_revisions next WHERE next.page_id = r.page_id AND next.revision > r.revision
    ORDER BY next.revision LIMIT 1) < ${before}
  AND NOT EXISTS (SELECT FROM page_drafts d
    WHERE d.page_id = r.page_id AND d.base_revision = r.revision AND NOT (${isOldDraft(before)}))`

/** Counts the versions and the drafts of pages that are older than `before`. */
export async function countPageHistory(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT (
    (SELECT count(*) FROM page_drafts d WHERE ${isOldDraft(before)})
    + (SELECT count(*) FROM page_revisions r WHERE ${isOldRevision(before)}))::int AS count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes old drafts. @returns their number */
export async function deleteOldDrafts(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM page_drafts WHERE id IN (
    SELECT d.id FROM page_drafts d WHERE ${isOldDraft(before)} ORDER BY d.id LIMIT ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes old versions. Foreign keys delete their uses of documents, whose files the clean-up deletes. @returns their number */
export async function deleteOldRevisions(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM page_revisions WHERE (page_id, revision) IN (
    SELECT r.page_id, r.revision FROM page_revisions r WHERE ${isOldRevision(before)} ORDER BY 1, 2 LIMIT ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
