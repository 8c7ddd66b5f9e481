import { randomUUID } from 'node:crypto'
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from '#/config.ts'

/** The header of each reply with the id that the log lines of its request have. */
export const REQUEST_ID_HEADER = 'x-request-id'

/**
 * Returns the options of the log: one JSON object a line (pino). Errors of PostgreSQL quote rows, which belong to users, so that
 * these parts are not logged.
 */
export function logOptions({ logLevel }: Config, log?: { write(line: string): void }): FastifyServerOptions {
  const quotes = ['detail', 'where', 'internalQuery', 'parameters']
  return {
    logger: {
      level: logLevel,
      redact: { paths: quotes.flatMap((field) => [`err.${field}`, `err.cause.${field}`]), remove: true },
      ...(log && { stream: log }),
    },
    // An id of the client would let it forge log lines.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }), // its lines have the address and the query of the request
  }
}

/** Logs each request with LOG_LEVEL=info: the pattern of its route, never its address, which may have a token. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header(REQUEST_ID_HEADER, request.id))
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? null
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method: request.method, route, status: reply.statusCode, ms }, 'request')
  })
}
