import type { FastifyReply, FastifyRequest } from 'fastify'
import { gzipOf, Piece } from './gzip.ts'
import { takes } from './web-assets.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Characters from which a reply is worth compressing: below, it is one or two packets either way. */
const COMPRESSED_FROM = 4096

/** A reply that is JSON already, and may be sent to many: compressed once, and each piece of it once for all in which it stands. */
export class ReadyJson {
  readonly #pieces: readonly Piece[]
  #gzipped: Promise<Buffer> | null = null
  constructor(json: string | readonly Piece[]) {
    this.#pieces = typeof json === 'string' ? [new Piece(json)] : json
  }

  get length(): number {
    return this.#pieces.reduce((length, { text }) => length + text.length, 0)
  }

  text(): string {
    return this.#pieces.map(({ text }) => text).join('')
  }

  gzipped(): Promise<Buffer> {
    return (this.#gzipped ??= gzipOf(this.#pieces))
  }
}

/** What the handler answers with: returned to Fastify, which sends it. Large ones are compressed beside the event loop (decisions/0012). */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, json: ReadyJson): Promise<string | Buffer> {
  reply.type(JSON_TYPE)
  if (json.length < COMPRESSED_FROM) return json.text()
  reply.header('vary', 'Accept-Encoding')
  if (!takes(request.headers['accept-encoding'] ?? '', 'gzip')) return json.text()
  reply.header('content-encoding', 'gzip')
  return json.gzipped()
}
