import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ALERT_TOKEN_HEADER } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'
import { AppError } from './errors.ts'
import type { Screen } from './screens.ts'

/** The active user that a session belongs to. */
export interface SignedIn {
  readonly id: string
  /** false for an administrator who must set up a second factor and has none (decisions/0112). */
  readonly isAdmin: boolean
  /** Whether the session is restricted to alerts until the user sets up a second factor (decisions/0112). */
  readonly isRestricted: boolean
  readonly sessionId: string
  /** The browser of the session. A right never depends on it. */
  readonly deviceId: string
  readonly firstName: string
  readonly lastName: string
  readonly avatarFileId: string | null
}

export interface Caller {
  readonly viewer: SignedIn | null
  readonly tokenAlertId: string | null
}

/** The user that an entry of the audit log names, and the IP address of the request. */
export interface AuditActor {
  readonly actor: SignedIn
  readonly ip: string
}
export const auditActorOf = ({ viewer, request }: { viewer: SignedIn; request: FastifyRequest }): AuditActor => ({
  actor: viewer,
  ip: request.ip,
})

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** The screen of the request; null unless the route has the access `screen`. */
    screen: Screen | null
  }
}

/**
 * Returns the caller without a restricted session.
 * @throws secondFactor.required (403) where a session is necessary
 */
export function withoutRestricted(caller: Caller, needsSession: boolean): Caller {
  if (caller.viewer?.isRestricted !== true) return caller
  if (needsSession) throw new AppError('secondFactor.required')
  return { ...caller, viewer: null }
}

const bearerOf = (request: FastifyRequest): string | null => {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/**
 * Checks the fields of the specification that name the caller once more. They authorise nothing: the session of the request does.
 * @throws forbidden (403) for the id of another user or the token of another session
 */
export function assertNamesCaller(
  request: FastifyRequest,
  { UserId, accessToken }: { readonly UserId?: string | undefined; readonly accessToken?: string | undefined },
): void {
  const isOwnToken = accessToken === undefined || hashOf(accessToken).equals(hashOf(bearerOf(request) ?? ''))
  const isOwnId = UserId === undefined || UserId === request.caller.viewer?.id
  if (!isOwnToken || !isOwnId) throw new AppError('forbidden')
}

/** Hashes are compared, so that the time does not depend on the token. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Identifies a screen of a kind by its token. @throws unauthorized (401) for any other caller */
export async function authenticateScreen(deps: Deps, request: FastifyRequest, kind: string): Promise<Screen> {
  const token = bearerOf(request)
  const screen = token === null ? null : await deps.screens.find(token, kind)
  if (screen === null) throw new AppError('unauthorized')
  return screen
}

/** Identifies the caller by the session token and the alert token, never by an id in the body or the query. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const token = bearerOf(request)
  const alertToken = request.headers[ALERT_TOKEN_HEADER]
  return {
    viewer: token === null ? null : await deps.sessions.viewerOf(token),
    tokenAlertId: typeof alertToken === 'string' ? await deps.alertTokens.alertOf(alertToken) : null,
  }
}
