import type { FastifyRequest } from 'fastify'
import { ALERT_TOKEN_HEADER } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'

/** The active user that a session belongs to. */
export interface SignedIn {
  readonly id: string
  readonly isAdmin: boolean
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

/** Identifies the caller by the session token and the alert token, never by an id in the body or the query. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const alertToken = request.headers[ALERT_TOKEN_HEADER]
  return {
    viewer: scheme?.toLowerCase() === 'bearer' && token ? await deps.sessions.viewerOf(token) : null,
    tokenAlertId: typeof alertToken === 'string' ? await deps.alertTokens.alertOf(alertToken) : null,
  }
}
