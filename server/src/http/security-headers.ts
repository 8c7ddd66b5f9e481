import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { EMBED_ORIGINS } from '@noroshi/contract/pages/embeds'
import { API_BASE } from '@noroshi/contract/routes'
import type { Config } from '#/config.ts'
import { isSecure } from './is-secure.ts'

/**
 * Registers the security headers. Call it once, before any route. The helmet defaults (upgrade-insecure-requests, HSTS, COOP)
 * break a unit that is reached by plain HTTP on its own network. HSTS is never set, so that an expired certificate does not
 * prevent an SOS.
 * @param httpsPort returns the HTTPS port of this server, which pages on HTTP may probe; null without one
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'https' | 'tileUrl'>,
  httpsPort: () => number | null = () => null,
): Promise<void> {
  const tiles = config.tileUrl === null ? [] : [originOf(config.tileUrl)]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        // Compiled WebAssembly, but no text, may become code: the decoder of the radio (decisions/0101).
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // Mantine and React set styles on elements.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...tiles],
        'media-src': ["'self'", 'blob:'],
        // 'self' also covers the WebSocket of the same origin.
        'connect-src': [(request) => ["'self'", ...httpsOrigins(request, httpsPort())].join(' '), ...tiles],
        'font-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        // Embeds of pages, which load after the reader's confirmation.
        'frame-src': [...EMBED_ORIGINS],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      },
    },
    // The URL of an alert is private. No other site may receive it.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: false,
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    // Replies of the API are private. A route whose reply may be stored sets another value.
    if (request.url.startsWith(`${API_BASE}/`)) reply.header('cache-control', 'no-store')
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self)')
    // Browsers ignore these two on plain HTTP and log a warning.
    if (isSecure(config, request)) reply.header('cross-origin-opener-policy', 'same-origin').header('origin-agent-cluster', '?1')
  })
}

/**
 * Returns the HTTPS origin of the host by which a page on HTTP was opened; none for other pages. A policy cannot name an IPv6
 * address.
 */
function httpsOrigins({ headers, socket }: IncomingMessage, port: number | null): string[] {
  const [, host] = /^([a-z0-9.-]+)(?::\d+)?$/i.exec(headers.host ?? '') ?? []
  return port === null || host === undefined || 'encrypted' in socket ? [] : [`https://${host}:${port}`]
}

/**
 * Returns the origin of the tile server. A host with a placeholder becomes a wildcard: `https://{s}.tiles.example/{z}/...` has
 * many hosts.
 */
const originOf = (tileUrl: string): string => (/^https?:\/\/[^/]+/.exec(tileUrl)?.[0] ?? '').replace(/\{[^}]*\}/, '*')
