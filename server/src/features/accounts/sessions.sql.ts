import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** The live session of a token, with the person it belongs to; undefined when it ended, expired or the person is deactivated. */
export const liveSession = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .select([
      'sessions.id as session_id',
      'sessions.last_used_at',
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.is_admin',
    ])
    .executeTakeFirst()

export const insertSession = (
  db: Db,
  session: { id: string; user_id: string; token_hash: Buffer; user_agent: string; expires_at: Date },
) => db.insertInto('sessions').values(session).execute()

export const extendSession = (db: Db, id: string, now: Date, until: Date) =>
  db.updateTable('sessions').set({ last_used_at: now, expires_at: until }).where('id', '=', id).execute()

/** Those that ended or expired before a moment. */
export const deleteSessionsOver = (db: Db, before: Date) =>
  db
    .deleteFrom('sessions')
    .where((row) => row.or([row('ended_at', '<', before), row('expires_at', '<', before)]))
    .execute()

export const endSessionRow = (db: Db, id: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
