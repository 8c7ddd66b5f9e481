import type { IncomingMessage } from 'node:http'
import type { Config } from '#/config.ts'

/**
 * Whether a request is sent by a page of this server, or by no page. Browsers send no Origin with a GET of the same origin, and
 * other programs send none at all.
 */
export function isOwnOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
): boolean {
  if (headers.origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  if (headers['sec-fetch-site'] === 'same-origin') return true // browsers set it, a page cannot
  if (!URL.canParse(headers.origin)) return false // "null" is the origin of a sandboxed page
  const { origin, protocol, host } = new URL(headers.origin)
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true
  const forwarded = trustProxy.length > 0 ? String(headers['x-forwarded-host'] ?? '').split(/, */) : []
  return [headers.host, ...forwarded].some((own) => own !== undefined && hostOf(protocol, own) === host)
}

/** Returns the host without the default port of the protocol. */
const hostOf = (protocol: string, host: string): string | null =>
  URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).host : null
