import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { deleteSessionsOver, extendSession, insertSession, liveSession } from './sessions.sql.ts'

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
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await insertSession(db, {
    id: uuidv7(),
    user_id: userId,
    token_hash: hashOf(token),
    user_agent: userAgent.slice(0, 300),
    expires_at: new Date(now.getTime() + LIFETIME),
  })
  return token
}

export const forgetOldSessions = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteSessionsOver(db, new Date(now().getTime() - KEPT_OVER))

export async function viewerOfToken(db: Db, token: string, now: Date): Promise<SignedIn | null> {
  const session = await liveSession(db, hashOf(token), now)
  if (!session) return null
  if (now.getTime() - session.last_used_at.getTime() > EXTEND_EVERY)
    await extendSession(db, session.session_id, now, new Date(now.getTime() + LIFETIME))
  return {
    id: session.id,
    isAdmin: session.is_admin,
    sessionId: session.session_id,
    firstName: session.first_name,
    lastName: session.last_name,
  }
}
