import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isStorable } from '@noroshi/contract/define'
import { errorField, errorStatus, type ErrorCode, type ErrorReply } from '@noroshi/contract/errors'
import { fill, type Language } from '@noroshi/contract/i18n'
import { messages, type MessageKey } from '@noroshi/contract/messages'
import { isConnectionLost } from '#/db/pool.ts'

type Params = Record<string, string | number>

/** A refusal that its caller is told: the code decides status and words. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: Params
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(code: ErrorCode, params: Params = {}, issues: readonly z.core.$ZodIssue[] = []) {
    super(code)
    this.code = code
    this.params = params
    this.issues = issues
  }
}

/** The caller's language: what the page asked for, else English. */
export const languageOf = (header: string | undefined): Language => (/^\s*ja\b/i.test(header ?? '') ? 'ja' : 'en')

/**
 * Everything that comes in by HTTP passes here: what the schema takes, in characters that can be kept.
 * @throws AppError 'invalid' with every issue.
 */
export function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  // The input tells a missing field from a wrong one; it never leaves with the answer.
  const parsed = schema.safeParse(value, { reportInput: true })
  const issues = parsed.success ? unstorableIn(parsed.data) : parsed.error.issues
  if (!parsed.success || issues.length > 0) throw new AppError('invalid', {}, issues)
  return parsed.data
}

function unstorableIn(value: unknown, path: PropertyKey[] = []): z.core.$ZodIssue[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ code: 'custom', path, message: 'common.unstorable', input: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unstorableIn(inner, [...path, key]))
}

export function replyFor(error: AppError, language: Language): ErrorReply {
  const { code, issues } = error
  const message = fill(messages[`error.${code}`][language], error.params)
  const field = errorField[code]
  if (field !== undefined) return { code, message, issues: [{ path: field, message }] }
  return { code, message, issues: issues.map((issue) => ({ path: issue.path.join('.'), message: wordsOf(issue, language) })) }
}

const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)

function wordsOf(issue: z.core.$ZodIssue, language: Language): string {
  const key = isMessageKey(issue.message) ? issue.message : defaultKey(issue)
  const limits: Params = {}
  if (issue.code === 'too_big') limits['max'] = Number(issue.maximum)
  if (issue.code === 'too_small') limits['min'] = Number(issue.minimum)
  return fill(messages[key][language], limits)
}

function defaultKey(issue: z.core.$ZodIssue): MessageKey {
  if (issue.code === 'too_big' && issue.origin === 'string') return 'common.tooLong'
  if (issue.code === 'too_small' && issue.origin === 'string') return 'common.tooShort'
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'common.required'
  return 'common.wrongType'
}

const BY_STATUS: Record<number, ErrorCode> = { 404: 'notFound', 413: 'bodyTooLarge', 415: 'unsupported', 429: 'tooManyRequests' }

/** What was thrown, as a refusal. Anything unknown is the server's own fault and is logged. */
function asAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (isConnectionLost(error)) return new AppError('unavailable')
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return new AppError(BY_STATUS[status] ?? 'invalid')
  request.log.error({ err: error })
  return new AppError('internal')
}

/** Tells who asked what was thrown. Fastify calls it by itself for an address that is none, before there is any route. */
export function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asAppError(thrown, request)
  return reply.status(errorStatus[error.code]).send(replyFor(error, languageOf(request.headers['accept-language'])))
}

/** The one boundary of HTTP. */
export function errorBoundary(app: FastifyInstance): void {
  app.setErrorHandler(refuse)
}
