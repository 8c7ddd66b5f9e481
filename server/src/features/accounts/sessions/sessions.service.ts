import { createHash, randomBytes } from 'node:crypto'
import { newId } from '#/db/ids.ts'
import type { Session } from '@noroshi/contract/accounts/sessions.http'
import { toStorable } from '@noroshi/contract/define'
import { cutText } from '@noroshi/contract/text/graphemes'
import type { Db } from '#/db/pool.ts'
import { batchWrites } from '#/db/batch-writes.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { sessionRoom, userRoom } from '#/realtime/rooms.ts'
import { deviceName } from './device-name.service.ts'
import {
  deleteEndedSessions,
  endOtherSessionRows,
  endSessionRows,
  extendSession,
  insertSession,
  insertSessionIfUnchanged,
  type LiveSession,
  liveSession,
  liveSessions,
  replaceSessionToken,
  isSessionLive,
  sessionsOf,
} from './sessions.sql.ts'

export { lockSession } from './sessions.sql.ts'

const DAY = 86_400_000
/** Milliseconds after the last use until a session expires. */
const LIFETIME = 90 * DAY
/** Milliseconds until an ended session is deleted. */
const ENDED_KEPT = 30 * DAY
/** Min milliseconds between two writes of the last use. */
const EXTEND_EVERY = 3_600_000
const TOKEN_BYTES = 32

/** Tokens are stored as hashes, so that a copy of the database does not allow a sign-in. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Creates a session and returns its token. The token is not stored. */
export async function createSession(db: Db, userId: string, userAgent: string, now: Date): Promise<string> {
  const { token, row } = newSession(userId, userAgent, now)
  await insertSession(db, row)
  return token
}

/**
 * Creates a session after the credentials were verified. Returns null if the password or the second factor changed or
 * the user was deactivated since.
 */
export async function createSessionForPassword(
  tx: Db,
  user: { id: string; password_hash: string; has_second_factor: boolean },
  { userAgent, deviceId }: { readonly userAgent: string; readonly deviceId: string | undefined },
  now: Date,
): Promise<string | null> {
  const { token, row } = newSession(user.id, userAgent, now)
  const session = { ...row, ...(deviceId !== undefined && { device_id: deviceId }) }
  return (await insertSessionIfUnchanged(tx, user, session)) ? token : null
}

function newSession(userId: string, userAgent: string, now: Date) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = {
    id: newId(),
    user_id: userId,
    token_hash: hashOf(token),
    user_agent: cutText(toStorable(userAgent), 300),
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + LIFETIME),
  }
  return { token, row }
}

/**
 * Sets the token of a session. The previous token becomes invalid, and the sockets that use it are disconnected.
 * @param token - 256 secret bits
 * @returns null if the session has ended
 */
export async function setSessionToken(
  tx: Tx,
  id: string,
  token: string,
  now: Date,
): Promise<{ token: string; deviceId: string } | null> {
  const session = await replaceSessionToken(tx, id, hashOf(token), now)
  if (!session) return null
  // Each process checks the tokens of the user's sockets.
  tx.emit('membership:changed', [userRoom(session.user_id)], {})
  return { token, deviceId: session.device_id }
}

/** Returns the live sessions of the viewer, the current session first. */
export async function listSessions({ db, now }: Deps, viewer: SignedIn): Promise<Session[]> {
  const sessions = (await sessionsOf(db, viewer.id, now())).map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === viewer.sessionId,
  }))
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/**
 * Ends a session of the viewer and its sockets.
 * @throws notFound (404) for an ended session or a session of another user.
 */
export async function endOwnSession(deps: Deps, viewer: SignedIn, id: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const [ended] = await endSessionRows(tx, viewer.id, id)
    if (!ended) throw new AppError('notFound')
    tx.emit('session:ended', [sessionRoom(ended.id)], { reason: 'revoked' })
  })
}

/** Ends the other sessions of the viewer and their sockets. */
export async function endOtherSessions(tx: Tx, viewer: SignedIn): Promise<void> {
  const ended = await endOtherSessionRows(tx, viewer.id, viewer.sessionId)
  tx.emit(
    'session:ended',
    ended.map(({ id }) => sessionRoom(id)),
    { reason: 'revoked' },
  )
}

/** Checks a session again after a long request. @throws unauthorized (401) if it has ended meanwhile, as by a deletion of the account */
export async function assertSessionLive({ db, now }: Pick<Deps, 'db' | 'now'>, { sessionId }: SignedIn): Promise<void> {
  if (!(await isSessionLive(db, sessionId, now()))) throw new AppError('unauthorized')
}

/** Deletes sessions that ended or expired 30 days ago. */
export const deleteOldSessions = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteEndedSessions(db, new Date(now().getTime() - ENDED_KEPT))

const viewerOfSession = (session: LiveSession): SignedIn => ({
  id: session.id,
  isAdmin: session.is_admin,
  isRestricted: session.is_restricted,
  sessionId: session.session_id,
  deviceId: session.device_id,
  firstName: session.first_name,
  lastName: session.last_name,
  avatarFileId: session.avatar_file_id,
})

/** Returns the user of a session; null for an ended or expired session and for a deactivated user. */
export async function viewerOfSessionId({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<SignedIn | null> {
  const session = await liveSession(db, id, now())
  return session === undefined ? null : viewerOfSession(session)
}

/** Max milliseconds that a lookup waits for the running batch. */
const BATCH_WAIT_MS = 50

/**
 * Returns a function that looks up the user of a token. Each call queries the database (decisions/0057). Calls during a
 * running query share the next one. Its property `waiting` returns the number of calls that wait.
 */
export function createSessionLookup(db: Db, now: () => Date) {
  const sessionOf = batchWrites(async (hashes: readonly Buffer[]) => {
    const found = await liveSessions(db, hashes, now())
    const byHash = new Map(found.map((session) => [session.token_hash.toString('base64'), session]))
    return hashes.map((hash) => byHash.get(hash.toString('base64')))
  }, BATCH_WAIT_MS)
  const viewerOf = async (token: string): Promise<SignedIn | null> => {
    const session = await sessionOf(hashOf(token))
    if (!session) return null
    const at = now()
    if (at.getTime() - session.last_used_at.getTime() > EXTEND_EVERY)
      // A failure, such as on a full disk, must not refuse an SOS. The next request extends the session.
      await extendSession(db, session.session_id, at, new Date(at.getTime() + LIFETIME)).catch(() => undefined)
    return viewerOfSession(session)
  }
  return Object.assign(viewerOf, { waiting: sessionOf.waiting })
}
