import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { HttpInput } from './http-inputs.ts'

export interface HttpResult {
  readonly status: number
  readonly contentType: string
  readonly text: string
  /** Milliseconds until the end of the reply. */
  readonly took: number
}

/** Milliseconds after which a request counts as unanswered. */
const REPLY_WITHIN_MS = 30_000
/** Max bytes of a reply that are kept, such as of a map archive. */
const KEPT_MAX = 2_000_000

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/**
 * Sends a request and reads the reply; null where the input cuts its connection. A connection that the server closed while it was
 * idle is replaced once.
 * @throws an error when there is no reply
 */
export async function sendHttp(url: string, input: HttpInput, headers: Record<string, string>): Promise<HttpResult | null> {
  if (input.isCut) return cut(url, input, headers)
  try {
    return await exchange(url, input, headers, true)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !['ECONNRESET', 'EPIPE'].includes(String(error.code))) throw error
    return exchange(url, input, headers, false)
  }
}

function exchange(url: string, input: HttpInput, headers: Record<string, string>, isKept: boolean): Promise<HttpResult> {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    const sent = request({ ...optionsOf(url, input, headers), agent: isKept ? agent : false }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        if ((size += chunk.length) < KEPT_MAX) chunks.push(chunk)
      })
      response.once('error', reject)
      response.once('end', () => {
        clearTimeout(timer)
        const contentType = response.headers['content-type'] ?? ''
        const body = Buffer.concat(chunks)
        const text = (response.headers['content-encoding'] === 'gzip' && body.length > 0 ? gunzipSync(body) : body).toString()
        resolve({ status: response.statusCode ?? 0, contentType, text, took: performance.now() - from })
      })
    })
    const timer = setTimeout(() => sent.destroy(new Error(`no reply within ${REPLY_WITHIN_MS} ms`)), REPLY_WITHIN_MS)
    sent.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    sent.end(input.body ?? undefined)
  })
}

/** Sends a part of the body and resets the connection. */
async function cut(url: string, input: HttpInput, headers: Record<string, string>): Promise<null> {
  const sent = request({ ...optionsOf(url, input, headers), agent: false })
  sent.on('error', () => undefined)
  const body = input.body ?? new Uint8Array()
  sent.setHeader('content-length', body.length)
  sent.write(body.subarray(0, Math.floor(body.length / 2)))
  await sleep(5)
  sent.destroy()
  return null
}

/** Returns the options of a request whose path is sent as it is. */
function optionsOf(url: string, { method, path, body }: HttpInput, headers: Record<string, string>) {
  const { hostname, port } = new URL(url)
  // Node frames a body by chunks where neither the method nor a length says that there is one.
  return {
    hostname,
    port,
    path,
    method,
    headers: { ...headers, ...(body !== null && { 'content-length': String(body.length) }) },
  }
}
