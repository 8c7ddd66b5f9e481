import type { FastifyRequest } from 'fastify'
import { ALERT_TOKEN_HEADER } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'

/** A signed-in, active person, as the session tells. */
export interface SignedIn {
  readonly id: string
  readonly isAdmin: boolean
  readonly sessionId: string
  readonly firstName: string
  readonly lastName: string
  readonly avatarFileId: string | null
}

export interface Caller {
  readonly viewer: SignedIn | null
  readonly tokenAlertId: string | null
}

/** Who does something that is written down, and the address that they call from. */
export interface Doer {
  readonly actor: SignedIn
  readonly ip: string
}
export const doerOf = ({ viewer, request }: { viewer: SignedIn; request: FastifyRequest }): Doer => ({
  actor: viewer,
  ip: request.ip,
})

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** Who calls: by session and by alert token, never by an id in what was sent. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const alertToken = request.headers[ALERT_TOKEN_HEADER]
  return {
    viewer: scheme?.toLowerCase() === 'bearer' && token ? await deps.sessions.viewerOf(token) : null,
    tokenAlertId: typeof alertToken === 'string' ? await deps.alertTokens.alertOf(alertToken) : null,
  }
}
