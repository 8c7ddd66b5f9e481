import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#/http/errors.ts'

/** Max bytes of an SOS body that are parsed. A larger body is ignored: the SOS is raised at once with an empty body. */
const READ_MAX = 256 * 1024
/** Bytes after which the connection is closed. No real SOS is this large. */
const SOS_BODY_LIMIT = 64 * 1024 * 1024
/** Milliseconds without a byte after which an SOS is raised with the bytes received so far. */
const STALL_MS = 5000

/** Makes the SOS route accept any body and content type. A body that is not JSON becomes an SOS without text. */
export function acceptAnyBody(app: FastifyInstance): void {
  const stalled = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    request.headers['content-type'] = 'application/octet-stream'
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    const { text, isStalled } = await readBody(request.raw)
    if (isStalled) stalled.add(request)
    return parseJsonOr(text, {})
  })
  // The rest of a stalled body must not be parsed as the next request.
  app.addHook('onSend', async (request, reply) => {
    if (stalled.has(request)) reply.header('connection', 'close')
  })
}

/** Reads a body until its end, the limit or the stall timeout. The Content-Length is not trusted. */
function readBody(source: FastifyRequest['raw']): Promise<{ text: string; isStalled: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (isStalled: boolean) => {
      clearTimeout(timer)
      resolve({ text: size > READ_MAX ? '' : Buffer.concat(chunks).toString('utf8'), isStalled })
    }
    const timer = setTimeout(() => finish(true), STALL_MS)
    source.on('data', (chunk: Buffer) => {
      size += chunk.length
      timer.refresh()
      if (size <= READ_MAX) chunks.push(chunk)
      else finish(false)
      if (size > SOS_BODY_LIMIT) source.destroy()
    })
    source.once('end', () => finish(false))
    // The client cut the connection. It repeats the SOS until it gets a reply.
    source.once('error', () => {
      clearTimeout(timer)
      reject(new AppError('invalid'))
    })
  })
}

function parseJsonOr(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fallback
  }
}
