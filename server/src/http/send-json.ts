import type { FastifyReply, FastifyRequest } from 'fastify'
import { gzipOf, Piece } from './gzip.ts'
import { keptUnlessFailed } from './kept-unless-failed.ts'
import { takes } from './web-assets.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Characters from which a reply is worth compressing: below, it is one or two packets either way. */
const COMPRESSED_FROM = 4096

/** A reply that is JSON already, and may be sent to many: compressed once, and each piece of it once for all in which it stands. */
export class ReadyJson {
  readonly #pieces: readonly Piece[]
  readonly gzipped = keptUnlessFailed(() => gzipOf(this.#pieces))
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

const isList = (answer: unknown): answer is { items: readonly unknown[] } =>
  typeof answer === 'object' && answer !== null && 'items' in answer && Array.isArray(answer.items)

/**
 * A list becomes JSON item by item. As one string it would be large: V8 puts large ones beside the young ones, where only a collection
 * of the whole heap finds them, and every request waits for that.
 */
export function jsonOf(answer: unknown): ReadyJson {
  if (!isList(answer)) return new ReadyJson([new Piece(JSON.stringify(answer))])
  const { items, ...rest } = answer
  const parts = items.flatMap((item, place) => [place === 0 ? '' : ',', JSON.stringify(item) ?? 'null'])
  const others = JSON.stringify(rest).slice(1)
  return new ReadyJson([new Piece(['{"items":[', ...parts, others === '}' ? ']}' : `],${others}`])])
}

/** What the handler answers with: returned to Fastify, which sends it. Large ones are compressed beside the event loop (decisions/0012). */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, json: ReadyJson): Promise<string | Buffer> {
  reply.type(JSON_TYPE)
  if (json.length < COMPRESSED_FROM) return json.text()
  reply.header('vary', 'Accept-Encoding')
  if (!takes(request.headers['accept-encoding'] ?? '', 'gzip')) return json.text()
  const bytes = await json.gzipped()
  reply.header('content-encoding', 'gzip') // not before: where it fails, the refusal is plain
  return bytes
}
