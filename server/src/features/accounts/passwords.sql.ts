import type { Db } from '#/db/pool.ts'

export const insertReset = (tx: Db, reset: { token_hash: Buffer; user_id: string; expires_at: Date }) =>
  tx.insertInto('password_resets').values(reset).execute()

export const deleteOldResets = (tx: Db, now: Date) => tx.deleteFrom('password_resets').where('expires_at', '<=', now).execute()

/** The active person whose valid token this is. */
export const personOfReset = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('users.is_active', '=', true)
    .selectAll('users')
    .executeTakeFirst()

export const deleteResetsOf = (tx: Db, userId: string) => tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
