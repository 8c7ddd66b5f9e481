import { type Selectable, sql } from 'kysely'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Files } from '#/db/rows.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'

export type FileRow = Selectable<Files>

/** Kinds of entities that have files. A caller who may read the entity may read its files. */
export type FileParentKind =
  | 'alert'
  | 'comment'
  | 'dashboardLink'
  | 'document'
  | 'feed'
  | 'group'
  | 'mapOverlay'
  | 'message'
  | 'missingReport'
  | 'personState'
  | 'post'
  | 'user'

export interface FileParent {
  readonly kind: FileParentKind
  readonly id: string
}

/** Inserts files and returns their rows in the order of the upload. */
export async function insertFileRows(tx: Db, parent: FileParent, files: readonly ReceivedFile[]): Promise<FileRow[]> {
  if (files.length === 0) return []
  const rows = files.map((file) => ({
    id: newId(),
    storage_key: file.storageKey,
    preview_key: file.previewKey,
    type: file.type,
    name: file.name,
    size: file.size,
    width: file.width,
    height: file.height,
    parent_kind: parent.kind,
    parent_id: parent.id,
  }))
  const inserted = await tx.insertInto('files').values(rows).returningAll().execute()
  return inserted.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Statement that returns the storage keys of all files that a backup contains, in the column `key`. */
export const CLAIMED_KEYS =
  'SELECT storage_key AS key FROM files UNION ALL SELECT preview_key FROM files WHERE preview_key IS NOT NULL'

/** Returns the storage keys to which neither a file nor the map archive with streets refers. */
export async function unclaimedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM unnest(${[...keys]}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM files WHERE storage_key = key) AND NOT EXISTS (SELECT FROM files WHERE preview_key = key)
      AND NOT EXISTS (SELECT FROM street_archives WHERE storage_key = key)`.execute(db)
  return rows.map((row) => row.key)
}

export async function hasFiles(db: Db): Promise<boolean> {
  return (await db.selectFrom('files').select('id').limit(1).executeTakeFirst()) !== undefined
}

export const fileById = (db: Db, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the files of an entity, in the order of the upload. */
export const filesOf = (db: Db, parent: FileParent): Promise<FileRow[]> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('parent_kind', '=', parent.kind)
    .where('parent_id', '=', parent.id)
    .orderBy('id')
    .execute()

/** Returns the ids of the files of several entities. */
export async function fileIdsOf(db: Db, kind: FileParentKind, parentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM files WHERE parent_kind = ${kind} AND parent_id = ANY(${[...parentIds]}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export const deleteFileRows = (tx: Db, ids: readonly string[]) =>
  tx
    .deleteFrom('files')
    .where('id', 'in', [...ids])
    .returning(['storage_key as storageKey', 'preview_key as previewKey'])
    .execute()
