import type { FastifyInstance } from 'fastify'

/** Bytes of an SOS that are read; the rest of a larger one is let pass unread, and the SOS is raised. */
const READ_MAX = 256 * 1024
/** Bytes at which even an SOS is cut off: nothing a person sends is this large. */
export const SOS_BODY_LIMIT = 64 * 1024 * 1024

/** An SOS is never refused for its body: what is not JSON is an SOS without words, whatever it says that it is. */
export function takeAnyBody(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    request.headers['content-type'] = 'application/octet-stream'
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (_request: unknown, payload: AsyncIterable<Buffer>) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of payload) {
      size += chunk.length
      if (size <= READ_MAX) chunks.push(chunk)
    }
    return size > READ_MAX ? {} : parseOr(Buffer.concat(chunks).toString('utf8'), {})
  })
}

function parseOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
