import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { Route } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import { API_BASE } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { AppError, parseOrThrow } from './errors.ts'
import { jsonOf, ReadyJson, sendJson } from './send-json.ts'
import { sourceOf } from './source-of.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What a handler gets: who calls, and what they sent, parsed by the contract. */
export interface Call<Declared extends Route> {
  /** Never null where the route's access is `member` or `admin`. */
  readonly viewer: Declared['access'] extends 'member' | 'admin' ? NonNullable<Caller['viewer']> : Caller['viewer']
  /** The id of the alert whose token was sent along; null without one. */
  readonly tokenAlertId: string | null
  readonly params: Parsed<Declared['params']>
  readonly query: Parsed<Declared['query']>
  readonly body: Parsed<Declared['body']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Tries a minute, counted by `by`. */
interface Limit {
  readonly max: number
  readonly by: (request: FastifyRequest) => string
}

interface RouteOptions extends Pick<RouteShorthandOptions, 'bodyLimit'> {
  /** Beyond any of them it is tooManyRequests (429). */
  readonly limits?: readonly Limit[]
}

/** By the network of IPv6 that one household has: it has more addresses than anybody could count. */
export const byAddress = (request: FastifyRequest): string => sourceOf(request.ip)
/** Who holds a session or an alert's token counts for themselves: many share one address behind a router. */
export const byCaller = ({ caller, ip }: FastifyRequest): string =>
  caller.viewer?.sessionId ?? caller.tokenAlertId ?? sourceOf(ip)

/** Registers one route of the contract. Access is checked before anything that was sent is looked at. */
export function route<const Declared extends Route>(
  app: FastifyInstance,
  deps: Deps,
  declared: Declared,
  handler: (call: Call<Declared>) => Promise<z.input<Declared['reply']> | ReadyJson>,
  options: RouteOptions = {},
): void {
  app.route({
    method: declared.method,
    url: API_BASE + declared.path,
    schema: describe(declared),
    // Parsed below, so that every refusal has one shape.
    validatorCompiler: () => () => true,
    serializerCompiler: () => JSON.stringify, // of refusals; answers are JSON by then
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    preHandler: (options.limits ?? []).map((limit) => countTries(app, limit)),
    onRequest: async (request) => {
      request.caller = await authenticate(deps, request)
      allow(declared, request.caller)
    },
    handler: async (request, reply) => {
      const call = {
        ...request.caller,
        params: declared.params && parseOrThrow(declared.params, request.params),
        query: declared.query && parseOrThrow(declared.query, request.query),
        body: declared.body && parseOrThrow(declared.body, request.body),
        request,
        reply,
      }
      reply.status(declared.status ?? 200)
      const answer = await handler(call as unknown as Call<Declared>) // parsed by the same schemas that type it
      const json = answer instanceof ReadyJson ? answer : jsonOf(answer)
      if (deps.checksReplies) declared.reply.parse(JSON.parse(json.text()))
      return sendJson(request, reply, json)
    },
  })
}

function countTries(app: FastifyInstance, { max, by }: Limit) {
  const count = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator: by })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const tries = await count(request)
    if (tries.isAllowed || !tries.isExceeded) return
    reply.header('retry-after', tries.ttlInSeconds)
    throw new AppError('tooManyRequests')
  }
}

function allow({ access, refusal = 'forbidden' }: Route, { viewer, tokenAlertId }: Caller): void {
  if (access === 'public') return
  if (access === 'token') {
    if (viewer === null && tokenAlertId === null) throw new AppError('notFound')
    return
  }
  if (viewer === null) throw new AppError('unauthorized')
  if (access === 'admin' && !viewer.isAdmin) throw new AppError(refusal)
}

/** What OpenAPI is made from. */
const describe = (declared: Route) => ({
  summary: declared.summary,
  tags: [declared.path.split('/')[1] ?? ''],
  ...(declared.params && { params: declared.params }),
  ...(declared.query && { querystring: declared.query }),
  ...((declared.body ?? declared.form) && { body: declared.body ?? declared.form }),
  ...(declared.form && { consumes: ['multipart/form-data'] }),
  ...((declared.access === 'member' || declared.access === 'admin') && { security: [{ bearer: [] }] }),
  ...(declared.access === 'token' && { security: [{ bearer: [] }, { alertToken: [] }] }),
  response: { [declared.status ?? 200]: declared.reply, default: ErrorReply },
})
