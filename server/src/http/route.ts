import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import type { Route } from '@noroshi/contract/define'
import { errorsOf } from '@noroshi/contract/route-errors'
import { ASR_BASE } from '@noroshi/contract/addresses'
import { API_BASE, operations } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'
import { authenticate, authenticateScreen, type Caller, withoutRestricted } from './authenticate.ts'
import { checkedErrorHandler, errorReplies } from './declared-errors.ts'
import { AppError, parseOrThrow } from './errors.ts'
import type { Screen } from './screens.ts'
import { jsonOf, ReadyJson, sendJson } from './send-json.ts'
import { sourceOf } from './source-of.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The argument of a handler: the caller, and the request's input as the contract parsed it. */
export interface RouteCall<Declared extends Route> {
  /** Never null where the route's access is `member` or `admin`. */
  readonly viewer: Declared['access'] extends 'member' | 'admin' ? NonNullable<Caller['viewer']> : Caller['viewer']
  /** The id of the alert whose token the request carries; null without a token. */
  readonly tokenAlertId: string | null
  /** The screen that sent the request where the route's access is `screen`; null elsewhere. */
  readonly screen: Declared['access'] extends 'screen' ? Screen : null
  readonly params: Parsed<Declared['params']>
  readonly query: Parsed<Declared['query']>
  readonly body: Parsed<Declared['body']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A rate limit. */
interface Limit {
  /** Routes whose limits have the same name count together. Absent: the route counts alone. */
  readonly name?: string
  /** Requests a minute. */
  readonly max: number
  /** Returns the key that requests are counted by. */
  readonly by: (request: FastifyRequest) => string
}

export interface RouteOptions extends Pick<RouteShorthandOptions, 'bodyLimit'> {
  /** The route replies tooManyRequests (429) beyond any of them. */
  readonly limits?: readonly Limit[]
}

/** The reply of a handler, before it is parsed. */
export type RouteReply<Declared extends Route> = z.input<Declared['reply']> | ReadyJson

/** Counts by IPv4 address or IPv6 /64 network, since one household has a whole /64. */
export const perAddress = (request: FastifyRequest): string => sourceOf(request.ip)
/**
 * Returns the rate limit key of a request: the user or the alert token, because many users share one address behind a
 * router. For other callers it is the address. All sessions of a user share the limit.
 */
export const perCaller = (request: FastifyRequest): string =>
  request.caller.viewer === null ? (request.caller.tokenAlertId ?? sourceOf(request.ip)) : request.caller.viewer.id

/** Returns the rate limit key of a request: the id of the screen, otherwise the address. */
export const perScreen = ({ screen, ip }: FastifyRequest): string => screen?.id ?? sourceOf(ip)

/** A screen is not a user and has no alert token. */
const ANONYMOUS: Caller = { viewer: null, tokenAlertId: null }

/** Converts the second address that the specification has for the parts of voice posts. */
export const rewriteUrl = ({ url = '/' }: { readonly url?: string | undefined }): string =>
  /^\/asr-server\/audio-stream(?=$|\?)/.test(url) ? url.replace(ASR_BASE, API_BASE) : url

/** Registers one route of the contract. Access is checked before any input is parsed. */
export function route<const Declared extends Route>(
  app: FastifyInstance,
  deps: Deps,
  declared: Declared,
  handler: (call: RouteCall<Declared>) => Promise<RouteReply<Declared>>,
  options: RouteOptions = {},
): void {
  if (options.limits && !errorsOf(declared).has('tooManyRequests'))
    throw new Error(`${declared.method} ${declared.path} has a limit and does not declare tooManyRequests`)
  const screenKind = screenKindOf(deps, declared)
  const needsSpace = !['GET', 'DELETE'].includes(declared.method) && declared.onFullDisk !== 'accepted'
  app.route({
    method: declared.method,
    url: API_BASE + declared.path,
    // Fastify gets no schema: the handler below parses the input, so that all errors have one shape.
    config: { describe: () => describe(declared) },
    ...(deps.checksReplies && {
      errorHandler: checkedErrorHandler(deps, `${declared.method} ${declared.path}`, errorsOf(declared)),
    }),
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    preHandler: (options.limits ?? []).map((limit, index) =>
      enforceLimit(deps, limit, `${declared.method} ${declared.path} ${index}`),
    ),
    onRequest: async (request) => {
      request.screen = screenKind === null ? null : await authenticateScreen(deps, request, screenKind)
      const caller = request.screen === null ? await authenticate(deps, request) : ANONYMOUS
      const needsSession = declared.access === 'member' || declared.access === 'admin'
      request.caller = declared.allowsRestricted === true ? caller : withoutRestricted(caller, needsSession)
      checkAccess(declared, request.caller)
      if (needsSpace && deps.disk.level === 'full') throw new AppError('disk.full')
    },
    handler: async (request, reply) => {
      const call = {
        ...request.caller,
        screen: request.screen,
        params: declared.params && parseOrThrow(declared.params, request.params),
        query: declared.query && parseOrThrow(declared.query, request.query),
        body: declared.body && parseOrThrow(declared.body, request.body),
        request,
        reply,
      }
      reply.status(declared.status ?? 200)
      const uncount = await countText(deps, declared, request, call.body)
      const handled = handler(call as unknown as RouteCall<Declared>) // parsed by the same schemas that type it
      const result = await (uncount === null ? handled : uncountAfterError(handled, uncount))
      const json = result instanceof ReadyJson ? result : jsonOf(result)
      if (deps.checksReplies) checkReply(declared, reply.statusCode, json)
      return sendJson(request, reply, json)
    },
  })
}

/**
 * Counts a request without files to the daily limits of its user; forms with files are counted by `withUpload`.
 * @returns a function that uncounts it; null for a request that does not count
 * @throws budget.texts, budget.textBytes, budget.network (507)
 */
async function countText(
  { dailyUsage }: Deps,
  { budget, form }: Route,
  { caller: { viewer }, ip, headers }: FastifyRequest,
  body: unknown,
): Promise<(() => void) | null> {
  if (budget === undefined || form !== undefined || viewer === null) return null
  const bytes = Number(headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body ?? null)))
  return dailyUsage.takeText({ userId: viewer.id, source: sourceOf(ip) }, budget, bytes)
}

