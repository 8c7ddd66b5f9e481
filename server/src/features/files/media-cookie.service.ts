import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#/db/pool.ts'
import { together } from '#/db/together.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import {
  type AlertGrant,
  grantsOfCookie,
  type GrantRow,
  insertAlertGrants,
  insertSessionGrant,
  moveAlertGrants,
  pruneGrants,
} from './media-grants.sql.ts'

/** An <img> sends no bearer token: this cookie opens files, and files alone. Its path lets API calls add to what it opens. */
const MEDIA_COOKIE = 'noroshi_media'
const COOKIE_PATH = '/backend'
const COOKIE_DAYS = 90
const DAY_MS = 86_400_000

export type MediaGrant = { readonly sessionId: string } | { readonly alertId: string }

/**
 * Lets this browser's media cookie open the files of a session's person, or of an alert whose token was shown.
 * The session must be committed. A cookie keeps what it was granted before; a new session takes the place of others.
 */
export async function grantMedia(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'transaction' | 'keepAlertGrant'>,
  request: FastifyRequest,
  reply: FastifyReply,
  grant: MediaGrant,
): Promise<void> {
  const secret = await grantTo(deps, sentSecret(request), grant)
  const secure = deps.config.https || request.protocol === 'https' ? '; Secure' : ''
  const age = (COOKIE_DAYS * DAY_MS) / 1000
  reply.header('set-cookie', `${MEDIA_COOKIE}=${secret}; Path=${COOKIE_PATH}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`)
}

/** What the media cookie of this request opens now. A session counts only while it is live and its person active. */
export async function cookieGrants(
  deps: Pick<Deps, 'db' | 'now'>,
  request: FastifyRequest,
): Promise<{ viewer: SignedIn | null; alertIds: string[] }> {
  const secret = sentSecret(request)
  const rows = secret === null ? [] : await grantsOfCookie(deps.db, hashOf(secret), deps.now())
  return {
    viewer: rows.map(signedIn).find((person) => person !== null) ?? null,
    alertIds: rows.map((row) => row.alert_id).filter((id) => id !== null),
  }
}

/** In a flood of alerts the grants of many are kept together. */
export const keepingAlertGrants = (db: Db): Deps['keepAlertGrant'] =>
  together(async (grants: readonly AlertGrant[]) => {
    await insertAlertGrants(db, grants)
    return grants.map(() => undefined)
  })

/** Returns the secret that the cookie shall hold from now on. */
async function grantTo(
  deps: Pick<Deps, 'db' | 'now' | 'transaction' | 'keepAlertGrant'>,
  sent: string | null,
  grant: MediaGrant,
): Promise<string> {
  const held = sent === null ? [] : await grantsOfCookie(deps.db, hashOf(sent), deps.now())
  // Only a cookie that this server gave is added to: one that somebody planted is not.
  const known = held.length > 0 ? sent : null
  if ('alertId' in grant) {
    const secret = known ?? newSecret()
    await deps.keepAlertGrant({ cookieHash: hashOf(secret), alertId: grant.alertId })
    return secret
  }
  if (known !== null && held.some((row) => row.session_id === grant.sessionId)) return known
  // Signing in always makes a new secret: whoever knew the old one does not get to see what this person sees.
  const secret = newSecret()
  await deps.transaction(async (tx) => {
    if (known !== null) await moveAlertGrants(tx, hashOf(known), hashOf(secret))
    await insertSessionGrant(tx, hashOf(secret), grant.sessionId)
    await pruneGrants(tx, deps.now(), new Date(deps.now().getTime() - COOKIE_DAYS * DAY_MS))
  })
  return secret
}

const SENT_SECRET = new RegExp(`(?:^|;)\\s*${MEDIA_COOKIE}=([\\w-]{43})\\s*(?:;|$)`)
const sentSecret = ({ headers }: FastifyRequest): string | null => SENT_SECRET.exec(headers.cookie ?? '')?.[1] ?? null

const newSecret = (): string => randomBytes(32).toString('base64url')
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

function signedIn(row: GrantRow): SignedIn | null {
  if (row.session_id === null || row.user_id === null) return null
  return {
    id: row.user_id,
    isAdmin: row.is_admin ?? false,
    sessionId: row.session_id,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    avatarFileId: row.avatar_file_id,
  }
}
