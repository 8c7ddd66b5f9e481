import { sql } from 'kysely'
import { type Db, prepared } from '#/db/pool.ts'

/** A live session with the person it belongs to. */
export interface LiveSession {
  readonly session_id: string
  readonly token_hash: Buffer
  readonly last_used_at: Date
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly is_admin: boolean
}

/**
 * The live sessions of tokens: none that ended or expired, and none of a deactivated person. One has a statement of its own, which is
 * planned once; that for several is planned anew each time, since PostgreSQL expects more of them.
 */
export async function liveSessions(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<LiveSession[]> {
  const [only] = tokenHashes
  const these =
    tokenHashes.length === 1
      ? sql`${prepared('session')} ${selectLive(now)} AND s.token_hash = ${only}`
      : sql`${selectLive(now)} AND s.token_hash = ANY (${[...tokenHashes]}::bytea[])`
  return (await sql<LiveSession>`${these}`.execute(db)).rows
}

const selectLive = (now: Date) => sql`
  SELECT s.id AS session_id, s.token_hash, s.last_used_at, u.id, u.first_name, u.last_name, u.avatar_file_id, u.is_admin
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.ended_at IS NULL AND s.expires_at > ${now} AND u.is_active`

export const insertSession = (
  db: Db,
  session: {
    id: string
    user_id: string
    token_hash: Buffer
    user_agent: string
    created_at: Date
    last_used_at: Date
    expires_at: Date
  },
) => db.insertInto('sessions').values(session).execute()

export const extendSession = (db: Db, id: string, now: Date, until: Date) =>
  db.updateTable('sessions').set({ last_used_at: now, expires_at: until }).where('id', '=', id).execute()

/** Only while the person is active and the password is still the one that was right; waits for whoever is just changing either. */
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

/** Ends one session of a person, or all of them; returns those that were alive. */
export const endSessionRows = (db: Db, userId: string, id?: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning('id')
    .execute()

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