async function uncountAfterError<Result>(handled: Promise<Result>, uncount: () => void): Promise<Result> {
  try {
    return await handled
  } catch (error) {
    uncount()
    throw error
  }
}

function checkReply(declared: Route, status: number, json: ReadyJson): void {
  if (!(String(status) in successReplies(declared))) throw new Error(`${declared.path} does not declare the status ${status}`)
  declared.reply.parse(JSON.parse(json.text()))
}

function enforceLimit({ rateLimiter }: Deps, { max, by, name }: Limit, nameOfRoute: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { isAllowed, retryAfterSeconds } = await rateLimiter.take({ name: name ?? nameOfRoute, max, minutes: 1 }, by(request))
    if (isAllowed) return
    reply.header('retry-after', retryAfterSeconds)
    throw new AppError('tooManyRequests')
  }
}

/** Returns the kind of the screens that may call a route; null for a route of other callers. @throws Error for an unknown kind */
function screenKindOf({ screens }: Deps, { access, screen = '', method, path }: Route): string | null {
  if (access !== 'screen') return null
  if (!screens.has(screen)) throw new Error(`${method} ${path} has no kind of screens`)
  return screen
}

function checkAccess({ access, refusal = 'forbidden' }: Route, { viewer, tokenAlertId }: Caller): void {
  if (access === 'public' || access === 'screen') return
  if (access === 'token') {
    if (viewer === null && tokenAlertId === null) throw new AppError('notFound')
    return
  }
  if (viewer === null) throw new AppError('unauthorized')
  if (access === 'admin' && !viewer.isAdmin) throw new AppError(refusal)
}

const operationOf = new Map(operations.map((operation) => [operation.route, operation]))

/** Returns the description of a route in the OpenAPI document. */
function describe(declared: Route) {
  const operation = operationOf.get(declared)
  return {
    summary: declared.summary,
    ...(operation && { operationId: operation.operationId, tags: [operation.tag] }),
    ...(declared.params && { params: declared.params }),
    ...(declared.query && { querystring: declared.query }),
    ...(declared.body && { body: declared.body }),
    ...(declared.form && { body: declared.form.extend({ files: FilesPart }), consumes: ['multipart/form-data'] }),
    security: securityOf(declared),
    response: { ...successReplies(declared), ...errorReplies(errorsOf(declared)) },
  }
}

/** The files of a multipart form. Their parts may have any name. */
const FilesPart = z.array(z.file()).optional()

function securityOf({ access }: Route): readonly Record<string, readonly string[]>[] {
  if (access === 'public') return []
  if (access === 'screen') return [{ screenToken: [] }]
  return access === 'token' ? [{ bearer: [] }, { alertToken: [] }] : [{ bearer: [] }]
}

const successReplies = ({ status = 200, isRepeatable, reply }: Route) => ({
  ...(isRepeatable === true && { 200: reply }),
  [status]: reply,
})
