import { createHash, randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie' // types of cookies of requests and replies
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MEDIA_COOKIE, SECURE_MEDIA_COOKIE } from '@noroshi/contract/addresses'
import type { Db } from '#/db/pool.ts'
import { batchWrites } from '#/db/batch-writes.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { isSecure } from '#/http/is-secure.ts'
import {
  type AlertGrant,
  grantsOfCookie,
  type GrantRow,
  insertAlertGrants,
  insertSessionGrant,
  moveAlertGrants,
  pruneGrants,
} from './media-grants.sql.ts'

const COOKIE_PATH = '/backend'
const COOKIE_DAYS = 90
const DAY_MS = 86_400_000

export type MediaGrant = { readonly sessionId: string } | { readonly alertId: string }

/**
 * Grants this browser's media cookie the files of a session's user, or of an alert whose token was sent. The session
 * must be committed. The cookie keeps its alert grants. A new session replaces the previous session and the secret.
 */
export async function grantMedia(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'transaction' | 'keepAlertGrant'>,
  request: FastifyRequest,
  reply: FastifyReply,
  grant: MediaGrant,
): Promise<void> {
  const secret = await writeGrant(deps, secretOf(deps, request), grant)
  const secure = isSecure(deps.config, request)
  const attributes = { maxAge: (COOKIE_DAYS * DAY_MS) / 1000, httpOnly: true, sameSite: 'strict', secure } as const
  if (secure) reply.setCookie(SECURE_MEDIA_COOKIE, secret, { ...attributes, path: '/' })
  else reply.setCookie(MEDIA_COOKIE, secret, { ...attributes, path: COOKIE_PATH })
}

/**
 * Removes from this browser what the files of an ended session left there: the media cookie, and on HTTPS the files in
 * the cache of the browser. A cookie that grants the files of another session or of an alert stays.
 */
export async function clearMedia(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const secure = isSecure(deps.config, request)
  if (secure) reply.header('clear-site-data', '"cache"') // browsers ignore it on HTTP
  if (secretOf(deps, request) === null) return
  const { viewer, alertIds } = await cookieGrants(deps, request)
  if (viewer !== null || alertIds.length > 0) return
  const attributes = { httpOnly: true, sameSite: 'strict', secure } as const
  if (secure) reply.clearCookie(SECURE_MEDIA_COOKIE, { ...attributes, path: '/' })
  else reply.clearCookie(MEDIA_COOKIE, { ...attributes, path: COOKIE_PATH })
}

/**
 * Returns the current grants of the request's media cookie. A session counts only while it is live and its user is
 * active.
 */
export async function cookieGrants(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  request: FastifyRequest,
): Promise<{ viewer: SignedIn | null; alertIds: string[] }> {
  const secret = secretOf(deps, request)
  const rows = secret === null ? [] : await grantsOfCookie(deps.db, hashOf(secret), deps.now())
  return {
    viewer: rows.map(toSignedIn).find((person) => person !== null) ?? null,
    alertIds: rows.map((row) => row.alert_id).filter((id) => id !== null),
  }
}

/** Returns a function that inserts alert grants. Concurrent calls share a statement. */
export const createAlertGrantWriter = (db: Db) =>
  batchWrites(async (grants: readonly AlertGrant[]) => {
    await insertAlertGrants(db, grants)
    return grants.map(() => undefined)
  })

/** Writes a grant and returns the new value of the cookie. */
async function writeGrant(
  deps: Pick<Deps, 'db' | 'now' | 'transaction' | 'keepAlertGrant'>,
  sentSecret: string | null,
  grant: MediaGrant,
): Promise<string> {
  const currentGrants = sentSecret === null ? [] : await grantsOfCookie(deps.db, hashOf(sentSecret), deps.now())
  // Only a cookie with grants in the database is extended. A cookie value that an attacker set is replaced.
  const knownSecret = currentGrants.length > 0 ? sentSecret : null
  if ('alertId' in grant) {
    const secret = knownSecret ?? newSecret()
    await deps.keepAlertGrant({ cookieHash: hashOf(secret), alertId: grant.alertId })
    return secret
  }
  if (knownSecret !== null && currentGrants.some((row) => row.session_id === grant.sessionId)) return knownSecret
  // A sign-in always creates a new secret, so that a party who knew the old one cannot read this user's files.
  const secret = newSecret()
  await deps.transaction(async (tx) => {
    if (knownSecret !== null) await moveAlertGrants(tx, hashOf(knownSecret), hashOf(secret))
    await insertSessionGrant(tx, hashOf(secret), grant.sessionId)
    await pruneGrants(tx, deps.now(), new Date(deps.now().getTime() - COOKIE_DAYS * DAY_MS))
  })
  return secret
}

/** 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/

function secretOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest): string | null {
  const secret = request.cookies[isSecure(config, request) ? SECURE_MEDIA_COOKIE : MEDIA_COOKIE]
  return secret !== undefined && SECRET.test(secret) ? secret : null
}

const newSecret = (): string => randomBytes(32).toString('base64url')
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

function toSignedIn(row: GrantRow): SignedIn | null {
  if (row.session_id === null || row.device_id === null || row.user_id === null) return null
  return {
    id: row.user_id,
    isAdmin: row.is_admin ?? false,
    isRestricted: row.is_restricted ?? false,
    sessionId: row.session_id,
    deviceId: row.device_id,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    avatarFileId: row.avatar_file_id,
  }
}
