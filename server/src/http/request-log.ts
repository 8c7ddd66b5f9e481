import { randomUUID } from 'node:crypto'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from '#/config.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its reply lasts for hours by intention, so that it is not measured. */
    isHeld?: true
  }
}

/** The header of a reply with the id that the log lines of its request have. */
export const REQUEST_ID_HEADER = 'x-request-id'
/** The status of a request whose client disconnected before the reply, as nginx logs it. No client receives it. */
const DISCONNECTED = 499

/** Returns the options of the log: one JSON object a line (pino). */
export const logOptions = ({ logLevel }: Config, log?: { write(line: string): void }): FastifyServerOptions => ({
  logger: { level: logLevel, serializers: { err: describeError }, ...(log && { stream: log }) },
  logController: new ErrorsOnly(),
  // An id of the client would let it forge log lines.
  genReqId: () => randomUUID(),
})

/** Fastify's own lines about requests have their address and query, which may contain a token. Its errors are logged without. */
class ErrorsOnly extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest): void {
    if (error) request.log.error({ err: error })
  }
  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error })
  }
  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error })
  }
}

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [field: string]: unknown
}

/** Fields of errors of PostgreSQL and Node that name no row and no user, unlike `detail`. */
const LOGGED_FIELDS = ['code', 'constraint', 'table', 'syscall']

/** Returns the parts of an error that are logged. */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const fields = Object.entries(error).filter(([name]) => LOGGED_FIELDS.includes(name))
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? '',
    ...Object.fromEntries(fields),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  }
}

/** Calls the listener at the end of each request, also of one whose client disconnected, which has the status 499. */
export function onRequestEnd(
  app: FastifyInstance,
  listener: (request: FastifyRequest, status: number, milliseconds: number) => void,
): void {
  const startedAt = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', async (request) => void startedAt.set(request, performance.now()))
  const end = (request: FastifyRequest, status: number) =>
    listener(request, status, performance.now() - (startedAt.get(request) ?? performance.now()))
  app.addHook('onResponse', async (request, reply: FastifyReply) => end(request, reply.statusCode))
  app.addHook('onRequestAbort', async (request) => end(request, DISCONNECTED))
}

/** Logs each request with LOG_LEVEL=info: the pattern of its route, never its address, which may contain a token. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header(REQUEST_ID_HEADER, request.id))
  onRequestEnd(app, (request, status, milliseconds) => {
    const route = request.routeOptions.url ?? null
    request.log.info({ method: request.method, route, status, ms: Math.round(milliseconds) }, 'request')
  })
}
