import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { EMBED_ORIGINS } from '@noroshi/contract/pages/embeds'
import { readConfig } from '#/config.ts'
import { registerSecurityHeaders } from './security-headers.ts'

async function headersOn(environment: Record<string, string>) {
  const app = Fastify()
  await registerSecurityHeaders(app, readConfig(environment))
  app.get('/', async () => 'page')
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}

const rules = (csp: unknown): Record<string, string> =>
  Object.fromEntries(
    String(csp)
      .split(';')
      .map((rule): [string, string] => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1).join(' ')]),
  )

test('a server on plain HTTP sends no headers that require HTTPS', async () => {
  const headers = await headersOn({})
  expect(headers['strict-transport-security']).toBeUndefined()
  expect(headers['cross-origin-opener-policy']).toBeUndefined()
  expect(headers['origin-agent-cluster']).toBeUndefined()
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
})

test('the headers allow only own scripts and no framing, and other sites get no referrer', async () => {
  const headers = await headersOn({})
  expect(rules(headers['content-security-policy'])).toEqual({
    'default-src': "'none'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' blob:",
    'connect-src': "'self'",
    'font-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'frame-src': EMBED_ORIGINS.join(' '),
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
  })
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self)',
  })
})

test('the policy allows the configured tile server, also with several hosts', async () => {
  const one = rules(
    (await headersOn({ TILE_URL: 'https://tiles.example:8443/{z}/{x}/{y}.png?key=1' }))['content-security-policy'],
  )
  expect(one['img-src']).toBe("'self' data: blob: https://tiles.example:8443")
  expect(one['connect-src']).toBe("'self' https://tiles.example:8443")
  const many = rules((await headersOn({ TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png' }))['content-security-policy'])
  expect(many['img-src']).toBe("'self' data: blob: https://*.tiles.example")
})

test('with HTTPS the opener policy is same-origin, and HSTS is not sent', async () => {
  const headers = await headersOn({ HTTPS: 'proxy' })
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  expect(headers['strict-transport-security']).toBeUndefined()
})
