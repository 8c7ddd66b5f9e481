import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '#/ports/storage.ts'

export interface Bytes {
  readonly size: number
  /** MIME type. */
  readonly type: string
  /** Strong ETag without its quotes. */
  readonly tag: string
  readonly open: (range: ByteRange | undefined) => Promise<Readable> | Buffer
}

/**
 * Replies to GET and HEAD: the whole (200), a range (206), unchanged (304) or out of range (416). The caller sets other headers
 * before.
 */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes): Promise<FastifyReply> {
  const tag = `"${bytes.tag}"`
  reply.header('etag', tag).header('accept-ranges', 'bytes')
  if (isListed(request.headers['if-none-match'], tag)) return reply.status(304).send()

  const range = requestedRange(request, tag, bytes.size)
  if (range === 'beyond') return reply.status(416).header('content-range', `bytes */${bytes.size}`).send()
  if (range) reply.status(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes.size}`)
  reply.type(bytes.type).header('content-length', range ? range.last - range.first + 1 : bytes.size)
  // HEAD gets an empty stream: for any other empty body, Fastify overwrites the content length.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await bytes.open(range))
}

export const tagOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

const isListed = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((listed) => listed.trim().replace(/^W\//, '') === tag))

/** Returns undefined for the whole, also for several ranges, other range units and malformed headers (RFC 9110). */
function requestedRange({ method, headers }: FastifyRequest, tag: string, size: number): ByteRange | 'beyond' | undefined {
  if (method !== 'GET' || (headers['if-range'] !== undefined && headers['if-range'] !== tag)) return undefined
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '') ?? []
  if (from === '') {
    if (to === '') return undefined
    const length = Math.min(Number(to), size)
    return length === 0 ? 'beyond' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= size ? 'beyond' : { first, last }
}
