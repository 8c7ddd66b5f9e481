import type { FastifyReply, FastifyRequest } from 'fastify'
import { gzipOf, Piece } from './gzip.ts'
import { memoizeAsync } from './memoize-async.ts'
import { acceptsEncoding } from './web-assets.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Min length in characters of a compressed reply. A shorter reply takes one or two packets with or without compression. */
const COMPRESSED_LENGTH_MIN = 4096

/**
 * A serialized reply that may be sent to many clients. It is compressed once, and so is each piece that several replies share.
 */
export class ReadyJson {
  readonly #pieces: readonly Piece[]
  readonly gzipped = memoizeAsync(() => gzipOf(this.#pieces))
  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
  }

  get length(): number {
    return this.#pieces.reduce((sum, { length }) => sum + length, 0)
  }

  text(): string {
    return this.#pieces.map(({ text }) => text).join('')
  }
}

const isList = (reply: unknown): reply is { items: readonly unknown[] } =>
  typeof reply === 'object' && reply !== null && 'items' in reply && Array.isArray(reply.items)

/**
 * Serializes a reply, a list item by item. V8 allocates one large string in the large object space, which only a full garbage
 * collection frees, and every request waits for that.
 */
export function jsonOf(reply: unknown): ReadyJson {
  if (!isList(reply)) return new ReadyJson([new Piece(JSON.stringify(reply))])
  const { items, ...rest } = reply
  const parts = items.flatMap((item, index) => [index === 0 ? '' : ',', JSON.stringify(item) ?? 'null'])
  const others = JSON.stringify(rest).slice(1)
  return new ReadyJson([new Piece(['{"items":[', ...parts, others === '}' ? ']}' : `],${others}`])])
}

/** Returns the body of a reply for Fastify to send. Long replies are compressed outside of the event loop (decisions/0044). */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, json: ReadyJson): Promise<string | Buffer> {
  reply.type(JSON_TYPE)
  if (json.length < COMPRESSED_LENGTH_MIN) return json.text()
  reply.header('vary', 'Accept-Encoding')
  if (!acceptsEncoding(request.headers['accept-encoding'] ?? '', 'gzip')) return json.text()
  const bytes = await json.gzipped()
  reply.header('content-encoding', 'gzip') // set after compression, so that the error reply of a failed one is not marked as gzip
  return bytes
}
