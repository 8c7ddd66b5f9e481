import { sql } from 'kysely'
import { EMAIL_CONFIRMATION_MINUTES } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'

interface EmailChangeRow {
  readonly user_id: string
  readonly email: string
  readonly token_hash: Buffer
  readonly expires_at: Date
}

/** Stores a pending change of the email. It replaces an earlier one of the user. */
export const writeEmailChange = (tx: Db, change: EmailChangeRow) =>
  tx
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ email: change.email, token_hash: change.token_hash, expires_at: change.expires_at }),
    )
    .execute()

export const deleteEmailChange = (tx: Db, userId: string) =>
  tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()

export const deleteExpiredEmailChanges = (tx: Db, now: Date) =>
  tx.deleteFrom('email_changes').where('expires_at', '<=', now).execute()

/** Returns the change of a valid token of an active user. A token that expires later than a new one is from before the clock went back. */
export const emailChangeOf = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + EMAIL_CONFIRMATION_MINUTES * 60_000))
    .where('users.is_active', '=', true)
    .select(['email_changes.user_id', 'email_changes.email as new_email'])
    .executeTakeFirst()

/** Changes the email of a user and raises the version. */
export const updateEmail = (tx: Db, id: string, email: string) =>
  tx
    .updateTable('users')
    .set({ email, updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
