import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PageRevisions } from '#/db/rows.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import { personJson } from './pages.sql.ts'

type Columns = Selectable<PageRevisions>

/** A revision without its content and its place among those of other units. */
export interface RevisionRow extends Omit<Columns, 'content' | 'id' | 'parents' | 'is_replaced' | 'changed' | 'changed_by'> {
  readonly publisher: PersonRow
  readonly drafter: PersonRow | null
}

export const insertRevision = (tx: Db, revision: Insertable<PageRevisions>) =>
  tx.insertInto('page_revisions').values(revision).execute()

/** Returns the id of a revision, which all units know it by; null if there is none. */
export async function idOfRevision(db: Db, pageId: string, revision: number): Promise<string | null> {
  const row = await db
    .selectFrom('page_revisions')
    .select('id')
    .where('page_id', '=', pageId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the first revision that replaced another one here. */
export async function successorOf(
  db: Db,
  pageId: string,
  revision: number,
): Promise<Pick<Columns, 'revision' | 'content'> | undefined> {
  const { rows } = await sql<Pick<Columns, 'revision' | 'content'>>`
    SELECT r.revision, r.content FROM page_revisions r JOIN page_revisions b ON b.page_id = r.page_id AND b.id = ANY (r.parents)
    WHERE b.page_id = ${pageId}::uuid AND b.revision = ${revision}::int AND r.revision > b.revision
    ORDER BY r.revision LIMIT 1`.execute(db)
  return rows[0]
}

/** Locks a revision against its removal until the transaction ends. Returns false if it does not exist. */
export async function lockRevision(tx: Db, pageId: string, revision: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM page_revisions WHERE page_id = ${pageId}::uuid AND revision = ${revision}::int FOR KEY SHARE`.execute(tx)
  return rows.length > 0
}

/**
 * SQL that is true if a revision of a page was published while the member `me` of the page was one: it, or the one that replaced it, is
 * not older than the membership. If the retention has removed its successor, only its own time counts, because a later revision does
 * not show when it was replaced.
 */
export const wasPublishedSince = (pageId: RawBuilder<unknown>, revision: RawBuilder<unknown>) => sql<boolean>`
  EXISTS (SELECT FROM page_revisions r
    WHERE r.page_id = ${pageId} AND r.revision IN (${revision}, ${revision} + 1) AND r.published_at >= me.created_at)`

/** Returns the content of a revision. */
export const contentOf = async (db: Db, pageId: string, revision: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('page_revisions')
    .select('content')
    .where('page_id', '=', pageId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.content
}

const revisionsWhere = (condition: RawBuilder<unknown>) => sql<RevisionRow>`
  SELECT r.page_id, r.revision, r.title, r.published_by, r.published_at, r.drafted_by, r.restored_from,
    ${personJson('b')} AS publisher, ${personJson('d')} AS drafter
  FROM page_revisions r
  JOIN users b ON b.id = r.published_by
  LEFT JOIN users d ON d.id = r.drafted_by
  WHERE ${condition}`

export async function revisionOf(db: Db, pageId: string, revision: number): Promise<RevisionRow | undefined> {
  const { rows } = await revisionsWhere(sql`r.page_id = ${pageId}::uuid AND r.revision = ${revision}`).execute(db)
  return rows[0]
}

/** Returns the revisions before `before` that were published here, newest first. */
export async function revisionsBefore(db: Db, pageId: string, before: number | null, limit: number): Promise<RevisionRow[]> {
  const older = sql`r.page_id = ${pageId}::uuid AND r.revision > 0 AND (${before}::int IS NULL OR r.revision < ${before}::int)`
  const { rows } = await sql<RevisionRow>`${revisionsWhere(older)} ORDER BY r.revision DESC LIMIT ${limit}`.execute(db)
  return rows
}
