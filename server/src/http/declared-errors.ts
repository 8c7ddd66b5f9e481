import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, ErrorReply, errorStatus } from '@noroshi/contract/errors'
import type { Deps } from '#/deps.ts'
import { sendAppError, toAppError } from './errors.ts'

/**
 * Returns one reply of the OpenAPI document for each status of the error codes. Its description names the codes.
 * @param codes - the error codes that a route declares (decisions/0121)
 */
export function errorReplies(codes: ReadonlySet<ErrorCode>) {
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      { description: ofStatus.toSorted().join(', '), content: { 'application/json': { schema: ErrorReply } } },
    ]),
  )
}

/** Returns an error handler that logs each error code that the route does not declare. */
export function checkedErrorHandler({ logError }: Pick<Deps, 'logError'>, route: string, codes: ReadonlySet<ErrorCode>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const error = toAppError(thrown, request)
    if (!codes.has(error.code)) logError(new Error(`${route} does not declare ${error.code}`))
    void sendAppError(error, request, reply)
  }
}
