import { ALERT_TOKEN_HEADER } from '@noroshi/contract/addresses'
import { ApiError, OfflineError } from '../src/platform/connection/http-errors.ts'
import { formOf, type RouteRequest, urlOf } from '../src/platform/connection/route-request.ts'
import type { WorkerSession } from './stored-session.ts'

/** Timeout of a request in milliseconds. It then fails as offline. */
const TIMEOUT_MS = 30_000
/** Timeout of an upload in milliseconds. The browser ends a worker that runs longer. */
const UPLOAD_TIMEOUT_MS = 120_000

interface Options {
  /** null: the request is anonymous. */
  readonly session: WorkerSession | null
  readonly timeoutMs?: number | undefined
}

/**
 * Sends one request of the service worker.
 * @throws ApiError if the server refuses the request; OfflineError if the server cannot be reached
 */
export async function sendRequest(request: RouteRequest, { session, timeoutMs }: Options): Promise<unknown> {
  const { method, body, alertToken } = request
  const isForm = request.form !== undefined
  let reply: Response
  let json: unknown
  try {
    reply = await fetch(urlOf(request), {
      method,
      headers: {
        'accept-language': session?.language ?? navigator.language,
        ...(session && { authorization: `Bearer ${session.token}` }),
        ...(alertToken !== undefined && { [ALERT_TOKEN_HEADER]: alertToken }),
        ...(!isForm && body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(isForm ? { body: formOf(request) } : body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs ?? (isForm ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)),
    })
    json = await reply.json()
  } catch (error) {
    throw new OfflineError(error) // also a reply that is not JSON, which another server has sent
  }
  if (reply.status < 400) return json
  const error = errorReplyOf(json)
  // A 401 in another form is the answer of a proxy (decisions/0019).
  if (reply.status === 401 && error.code !== 'unauthorized') throw new OfflineError()
  throw new ApiError(reply.status, error)
}

function errorReplyOf(json: unknown) {
  const { code, message } = (json ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return { code: typeof code === 'string' ? code : 'invalid', message: typeof message === 'string' ? message : '', issues: [] }
}
