import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#/http/errors.ts'
import { sourceOfCaller } from '#/http/source-of.ts'
import { StalledTurns } from './stalled-turns.ts'
import { UnfinishedBodies, type UnfinishedBody } from './unfinished-bodies.ts'

/** Max bytes of an SOS body that are parsed. A larger body is ignored: the SOS is raised at once with an empty body. */
const READ_MAX = 256 * 1024
/** Bytes of memory that a part of a body takes beside its content. A client decides how large the parts are. */
const PART_BYTES = 256
/** Bytes after which the connection is closed. No real SOS is this large. */
const SOS_BODY_LIMIT = 64 * 1024 * 1024
/** Milliseconds without a byte after which an SOS is raised with the bytes received so far. */
const STALL_MS = 5000

/**
 * Makes the SOS route accept any body and content type. A body that is not JSON becomes an SOS without text. One that stalls
 * becomes an SOS in its turn (decisions/0004).
 */
export function acceptAnyBody(app: FastifyInstance): void {
  const turns = new StalledTurns()
  const unfinished = new UnfinishedBodies()
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
    return parseJsonOr(await readBody(request.raw, awaitTurn, (drop) => unfinished.begin(source, drop)), {})
  })
  // The rest of a stalled body must not be parsed as the next request.
  app.addHook('onSend', async (request, reply) => {
    if (stalled.has(request)) reply.header('connection', 'close')
  })
}

/**
 * Reads a body until its end, the limit, or its turn after the stall timeout. The Content-Length is not trusted.
 * @param awaitTurn calls its argument when the turn begins; returns a function that gives up the wait, or null if none is possible
 * @param begin begins to count the bytes in memory; its argument drops them, and the SOS is raised without text
 */
function readBody(
  body: FastifyRequest['raw'],
  awaitTurn: (begin: () => void) => (() => void) | null,
  begin: (drop: () => void) => UnfinishedBody,
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
      counted.end()
    }
    const finish = () => {
      if (isFinished) return
      stop()
      resolve(Buffer.concat(chunks).toString('utf8'))
    }
    const drop = () => {
      stop()
      chunks = []
      resolve('')
    }
    const counted = begin(drop)
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
      if (!counted.add(chunk.length + PART_BYTES) || size > READ_MAX) drop()
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

function parseJsonOr(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fallback
  }
}
