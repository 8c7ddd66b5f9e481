import type { ErrorReply } from '@noroshi/contract/errors'

/** The unit refused. `message` is its own words in the reader's language, or '' where it gave none. */
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

/** The unit could not be reached: what was to be sent is still here. */
export class OfflineError extends Error {
  constructor(cause?: unknown) {
    super('the unit cannot be reached', { cause })
    this.name = 'OfflineError'
  }
}

/** Nothing is wrong with what was sent: the unit is away, overloaded or starting, and may take it later. */
export const mayPass = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))

/** What the address names is not there for this reader; 400: it is no id at all. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status)
