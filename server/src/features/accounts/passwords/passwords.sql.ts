import { RESET_MINUTES } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'

export const insertReset = (tx: Db, reset: { token_hash: Buffer; user_id: string; expires_at: Date }) =>
  tx.insertInto('password_resets').values(reset).execute()

export const deleteExpiredResets = (tx: Db, now: Date) =>
  tx.deleteFrom('password_resets').where('expires_at', '<=', now).execute()

/** Returns the active user of a valid token. A token that expires later than a new one is from before the clock went back. */
export const userOfReset = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + RESET_MINUTES * 60_000))
    .where('users.is_active', '=', true)
    .selectAll('users')
    .executeTakeFirst()

export const deleteResetsOf = (tx: Db, userId: string) => tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
