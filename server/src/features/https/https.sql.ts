import type { Insertable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Handovers } from '#/db/rows.ts'

export const insertHandover = (db: Db, row: Insertable<Handovers>) => db.insertInto('handovers').values(row).execute()

export const lockHandover = (tx: Db, codeHash: Buffer) =>
  tx.selectFrom('handovers').selectAll().where('code_hash', '=', codeHash).forUpdate().executeTakeFirst()

export const recordClaim = (tx: Db, id: string, claimHash: Buffer) =>
  tx.updateTable('handovers').set({ claim_hash: claimHash }).where('id', '=', id).execute()

export const deleteHandover = (tx: Db, id: string) => tx.deleteFrom('handovers').where('id', '=', id).execute()

export const deleteHandoversBefore = (db: Db, now: Date) => db.deleteFrom('handovers').where('expires_at', '<', now).execute()
