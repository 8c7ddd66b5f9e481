import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { StreetArchives } from '#/db/rows.ts'

export type StreetArchiveRow = Selectable<StreetArchives>

/** Returns the archive that the map shows. */
export const currentArchive = (db: Db): Promise<StreetArchiveRow | undefined> =>
  db.selectFrom('street_archives').selectAll().executeTakeFirst()

/** Locks the archive against other replacements until the transaction ends. Readers do not wait. */
export const lockArchives = (tx: Db) => sql`LOCK TABLE street_archives IN SHARE ROW EXCLUSIVE MODE`.execute(tx)

/** Deletes the row and returns it. */
export const deleteArchiveRow = (tx: Db): Promise<StreetArchiveRow | undefined> =>
  tx.deleteFrom('street_archives').returningAll().executeTakeFirst()

export const insertArchiveRow = (tx: Db, row: Insertable<StreetArchives>): Promise<StreetArchiveRow> =>
  tx.insertInto('street_archives').values(row).returningAll().executeTakeFirstOrThrow()
