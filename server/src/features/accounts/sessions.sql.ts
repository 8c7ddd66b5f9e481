import { sql } from 'kysely'
import { type Db, prepared } from '#/db/pool.ts'

/** A live session with its user. */
export interface LiveSession {
  readonly session_id: string
  readonly device_id: string
  readonly token_hash: Buffer
  readonly last_used_at: Date
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly is_admin: boolean
}

/**
 * Returns the live sessions of these tokens, without ended or expired ones and those of deactivated users. A single token uses
 * a prepared statement, which is planned once. PostgreSQL plans the statement for several tokens each time.
 */
export async function liveSessions(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<LiveSession[]> {
  const [firstHash] = tokenHashes
  const query =
    tokenHashes.length === 1
      ? sql`${prepared('session')} ${selectLive(now)} AND s.token_hash = ${firstHash}`
      : sql`${selectLive(now)} AND s.token_hash = ANY (${[...tokenHashes]}::bytea[])`
  return (await sql<LiveSession>`${query}`.execute(db)).rows
}

const selectLive = (now: Date) => sql`
  SELECT s.id AS session_id, s.device_id, s.token_hash, s.last_used_at, u.id, u.first_name, u.last_name, u.avatar_file_id, u.is_admin
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.ended_at IS NULL AND s.expires_at > ${now} AND u.is_active`

export const insertSession = (
  db: Db,
  session: {
    id: string
    user_id: string
    device_id?: string
    token_hash: Buffer
    user_agent: string
    created_at: Date
    last_used_at: Date
    expires_at: Date
  },
) => db.insertInto('sessions').values(session).execute()

export const extendSession = (db: Db, id: string, now: Date, until: Date) =>
  db.updateTable('sessions').set({ last_used_at: now, expires_at: until }).where('id', '=', id).execute()

/** Replaces the token of a live session. Returns nothing if the session has ended or its user was deactivated. */
export const replaceSessionToken = (db: Db, id: string, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('sessions')
    .from('users')
    .set({ token_hash: tokenHash })
    .whereRef('users.id', '=', 'sessions.user_id')
    .where('users.is_active', '=', true)
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .returning(['sessions.device_id', 'sessions.user_id'])
    .executeTakeFirst()

/** Inserts a session if the user is active and the password is unchanged. The lock waits for a concurrent change of either. */
export async function insertSessionIfUnchanged(
  tx: Db,
  passwordHash: string,
  session: Parameters<typeof insertSession>[1],
): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', session.user_id)
    .where('password_hash', '=', passwordHash)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (user) await insertSession(tx, session)
  return user !== undefined
}

/** Returns the live sessions of a user, latest use first. */
export const sessionsOf = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Ends one session of a user, or all sessions. Returns the ids of those that were not ended before. */
export const endSessionRows = (db: Db, userId: string, id?: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning('id')
    .execute()

/** Deletes sessions that ended or expired before this time. */
export const deleteEndedSessions = (db: Db, before: Date) =>
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
