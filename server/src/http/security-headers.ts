import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { EMBED_ORIGINS } from '@noroshi/contract/pages/embeds'
import type { Config } from '#/config.ts'

/**
 * Once, before any route. Written by hand: helmet's defaults (upgrade-insecure-requests, HSTS, COOP) break a unit that is
 * reached by plain http on its own network. HSTS is never set: a certificate that ran out must not keep an SOS away.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'https' | 'tileUrl'>): Promise<void> {
  const tiles = config.tileUrl === null ? [] : [originOf(config.tileUrl)]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        // Mantine and React set styles on elements.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...tiles],
        'media-src': ["'self'", 'blob:'],
        // Covers the socket of the same origin too.
        'connect-src': ["'self'", ...tiles],
        'font-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        // What a page embeds, once its reader asked for it.
        'frame-src': [...EMBED_ORIGINS],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      },
    },
    // An alert's address is private: no other site learns it.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: config.https && { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: config.https,
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self)')
  })
}

/** `https://{s}.tiles.example/{z}/...` has many hosts. */
const originOf = (tileUrl: string): string => (/^https?:\/\/[^/]+/.exec(tileUrl)?.[0] ?? '').replace(/\{[^}]*\}/, '*')
