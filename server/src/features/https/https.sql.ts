import type { Insertable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Handovers } from '#/db/rows.ts'

export const insertHandover = (db: Db, row: Insertable<Handovers>) => db.insertInto('handovers').values(row).execute()

/** Deletes a handover and returns it, so that a code works once. */
export const takeHandover = (tx: Db, codeHash: Buffer) =>
  tx.deleteFrom('handovers').where('code_hash', '=', codeHash).returningAll().executeTakeFirst()

export const deleteHandoversBefore = (db: Db, now: Date) => db.deleteFrom('handovers').where('expires_at', '<', now).execute()
