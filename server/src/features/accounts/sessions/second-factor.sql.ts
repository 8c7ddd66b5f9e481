import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Stores the secret of a set-up. It replaces the one of an earlier set-up. */
export const writeSecret = (tx: Db, userId: string, secret: Buffer) =>
  tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }))
    .execute()

/** Returns the secret of a user and locks it until the transaction ends. */
export async function secretForUpdate(tx: Db, userId: string): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('second_factors').select('secret').where('user_id', '=', userId).forUpdate().executeTakeFirst()
  return row?.secret
}

/**
 * Records the time step of an accepted code. Returns false if a code of this step or a later one was accepted before. A step
 * beyond `maxStep` is from before the clock went back.
 */
export async function takeStep(tx: Db, userId: string, step: number, maxStep: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((row) => row.or([row('last_step', '<', step), row('last_step', '>', maxStep)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes the secret and the recovery codes of a user. */
export async function deleteSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Deletes a recovery code. Only one of several concurrent callers gets true. */
export async function takeRecoveryCode(tx: Db, userId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
