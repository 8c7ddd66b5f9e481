import type { ErrorReply } from '@noroshi/contract/errors'

/** The server refused the request. `message` is the server's text in the user's language, or '' if it gave none. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: ErrorReply['issues']

  constructor(status: number, reply: ErrorReply) {
    super(reply.message)
    this.name = 'ApiError'
    this.status = status
    this.code = reply.code
    this.issues = reply.issues
  }
}

/** The server could not be reached. The caller still has the data and may retry. */
export class OfflineError extends Error {
  constructor(cause?: unknown) {
    super('the server cannot be reached', { cause })
    this.name = 'OfflineError'
  }
}

/** HTTP 507: the server has no room for a file, and its operator has to make some. */
const INSUFFICIENT_STORAGE = 507

/**
 * Returns whether a later retry may succeed: the server is unreachable, overloaded or starting, or its disk is full.
 */
export const isTemporary = (error: unknown): boolean =>
  error instanceof OfflineError ||
  (error instanceof ApiError &&
    ((error.status >= 500 && error.status !== INSUFFICIENT_STORAGE) ||
      [408, 429].includes(error.status) ||
      error.code === 'disk.full'))

/** Returns whether the addressed entity does not exist for this user. 400: the address has an invalid id. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status)

/** Returns whether the account of the addressed user is deactivated. */
export const isDeactivated = (error: unknown): boolean => error instanceof ApiError && error.code === 'user.inactive'

/** Statuses that a retry does not change. 404 and 400 too: the user may not read the entity, or the address is wrong. */
const FINAL_STATUSES = [400, 401, 403, 404]

/** Returns whether a retry does not change the error. */
export const isFinal = (error: unknown): boolean => error instanceof ApiError && FINAL_STATUSES.includes(error.status)

/** The `retry` of all queries: once, except after a final status (specification, section 7; decisions/0122). */
export const isWorthRetrying = (failures: number, error: unknown): boolean => failures < 1 && !isFinal(error)
