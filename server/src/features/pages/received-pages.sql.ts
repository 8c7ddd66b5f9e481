import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PageRevisions, Pages } from '#/db/rows.ts'

/** Returns the pages of scope group of this unit among these, also deleted ones. */
export const sharedPages = (db: Db, ids: readonly string[]): Promise<Selectable<Pages>[]> =>
  db
    .selectFrom('pages')
    .innerJoin('users as creator', 'creator.id', 'pages.created_by')
    .selectAll('pages')
    .where('pages.id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('scope', '=', 'group')
    .where('creator.home_unit', 'is', null)
    .orderBy('pages.id')
    .execute()

type SharedRevision = Selectable<PageRevisions> & { readonly id: string; readonly parents: readonly string[] }

/** Returns what people of this unit have published in pages of scope group among these revisions, each after those that it replaces. */
export async function sharedRevisions(db: Db, ids: readonly string[]): Promise<SharedRevision[]> {
  const { rows } = await sql<SharedRevision>`
    SELECT r.* FROM page_revisions r JOIN pages p ON p.id = r.page_id JOIN users publisher ON publisher.id = r.published_by
    WHERE r.id = ANY (${[...ids]}::uuid[]) AND p.scope = 'group' AND p.deleted_at IS NULL AND publisher.home_unit IS NULL
    ORDER BY r.page_id, r.changed, r.revision`.execute(db)
  return rows
}

/** Notes all pages of scope group with their revisions. */
export const noteSharedPages = (tx: Db) => sql`SELECT sync_note_page_content(id) FROM pages WHERE scope = 'group'`.execute(tx)

export const storedPage = (tx: Db, id: string): Promise<Selectable<Pages> | undefined> =>
  tx.selectFrom('pages').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type ReceivedPage = Pick<
  Selectable<Pages>,
  'id' | 'title' | 'is_public' | 'created_by' | 'created_at' | 'updated_at' | 'deleted_at' | 'changed' | 'changed_by'
>

/** Inserts a received page, which has no content yet, or changes the stored one with a higher version. */
export const writeReceivedPage = (tx: Db, { id, created_by, created_at, ...columns }: ReceivedPage) =>
  tx
    .insertInto('pages')
    .values({ id, created_by, created_at, excerpt: '', words: '', scope: 'group', ...columns })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ ...columns, scope: 'group', version: row('pages.version', '+', 1) })),
    )
    .execute()

/** Erases the words of a deleted page of another unit, but for what people of this unit have written. */
export async function eraseWordsOfPage(tx: Db, id: string): Promise<void> {
  await sql`UPDATE pages SET title = '', excerpt = '', words = '', media_alt = NULL WHERE id = ${id}::uuid`.execute(tx)
  await sql`UPDATE page_revisions r SET title = '', content = '' FROM users publisher
    WHERE r.page_id = ${id}::uuid AND publisher.id = r.published_by AND publisher.home_unit IS NOT NULL`.execute(tx)
  await sql`UPDATE page_drafts d SET content = '', excerpt = '' FROM users drafter
    WHERE d.page_id = ${id}::uuid AND drafter.id = d.drafted_by AND drafter.home_unit IS NOT NULL`.execute(tx)
}

export const revisionById = (tx: Db, id: string) =>
  tx.selectFrom('page_revisions').select(['page_id', 'published_by']).where('id', '=', id).executeTakeFirst()

/** Returns the revisions of a page among these ids. */
export const revisionsAmong = (tx: Db, pageId: string, ids: readonly string[]) =>
  tx
    .selectFrom('page_revisions')
    .select(['id', 'changed', 'published_by'])
    .where('page_id', '=', pageId)
    .where('id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .execute()

/**
 * Inserts a received revision, which is not published here yet: its number is below all others of the page.
 * @returns whether a revision that arrived before replaces it
 */
export const insertReceivedRevision = (tx: Db, revision: Omit<Insertable<PageRevisions>, 'revision'>) =>
  tx
    .insertInto('page_revisions')
    .values({
      ...revision,
      revision: sql<number>`(SELECT LEAST(1, min(r.revision)) - 1 FROM page_revisions r WHERE r.page_id = ${revision.page_id}::uuid)`,
    })
    .returning('is_replaced')
    .executeTakeFirstOrThrow()
