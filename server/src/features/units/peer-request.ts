import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { API_BASE } from '@noroshi/contract/routes'
import { lookupOf, PrivateAddress } from '#/ports/push/public-address.ts'

/** Milliseconds without any byte after which a request ends that does not wait at the other unit. */
const SILENT_MS = 30_000
/** Max milliseconds until a connection is open. */
const CONNECT_MS = 4000
/** Max bytes of a reply: a bundle over a link with its encoding. */
const REPLY_MAX = 32 * 1024 * 1024

const own = new BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  own.addSubnet(address, prefix, 'ipv4')
for (const [address, prefix] of [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  own.addSubnet(address, prefix, 'ipv6')

/** Whether an address can be one of another unit: not of this machine, not link-local, and no multicast. Private networks can. */
export const isPeerAddress = (address: string): boolean => !own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const lookup = lookupOf(isPeerAddress)

export interface PeerOptions {
  /** Whether an administrator of this unit typed the URL, which may then be any. Otherwise the other unit told it. */
  readonly isTyped: boolean
  /** Milliseconds without any byte after which the request ends. */
  readonly silentMs?: number
  readonly signal?: AbortSignal
}

/** The other unit refused a request. */
export class PeerRefused extends Error {}

/**
 * Sends JSON to a route of another unit. The certificate is not checked: units have authorities of their own, and the content is
 * encrypted to the keys of the unit and signed by them, or proves a one-time code.
 * @param baseUrl of which only the origin is used
 * @throws PeerRefused for an error of the unit; PrivateAddress; another error when it is not reached
 */
export async function postToPeer(
  baseUrl: string,
  path: string,
  body: object,
  { isTyped, silentMs = SILENT_MS, signal }: PeerOptions,
): Promise<unknown> {
  const url = new URL(`${API_BASE}${path}`, new URL(baseUrl).origin)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // The connection to an IP address has no lookup.
  if (!isTyped && isIP(host) !== 0 && !isPeerAddress(host)) throw new PrivateAddress()
  const content = Buffer.from(JSON.stringify(body))
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': content.length },
    timeout: silentMs,
    agent: false as const,
    ...(!isTyped && { lookup }),
    ...(signal && { signal }),
  }
  return new Promise((resolve, reject) => {
    const send =
      url.protocol === 'https:' ? requestHttps(url, { ...options, rejectUnauthorized: false }) : requestHttp(url, options)
    const connecting = setTimeout(() => send.destroy(new Error('no connection')), CONNECT_MS)
    send.on('socket', (socket) => socket.once('connect', () => clearTimeout(connecting)))
    send.on('close', () => clearTimeout(connecting))
    send.on('timeout', () => send.destroy(new Error('no reply')))
    send.on('error', reject)
    send.on('response', (reply) => {
      const chunks: Buffer[] = []
      let bytes = 0
      reply.on('error', reject)
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > REPLY_MAX) send.destroy(new Error('the reply is too large'))
        else chunks.push(chunk)
      })
      reply.on('end', () => {
        if (reply.statusCode !== 200) return reject(new PeerRefused(String(reply.statusCode)))
        try {
          return resolve(JSON.parse(Buffer.concat(chunks).toString()))
        } catch (error) {
          return reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    })
    send.end(content)
  })
}
