import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isStorable } from '@noroshi/contract/define'
import { errorField, errorStatus, type ErrorCode, type ErrorReply } from '@noroshi/contract/errors'
import { type Language, preferredOf } from '@noroshi/contract/i18n'
import { messages, type MessageKey } from '@noroshi/contract/messages'
import { textIn } from '@noroshi/contract/texts'
import { isConnectionLost, isDiskFull } from '#/db/pool.ts'
import { StorageUnavailable } from '#/ports/storage.ts'

type Params = Record<string, string | number>

/** An error that is reported to the caller. The code determines the HTTP status and the message. */
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

/** Returns the first supported language of an Accept-Language header; English without one. */
export const languageOf = (header: string | undefined): Language => preferredOf((header ?? '').split(','))

/**
 * Parses HTTP input by its schema and rejects strings that PostgreSQL cannot store.
 * @throws AppError 'invalid' with every issue.
 */
export function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  // defaultKey needs the input to distinguish a missing field from a wrong one. The reply does not contain it.
  const parsed = schema.safeParse(value, { reportInput: true })
  const issues = parsed.success ? findUnstorable(parsed.data) : parsed.error.issues
  if (!parsed.success || issues.length > 0) throw new AppError('invalid', {}, issues)
  return parsed.data
}

function findUnstorable(value: unknown, path: PropertyKey[] = []): z.core.$ZodIssue[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ code: 'custom', path, message: 'common.unstorable', input: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => findUnstorable(inner, [...path, key]))
}

export function errorReplyFor(error: AppError, language: Language): ErrorReply {
  const { code, issues } = error
  const message = textIn(language, `error.${code}`, error.params)
  const field = errorField[code]
  if (field !== undefined) return { code, message, issues: [{ path: field, message }] }
  return { code, message, issues: issues.map((issue) => ({ path: issue.path.join('.'), message: messageOf(issue, language) })) }
}

const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)

function messageOf(issue: z.core.$ZodIssue, language: Language): string {
  const key = isMessageKey(issue.message) ? issue.message : defaultKey(issue)
  const limits: Params = {}
  if (issue.code === 'too_big') limits['max'] = Number(issue.maximum)
  if (issue.code === 'too_small') limits['min'] = Number(issue.minimum)
  return textIn(language, key, limits)
}

function defaultKey(issue: z.core.$ZodIssue): MessageKey {
  if (issue.code === 'too_big' && issue.origin === 'string') return 'common.tooLong'
  if (issue.code === 'too_small' && issue.origin === 'string') return 'common.tooShort'
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'common.required'
  return 'common.wrongType'
}

const BY_STATUS: Record<number, ErrorCode> = { 404: 'notFound', 413: 'bodyTooLarge', 415: 'unsupported', 429: 'tooManyRequests' }

/** Converts any thrown value to an AppError. An unknown error is a defect of the server: it is logged and becomes 'internal'. */
export function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (isConnectionLost(error) || error instanceof StorageUnavailable) return new AppError('unavailable')
  if (isDiskFull(error)) return new AppError('disk.full')
  if (error === request.raw.errored) return new AppError('invalid') // the client cut the connection and gets no reply
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return new AppError(BY_STATUS[status] ?? 'invalid')
  request.log.error({ err: error })
  return new AppError('internal')
}

/** Replies with the error. Fastify also calls it for a malformed URL, before a route is found. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendAppError(toAppError(thrown, request), request, reply)
}

export function sendAppError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(errorStatus[error.code]).send(errorReplyFor(error, languageOf(request.headers['accept-language'])))
}

/** Registers the error handler of all routes. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
}
