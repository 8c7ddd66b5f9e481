import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { StreetExtracts } from '#/db/rows.ts'

export type ExtractRow = Selectable<StreetExtracts>

/** A worker, and its download. */
export type Work = Pick<ExtractRow, 'id' | 'worker'>

export const currentExtract = (db: Db): Promise<ExtractRow | undefined> =>
  db.selectFrom('street_extracts').selectAll().executeTakeFirst()

/** Begins a download. It replaces one that has failed. @returns undefined while another one runs */
export const insertExtract = (db: Db, row: Insertable<StreetExtracts>): Promise<ExtractRow | undefined> =>
  db
    .insertInto('street_extracts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet({ url: null, source_bytes: null, validator: null, bytes: null, done_bytes: 0, problem: null, ...row })
        .where('street_extracts.problem', 'is not', null),
    )
    .returningAll()
    .executeTakeFirst()

/** Lets a worker continue the download that has failed. @returns undefined if none has */
export const retryExtract = (db: Db, lease: Lease): Promise<ExtractRow | undefined> =>
  db
    .updateTable('street_extracts')
    .set({ ...lease, problem: null })
    .where('problem', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** The worker of a download, and until when no other one may continue it. */
export type Lease = Pick<ExtractRow, 'worker' | 'leased_until'>

/** Lets a worker continue the download of one that has ended. @returns undefined if there is none */
export const takeOverExtract = (db: Db, lease: Lease, now: Date): Promise<ExtractRow | undefined> =>
  db
    .updateTable('street_extracts')
    .set(lease)
    .where('problem', 'is', null)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()

/** Changes the download of a worker. @returns false if it was cancelled, or another worker continues it */
export async function updateExtract(db: Db, { id, worker }: Work, values: Updateable<StreetExtracts>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('street_extracts')
    .set(values)
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('problem', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the download of a worker. @returns false if it was cancelled, or another worker continues it */
export async function deleteDone(tx: Db, { id, worker }: Work): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('street_extracts')
    .where('id', '=', id)
    .where('worker', '=', worker)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the download and returns its id. */
export const deleteExtract = (db: Db): Promise<Pick<ExtractRow, 'id'> | undefined> =>
  db.deleteFrom('street_extracts').returning('id').executeTakeFirst()

/** Deletes a download that failed before a time. */
export const deleteAbandoned = (db: Db, begunBefore: Date) =>
  db.deleteFrom('street_extracts').where('problem', 'is not', null).where('created_at', '<', begunBefore).execute()

export const nameOfUser = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
