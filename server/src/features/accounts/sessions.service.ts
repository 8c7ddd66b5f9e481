import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Session } from '@noroshi/contract/accounts/sessions.http'
import { cutText, storable } from '@noroshi/contract/define'
import type { Db } from '#/db/pool.ts'
import { together } from '#/db/together.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { deviceName } from './device-name.ts'
import {
  deleteSessionsOver,
  endSessionRows,
  extendSession,
  insertSession,
  insertSessionIfUnchanged,
  liveSessions,
  sessionsOf,
} from './sessions.sql.ts'

const DAY = 86_400_000
/** A session slides: it ends this long after its last use. */
const LIFETIME = 90 * DAY
/** How long one that is over is kept. */
const KEPT_OVER = 30 * DAY
/** How often its use is written down. */
const EXTEND_EVERY = 3_600_000
const TOKEN_BYTES = 32

/** Tokens are stored as hashes: who reads the database cannot sign in with it. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Begins a session and returns its token, which is told once. */
export async function beginSession(db: Db, userId: string, userAgent: string, now: Date): Promise<string> {
  const { token, row } = newSession(userId, userAgent, now)
  await insertSession(db, row)
  return token
}

/** The same, for somebody whose password was just verified; null where it, or the right to come in, changed meanwhile. */
export async function beginSessionByPassword(
  tx: Db,
  user: { id: string; password_hash: string },
  userAgent: string,
  now: Date,
): Promise<string | null> {
  const { token, row } = newSession(user.id, userAgent, now)
  return (await insertSessionIfUnchanged(tx, user.password_hash, row)) ? token : null
}

function newSession(userId: string, userAgent: string, now: Date) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = {
    id: uuidv7(),
    user_id: userId,
    token_hash: hashOf(token),
    user_agent: cutText(storable(userAgent), 300),
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + LIFETIME),
  }
  return { token, row }
}

/** Where a person is signed in: this device first. */
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

/** Ends one of one's own sessions, its sockets at once. @throws notFound (404) for another's and for one that is over. */
export async function endOwnSession(deps: Deps, viewer: SignedIn, id: string): Promise<void> {
  const [ended] = await endSessionRows(deps.db, viewer.id, id)
  if (!ended) throw new AppError('notFound')
  deps.realtime.endSession(ended.id, 'revoked')
}

export const forgetOldSessions = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteSessionsOver(db, new Date(now().getTime() - KEPT_OVER))

/** Milliseconds that callers wait for the look before theirs. */
const PATIENCE = 50

/** Who holds a token, asked each time anew; those who come while others are looked up are looked up together. */
export function viewersOn(db: Db, now: () => Date): (token: string) => Promise<SignedIn | null> {
  const sessionOf = together(async (hashes: readonly Buffer[]) => {
    const found = await liveSessions(db, hashes, now())
    const byHash = new Map(found.map((session) => [session.token_hash.toString('base64'), session]))
    return hashes.map((hash) => byHash.get(hash.toString('base64')))
  }, PATIENCE)
  return async (token) => {
    const session = await sessionOf(hashOf(token))
    if (!session) return null
    const at = now()
    if (at.getTime() - session.last_used_at.getTime() > EXTEND_EVERY)
      await extendSession(db, session.session_id, at, new Date(at.getTime() + LIFETIME))
    return {
      id: session.id,
      isAdmin: session.is_admin,
      sessionId: session.session_id,
      firstName: session.first_name,
      lastName: session.last_name,
      avatarFileId: session.avatar_file_id,
    }
  }
}
