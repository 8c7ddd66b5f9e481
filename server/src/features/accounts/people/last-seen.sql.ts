import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Min seconds between two stored times of a user. */
const STORED_EVERY_SECONDS = 30

/** Stores that a user is here, if the user shares it. A clock that was moved back is followed. */
export const storeSeen = (db: Db, userId: string, at: Date) =>
  sql`INSERT INTO last_seen (user_id, seen_at)
    SELECT id, ${at}::timestamptz FROM users WHERE id = ${userId}::uuid AND shares_last_seen
    ON CONFLICT (user_id) DO UPDATE SET seen_at = EXCLUDED.seen_at
    WHERE last_seen.seen_at NOT BETWEEN EXCLUDED.seen_at - make_interval(secs => ${sql.lit(STORED_EVERY_SECONDS)})
      AND EXCLUDED.seen_at`.execute(db)

export const deleteSeen = (tx: Db, userId: string) => tx.deleteFrom('last_seen').where('user_id', '=', userId).execute()
