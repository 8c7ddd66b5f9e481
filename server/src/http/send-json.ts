import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takes } from './web-assets.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Characters from which a reply is worth compressing: below, it is one or two packets either way. */
const COMPRESSED_FROM = 4096
/** The fastest: four fifths of the bytes go, and better ones take twice as long for a few in a hundred more. */
const FAST = { level: 1, chunkSize: 256 * 1024 }

const compress = promisify<string, typeof FAST, Buffer>(gzip)

/** A reply that is JSON already, and may be sent to many: compressed once. */
export class ReadyJson {
  readonly text: string
  #gzipped: Promise<Buffer> | null = null
  constructor(text: string) {
    this.text = text
  }

  gzipped(): Promise<Buffer> {
    return (this.#gzipped ??= compress(this.text, FAST))
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
