import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { API_BASE } from '@noroshi/contract/routes'

/** Milliseconds without any byte after which a request ends. */
const SILENT_MS = 30_000
/** Max bytes of a reply: a bundle over a link with its encoding. */
const REPLY_MAX = 32 * 1024 * 1024

/** The other unit refused a request. */
export class PeerRefused extends Error {}

/**
 * Sends JSON to a route of another unit. The certificate is not checked: units have authorities of their own, and the content is
 * encrypted to the keys of the unit and signed by them, or proves a one-time code.
 * @throws PeerRefused for an error of the unit; another error when it is not reached
 */
export function postToPeer(baseUrl: string, path: string, body: object): Promise<unknown> {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${API_BASE}${path}`)
  const content = Buffer.from(JSON.stringify(body))
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': content.length },
    timeout: SILENT_MS,
    agent: false as const,
  }
  return new Promise((resolve, reject) => {
    const send =
      url.protocol === 'https:' ? requestHttps(url, { ...options, rejectUnauthorized: false }) : requestHttp(url, options)
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
