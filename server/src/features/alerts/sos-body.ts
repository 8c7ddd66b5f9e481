import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#/http/errors.ts'
import { sourceOfCaller } from '#/http/source-of.ts'
import { StalledTurns } from './stalled-turns.ts'

/** Max bytes of an SOS body that are parsed. A larger body is ignored: the SOS is raised at once with an empty body. */
const READ_MAX = 256 * 1024
/** Max bytes of the unfinished bodies of one source, and of all sources. Bodies that exceed them count as too large. */
const UNFINISHED_OF_SOURCE_MAX = 8 * 1024 * 1024
const UNFINISHED_MAX = 128 * 1024 * 1024
/** Bytes of memory that a part of a body takes beside its content. A client decides how large the parts are. */
const PART_BYTES = 256
/** Bytes after which the connection is closed. No real SOS is this large. */
const SOS_BODY_LIMIT = 64 * 1024 * 1024
/** Milliseconds without a byte after which an SOS is raised with the bytes received so far. */
const STALL_MS = 5000

/**
 * Makes the SOS route accept any body and content type. A body that is not JSON becomes an SOS without text. One that stalls
 * becomes an SOS in its turn (decisions/0180).
 */
export function acceptAnyBody(app: FastifyInstance): void {
  const turns = new StalledTurns()
  const unfinished = new UnfinishedBytes()
  const stalled = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    request.headers['content-type'] = 'application/octet-stream'
    reply.raw.once('close', () => {
      if (stalled.has(request)) turns.end()
    })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    const source = sourceOfCaller(request)
    const awaitTurn = (begin: () => void) =>
      turns.wait(source, () => {
        stalled.add(request)
        begin()
      })
    return parseJsonOr(await readBody(request.raw, awaitTurn, (bytes) => unfinished.add(source, bytes)), {})
  })
  // The rest of a stalled body must not be parsed as the next request.
  app.addHook('onSend', async (request, reply) => {
    if (stalled.has(request)) reply.header('connection', 'close')
  })
}

/**
 * Reads a body until its end, the limit, or its turn after the stall timeout. The Content-Length is not trusted.
 * @param awaitTurn calls its argument when the turn begins; returns a function that gives up the wait, or null if none is possible
 * @param count counts bytes in memory, or uncounts a negative number; returns false if there are too many
 */
function readBody(
  body: FastifyRequest['raw'],
  awaitTurn: (begin: () => void) => (() => void) | null,
  count: (bytes: number) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    let isFinished = false
    let giveUpTurn: (() => void) | null = null
    const stop = () => {
      isFinished = true
      clearTimeout(timer)
      giveUpTurn?.()
      count(-chunks.reduce((sum, { length }) => sum + length + PART_BYTES, 0))
    }
    const finish = () => {
      if (isFinished) return
      stop()
      resolve(Buffer.concat(chunks).toString('utf8'))
    }
    const timer = setTimeout(() => {
      giveUpTurn = awaitTurn(finish)
      if (giveUpTurn === null) body.destroy()
    }, STALL_MS)
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > SOS_BODY_LIMIT) body.destroy()
      if (isFinished) return
      giveUpTurn?.()
      giveUpTurn = null
      timer.refresh()
      chunks.push(chunk)
      if (count(chunk.length + PART_BYTES) && size <= READ_MAX) return
      stop()
      chunks = []
      resolve('')
    })
    body.once('end', finish)
    // The client cut the connection, or too many bodies of its source wait. It repeats the SOS until it gets a reply.
    const giveUp = () => {
      if (isFinished) return
      stop()
      reject(new AppError('invalid'))
    }
    body.once('error', giveUp)
    body.once('close', giveUp) // a body that is destroyed has no error
  })
}

/** Counts the bytes of bodies in memory that have not ended. */
class UnfinishedBytes {
  #total = 0
  readonly #bySource = new Map<string, number>()

  /** Returns false when the source, or all sources together, have too many. */
  add(source: string, bytes: number): boolean {
    this.#total += bytes
    const ofSource = (this.#bySource.get(source) ?? 0) + bytes
    if (ofSource > 0) this.#bySource.set(source, ofSource)
    else this.#bySource.delete(source)
    return this.#total <= UNFINISHED_MAX && ofSource <= UNFINISHED_OF_SOURCE_MAX
  }
}

function parseJsonOr(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fallback
  }
}
