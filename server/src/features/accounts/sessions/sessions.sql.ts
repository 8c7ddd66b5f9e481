import { sql } from 'kysely'
import { type Db, prepared } from '#/db/pool.ts'
import { effectiveAdmin, mustSetUpSecondFactor } from '../effective-admin.service.ts'

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
  /** See {@link effectiveAdmin}. */
  readonly is_admin: boolean
  /** The session began while a second factor was required, and it is still required of this user (decisions/0112). */
  readonly is_restricted: boolean
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
  SELECT s.id AS session_id, s.device_id, s.token_hash, s.last_used_at, u.id, u.first_name, u.last_name, u.avatar_file_id,
    s.needs_second_factor AND ${mustSetUpSecondFactor('u')} AS is_restricted, ${effectiveAdmin('u')} AS is_admin
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.ended_at IS NULL AND s.expires_at > ${now} AND u.is_active`

/** Returns a session as {@link liveSessions} does. */
export async function liveSession(db: Db, id: string, now: Date): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`${selectLive(now)} AND s.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Whether {@link liveSessions} would return this session. */
export const isSessionLive = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await liveSession(db, id, now)) !== undefined

/** Locks a live session until the transaction ends, so that changes of what belongs to it are serialized. */
export async function lockSession(tx: Db, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export const insertSession = (
  db: Db,
  session: {
    id: string
    user_id: string
    device_id?: string
    needs_second_factor?: boolean
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

/**
 * Inserts a session if the user is active and neither the password nor the second factor has changed. The lock waits for a
 * concurrent change of the user. The row remembers whether the session began while a second factor was required of the user. That
 * requirement may change at the same moment, so each lookup checks it too.
 */
export async function insertSessionIfUnchanged(
  tx: Db,
  { password_hash: passwordHash, has_second_factor: hasSecondFactor }: { password_hash: string; has_second_factor: boolean },
  session: Parameters<typeof insertSession>[1],
): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select(mustSetUpSecondFactor('users').as('needs_second_factor'))
    .where('has_second_factor', '=', hasSecondFactor)
    .where('id', '=', session.user_id)
    .where('password_hash', '=', passwordHash)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (user) await insertSession(tx, { ...session, needs_second_factor: user.needs_second_factor })
  return user !== undefined
}

/** Whether the account with this email has or had a session on the device. Ended sessions are kept for thirty days. */
export async function hasSignedInBefore(db: Db, email: string, deviceId: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.email', '=', email)
    .where('sessions.device_id', '=', deviceId)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
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

/** Ends the sessions of a user except one. Returns the ids of those that were not ended before. */
export const endOtherSessionRows = (db: Db, userId: string, keptId: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', '!=', keptId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()

/** Removes the restriction of the sessions of a user, or of all users, for as long as they last. */
export const unrestrictSessions = (db: Db, userId?: string) =>
  db
    .updateTable('sessions')
    .set({ needs_second_factor: false })
    .where('needs_second_factor', '=', true)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
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
