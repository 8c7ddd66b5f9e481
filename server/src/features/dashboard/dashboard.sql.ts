import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Serializes changes of the set of sections and their order until the transaction ends. */
export const lockSections = (tx: Db) => sql`SELECT pg_advisory_xact_lock(hashtextextended('dashboard sections', 0))`.execute(tx)

export const sectionRows = (db: Db) => db.selectFrom('dashboard_sections').selectAll().orderBy('position').orderBy('id').execute()

export type SectionRow = Awaited<ReturnType<typeof sectionRows>>[number]
type SectionColumns = Pick<SectionRow, 'title' | 'type'>

export const sectionById = (db: Db, id: string) =>
  db.selectFrom('dashboard_sections').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns a section and locks its row, so that changes of its links are serialized. */
export const sectionForUpdate = (db: Db, id: string) =>
  db.selectFrom('dashboard_sections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertSection = (db: Db, section: SectionColumns & { id: string; position: number }) =>
  db.insertInto('dashboard_sections').values(section).execute()

export const updateSection = (db: Db, id: string, change: SectionColumns) =>
  db
    .updateTable('dashboard_sections')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteSection = (db: Db, id: string) =>
  db.deleteFrom('dashboard_sections').where('id', '=', id).returningAll().executeTakeFirst()

/** Sets the positions 1, 2, 3 ... in the order of `ids`. Only rows with a changed position get a new version. */
const updatePositions = (db: Db, table: 'dashboard_sections' | 'dashboard_links', ids: readonly string[]) =>
  sql`
  UPDATE ${sql.table(table)} AS t SET position = o.position, version = t.version + 1, updated_at = now()
  FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS o (id, position) WHERE t.id = o.id AND t.position <> o.position`.execute(db)

export const updateSectionPositions = (db: Db, ids: readonly string[]) => updatePositions(db, 'dashboard_sections', ids)
export const updateLinkPositions = (db: Db, ids: readonly string[]) => updatePositions(db, 'dashboard_links', ids)

const selectLinks = (db: Db) =>
  db
    .selectFrom('dashboard_links')
    .leftJoin('files', 'files.id', 'dashboard_links.image_file_id')
    .selectAll('dashboard_links')
    .select('files.preview_key as image_preview_key')

const isShownAt = (at: Date | undefined) =>
  sql<boolean>`(starts_at IS NULL OR starts_at <= ${at}) AND (ends_at IS NULL OR ends_at > ${at})`

/** Returns the links of a section by position. `at`: returns only links that are shown at that time. */
export const linkRows = (db: Db, sectionId: string, at?: Date) =>
  selectLinks(db)
    .where('section_id', '=', sectionId)
    .$if(at !== undefined, (query) => query.where(isShownAt(at)))
    .orderBy('position')
    .orderBy('dashboard_links.id')
    .execute()

/** Returns the links of all sections that are shown at that time, ordered by position. */
export const shownLinkRows = (db: Db, at: Date) =>
  selectLinks(db).where(isShownAt(at)).orderBy('position').orderBy('dashboard_links.id').execute()

export type LinkRow = Awaited<ReturnType<typeof linkRows>>[number]

export const linkById = (db: Db, id: string) => selectLinks(db).where('dashboard_links.id', '=', id).executeTakeFirst()

type LinkColumns = Pick<
  LinkRow,
  'section_id' | 'link_url' | 'is_external' | 'link_text' | 'image_file_id' | 'icon_name' | 'position'
> & { starts_at: string | null; ends_at: string | null }

export const insertLink = (db: Db, link: LinkColumns & { id: string }) => db.insertInto('dashboard_links').values(link).execute()

export const updateLink = (db: Db, id: string, change: LinkColumns) =>
  db
    .updateTable('dashboard_links')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const deleteLink = (db: Db, id: string) =>
  db.deleteFrom('dashboard_links').where('id', '=', id).returningAll().executeTakeFirst()
