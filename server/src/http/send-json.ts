import type { FastifyReply, FastifyRequest } from 'fastify'
import { gzipped } from './gzip.ts'
import { takes } from './web-assets.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Characters from which a reply is worth compressing: below, it is one or two packets either way. */
const COMPRESSED_FROM = 4096

/** A reply that is JSON already, and may be sent to many: compressed once. */
export class ReadyJson {
  readonly text: string
  #gzipped: Promise<Buffer> | null = null
  constructor(text: string) {
    this.text = text
  }

  gzipped(): Promise<Buffer> {
    return (this.#gzipped ??= gzipped(this.text))
  }
}

/** What the handler answers with: returned to Fastify, which sends it. Large ones are compressed beside the event loop (decisions/0012). */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, json: ReadyJson): Promise<string | Buffer> {
  reply.type(JSON_TYPE)
  if (json.text.length < COMPRESSED_FROM) return json.text
  reply.header('vary', 'Accept-Encoding')
  if (!takes(request.headers['accept-encoding'] ?? '', 'gzip')) return json.text
  reply.header('content-encoding', 'gzip')
  return json.gzipped()
}
