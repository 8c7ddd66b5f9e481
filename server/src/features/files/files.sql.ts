import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#/db/pool.ts'
import type { Files } from '#/db/rows.ts'
import type { ReceivedFile } from '#/http/uploads.ts'

export type FileRow = Selectable<Files>

/** What files hang on; who may read that may read them. */
export type FileParentKind = 'alert' | 'comment' | 'dashboardLink' | 'document' | 'feed' | 'message' | 'post' | 'user'

export interface FileParent {
  readonly kind: FileParentKind
  readonly id: string
}

/** In the order in which they were sent. */
export async function insertFileRows(tx: Db, parent: FileParent, files: readonly ReceivedFile[]): Promise<FileRow[]> {
  if (files.length === 0) return []
  const rows = files.map((file) => ({
    id: uuidv7(),
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
  const written = await tx.insertInto('files').values(rows).returningAll().execute()
  return written.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Those of these storage keys that belong to no file. */
export async function unclaimedOf(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM unnest(${[...keys]}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM files WHERE storage_key = key) AND NOT EXISTS (SELECT FROM files WHERE preview_key = key)`.execute(
    db,
  )
  return rows.map((row) => row.key)
}

export async function anyFile(db: Db): Promise<boolean> {
  return (await db.selectFrom('files').select('id').limit(1).executeTakeFirst()) !== undefined
}

export const fileById = (db: Db, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteFileRows = (tx: Db, ids: readonly string[]) =>
  tx
    .deleteFrom('files')
    .where('id', 'in', [...ids])
    .returning(['storage_key as storageKey', 'preview_key as previewKey'])
    .execute()
