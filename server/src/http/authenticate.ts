import type { FastifyRequest } from 'fastify'
import { ALERT_TOKEN_HEADER } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'
import { AppError } from './errors.ts'

/** The active user that a session belongs to. */
export interface SignedIn {
  readonly id: string
  /** false for an administrator who must set up a second factor and has none (decisions/0113). */
  readonly isAdmin: boolean
  /** Whether the session is restricted to alerts until the user sets up a second factor (decisions/0113). */
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

/** Identifies the caller by the session token and the alert token, never by an id in the body or the query. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const alertToken = request.headers[ALERT_TOKEN_HEADER]
  return {
    viewer: scheme?.toLowerCase() === 'bearer' && token ? await deps.sessions.viewerOf(token) : null,
    tokenAlertId: typeof alertToken === 'string' ? await deps.alertTokens.alertOf(alertToken) : null,
  }
}
