import { X509Certificate } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { httpsRoutes } from '@noroshi/contract/https/https.http'
import { API_BASE } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { isSecure } from '#/http/is-secure.ts'
import { perCaller, route } from '#/http/route.ts'
import { appleProfile } from '#/tls/apple-profile.ts'
import { namesForOthers } from '#/tls/own-names.ts'
import { claimHandover, HANDOVER_SECONDS, handOver } from './handovers.service.ts'

const BROWSER_COOKIE = 'noroshi_handover'
const COOKIE_PATH = API_BASE + httpsRoutes.handOver.path
/** Max handovers and claims a minute for each caller. */
const HANDOVERS_A_MINUTE = 30
/** Bytes of a handover with the max number of tokens and SOS. */
const BODY_MAX = 64 * 1024
/** Excludes a route from the OpenAPI document. */
const UNLISTED = { schema: { hide: true } }

const done = { ok: true } as const

/**
 * Registers the HTTPS information, the probe, the handover from HTTP to HTTPS, and the downloads of the authority's
 * certificate.
 */
export function registerHttpsRoutes(app: FastifyInstance, deps: Deps) {
  const limits = { limits: [{ max: HANDOVERS_A_MINUTE, by: perCaller }], bodyLimit: BODY_MAX }
  route(app, deps, httpsRoutes.info, async () => ({ https: describeHttps(deps) }))
  route(app, deps, httpsRoutes.probe, async ({ reply }) => {
    reply.header('access-control-allow-origin', '*')
    return done
  })
  route(
    app,
    deps,
    httpsRoutes.handOver,
    async ({ viewer, body, reply }) => {
      if (deps.https === null) throw new AppError('notFound')
      const { code, browserSecret } = await handOver(deps, viewer, body)
      // It cannot be Secure: the page on HTTP receives it, and the page on HTTPS of the same host sends it.
      const attributes = { path: COOKIE_PATH, maxAge: HANDOVER_SECONDS, httpOnly: true, sameSite: 'strict' } as const
      reply.setCookie(BROWSER_COOKIE, browserSecret, attributes)
      return { code }
    },
    limits,
  )
  route(
    app,
    deps,
    httpsRoutes.claim,
    async ({ body, request }) => {
      if (deps.https === null || !isSecure(deps.config, request)) throw new AppError('notFound')
      // The cookie stays for its minute, since the claim may be repeated.
      return claimHandover(deps, body, request.cookies[BROWSER_COOKIE] ?? null)
    },
    limits,
  )
  app.get('/join/noroshi.crt', UNLISTED, async (_request, reply) =>
    download(reply, 'application/x-x509-ca-cert', 'noroshi.crt', authorityOf(deps)),
  )
  app.get('/join/noroshi.mobileconfig', UNLISTED, async (_request, reply) =>
    download(reply, 'application/x-apple-aspen-config', 'noroshi.mobileconfig', appleProfile(authorityOf(deps))),
  )
}

function describeHttps({ https, config }: Deps) {
  if (!https?.isListening) return null
  const { authorityCert, names } = https.certificate
  return {
    port: https.port,
    httpPort: https.httpPort,
    hasOwnAuthority: authorityCert !== null,
    fingerprint: authorityCert === null ? null : new X509Certificate(authorityCert).fingerprint256,
    names: namesForOthers(names, config.host),
  }
}

/** Returns the PEM text of the authority's certificate. @throws notFound (404) without an own authority. */
function authorityOf({ https }: Deps): string {
  const cert = https?.certificate.authorityCert ?? null
  if (cert === null) throw new AppError('notFound')
  return cert
}

const download = (reply: FastifyReply, type: string, name: string, text: string) =>
  reply.type(type).header('cache-control', 'no-cache').header('content-disposition', `attachment; filename="${name}"`).send(text)
