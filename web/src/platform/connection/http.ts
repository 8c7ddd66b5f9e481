import type { z } from 'zod'
import type { Route } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import { ALERT_TOKEN_HEADER } from '@noroshi/contract/addresses'
import { ApiError, OfflineError } from './http-errors.ts'
import { currentLanguage } from '../language/i18n.ts'
import { createEmitter } from '../observable.ts'
import { type Attachment, formOf, type RouteInput, type RouteRequest, urlOf } from './route-request.ts'
import { accessToken, endSession, isLeaving } from '../session/session.ts'
import { socket } from './socket.ts'
import { type RawReply, sendForm, sendJson } from './transport.ts'

export interface CallOptions {
  /** Files that are sent with a form. */
  readonly files?: readonly Attachment[]
  /** Gives access to an alert without a session. */
  readonly alertToken?: string | undefined
  /** The token of a siren screen, which authenticates the request instead of the session (decisions/0141). */
  readonly screenToken?: string | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds without a reply after which the request fails as offline. Default: 30 s, more for long bodies. An
   * upload has no limit while it makes progress.
   */
  readonly timeoutMs?: number
  /** The request continues after the page is closed. */
  readonly keepalive?: boolean
  /** Reports the upload progress in percent, 0 to 100. */
  readonly onProgress?: (percent: number) => void
}

export type CallInput<R extends Route> = CallOptions & RouteInput<R>

/** Statuses of refusals that others than the server answer. They must not end a session or drop what is unsent. */
const FOREIGN_STATUSES = [401, 403, 404]

const unauthorized = createEmitter()

/** Calls back on a 401 without a session. Use `onAccessToken` to observe the end of a session. */
export const onUnauthorized = unauthorized.subscribe

/** Ends the session after a 401 (specification, section 8). A newer session keeps its token and its socket. */
function endRefused(refused: string | null) {
  if (refused !== accessToken()) return
  if (refused === null) return unauthorized.emit()
  if (socket.connected) socket.emit('users:unauthorized', () => undefined)
  endSession()
}

function refusal({ status, json }: RawReply): ApiError {
  const reply = ErrorReply.safeParse(json)
  return new ApiError(status, reply.data ?? { code: status >= 500 ? 'internal' : 'invalid', message: '', issues: [] })
}

/** The options of a request besides its content. */
export type RequestOptions = Pick<CallOptions, 'screenToken' | 'signal' | 'timeoutMs' | 'keepalive' | 'onProgress'>

/**
 * Sends one request to a route of the contract.
 * @throws ApiError if the server refuses; OfflineError if it cannot be reached; AbortError if `signal` is aborted.
 */
export async function call<R extends Route>(
  route: R,
  ...[input = {} as CallInput<R>]: object extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
): Promise<z.output<R['reply']>> {
  const { method, path, clientBase: base, form } = route
  const untyped: CallOptions & Pick<RouteRequest, 'form'> = input
  const request = { ...untyped, method, path, base, ...(form && { form: untyped.form ?? {} }) }
  // `as`: the server serialized the reply by this schema. A second validation would only cost time on phones.
  return (await sendRequest(request, untyped)) as z.output<R['reply']>
}

/**
 * Sends a request with the session of this page or as a siren screen, and returns the reply without a check.
 * @throws as {@link call}
 */
export async function sendRequest(content: RouteRequest, options: RequestOptions = {}): Promise<unknown> {
  const { screenToken, signal, timeoutMs, keepalive, onProgress } = options
  const token = screenToken ?? accessToken()
  // The browser is leaving the page after a sign-out. The server would refuse the requests of its screen, but not an
  // SOS.
  if (isLeaving() && keepalive !== true) await new Promise(() => undefined)
  const request = {
    method: content.method,
    address: urlOf(content),
    headers: {
      'accept-language': currentLanguage(),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(content.alertToken !== undefined && { [ALERT_TOKEN_HEADER]: content.alertToken }),
    },
    signal,
    timeoutMs,
    keepalive,
  }
  const isForm = content.form !== undefined
  const reply = await (isForm ? sendForm(request, formOf(content), onProgress) : sendJson(request, content.body))

  if (reply.status >= 400) {
    // A proxy or the captive portal of a Wi-Fi has answered instead of the server.
    if (reply.json === undefined && FOREIGN_STATUSES.includes(reply.status)) throw new OfflineError()
    const error = refusal(reply)
    if (error.code === 'unauthorized' && screenToken === undefined) endRefused(token)
    throw error
  }
  // a captive portal of the Wi-Fi answers each request with its own HTML
  if (reply.json === undefined) throw new OfflineError()
  return reply.json
}
