import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bytes of an SOS that are read. Of a larger one nothing is: the SOS is raised at once, and the rest is let pass. */
const READ_MAX = 256 * 1024
/** Bytes at which even an SOS's connection is cut off: nothing a person sends is this large. */
const SOS_BODY_LIMIT = 64 * 1024 * 1024
/** Milliseconds without a byte after which an SOS is raised with what came. */
const STALLED_AFTER = 5000

/** An SOS is never refused for its body: what is not JSON is an SOS without words, whatever it says that it is. */
export function takeAnyBody(app: FastifyInstance): void {
  const stalled = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    request.headers['content-type'] = 'application/octet-stream'
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    const { text, isStalled } = await readBody(request.raw)
    if (isStalled) stalled.add(request)
    return parseOr(text, {})
  })
  // What would still come of that body is no request.
  app.addHook('onSend', async (request, reply) => {
    if (stalled.has(request)) reply.header('connection', 'close')
  })
}

/** Until its end, its limit or its silence, whichever comes first: no sender keeps an SOS waiting, whatever length was announced. */
function readBody(source: FastifyRequest['raw']): Promise<{ text: string; isStalled: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (isStalled: boolean) => {
      clearTimeout(timer)
      resolve({ text: size > READ_MAX ? '' : Buffer.concat(chunks).toString('utf8'), isStalled })
    }
    const timer = setTimeout(() => finish(true), STALLED_AFTER)
    source.on('data', (chunk: Buffer) => {
      size += chunk.length
      timer.refresh()
      if (size <= READ_MAX) chunks.push(chunk)
      else finish(false)
      if (size > SOS_BODY_LIMIT) source.destroy()
    })
    source.once('end', () => finish(false))
    source.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}

function parseOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
