import type { z } from 'zod'
import type { Route } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import { ALERT_TOKEN_HEADER, API_BASE } from '@noroshi/contract/addresses'
import { ApiError, OfflineError } from './http-errors.ts'
import { currentLanguage } from './i18n.ts'
import { createEmitter } from './observable.ts'
import { accessToken, setAccessToken } from './session.ts'
import { socket } from './socket.ts'
import { type RawReply, sendForm, sendJson } from './transport.ts'

type Part = 'params' | 'query' | 'body' | 'form'
type InputOf<R extends Route, P extends Part> = R extends { readonly [Name in P]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined
/** A part that the route does not have is absent. A part without required fields is optional. */
type Field<P extends Part, Input> = [Input] extends [undefined]
  ? unknown
  : object extends Input
    ? { readonly [Name in P]?: Input }
    : { readonly [Name in P]: Input }

export interface Attachment {
  /** Name of the form field, such as `files`. */
  readonly field: string
  readonly file: Blob
  readonly name: string
}

export interface CallOptions {
  /** Files that are sent with a form. */
  readonly files?: readonly Attachment[]
  /** Gives access to an alert without a session. */
  readonly alertToken?: string | undefined
  /** The request is sent by a siren screen with this token instead of the session (decisions/0141). */
  readonly screenToken?: string | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds without a reply after which the request fails as offline. Default: 30 s, more for long bodies. An upload has no
   * limit while it makes progress.
   */
  readonly timeoutMs?: number
  /** The request continues after the page is closed. */
  readonly keepalive?: boolean
  /** Reports the upload progress in percent, 0 to 100. */
  readonly onProgress?: (percent: number) => void
}

export type CallInput<R extends Route> = CallOptions &
  Field<'params', InputOf<R, 'params'>> &
  Field<'query', InputOf<R, 'query'>> &
  Field<'body', InputOf<R, 'body'>> &
  Field<'form', InputOf<R, 'form'>>

type AnyInput = CallOptions & { readonly [P in Part]?: unknown }
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function urlOf(route: Route, { params, query }: AnyInput): string {
  const values = record(params)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(record(query))) if (isScalar(value)) search.set(name, String(value))
  const searchText = search.toString() // older phones lack `search.size`
  return `${API_BASE}${path}${searchText === '' ? '' : `?${searchText}`}`
}

function formOf({ form, files = [] }: AnyInput): FormData {
  const data = new FormData()
  // In forms all values are text and '' means null. Fields come first, so that the server knows them when it receives a file.
  for (const [name, value] of Object.entries(record(form))) {
    if (value !== undefined) data.append(name, isScalar(value) ? String(value) : '')
  }
  for (const { field, file, name } of files) data.append(field, file, name)
  return data
}

const unauthorized = createEmitter()

/** Calls back on a 401 without a session. Use `onAccessToken` to observe the end of a session. */
export const onUnauthorized = unauthorized.subscribe

/** Ends the session after a 401 (specification, section 8). A newer session keeps its token and its socket. */
function endSession(refused: string | null) {
  if (refused !== accessToken()) return
  if (socket.connected) socket.emit('users:unauthorized', () => undefined)
  if (refused !== null) return setAccessToken(null)
  unauthorized.emit()
}

function refusal({ status, json }: RawReply): ApiError {
  const reply = ErrorReply.safeParse(json)
  return new ApiError(status, reply.data ?? { code: status >= 500 ? 'internal' : 'invalid', message: '', issues: [] })
}

/**
 * Sends one request to a route of the contract.
 * @throws ApiError if the server refuses; OfflineError if it cannot be reached; AbortError if `signal` is aborted.
 */
export async function call<R extends Route>(
  route: R,
  ...[input = {} as CallInput<R>]: object extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
): Promise<z.output<R['reply']>> {
  const untyped: AnyInput = input
  const isScreen = untyped.screenToken !== undefined
  const token = untyped.screenToken ?? accessToken()
  const request = {
    method: route.method,
    address: urlOf(route, untyped),
    headers: {
      'accept-language': currentLanguage(),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(untyped.alertToken !== undefined && { [ALERT_TOKEN_HEADER]: untyped.alertToken }),
    },
    signal: untyped.signal,
    timeoutMs: untyped.timeoutMs,
    keepalive: untyped.keepalive,
  }
  const reply = await (route.form ? sendForm(request, formOf(untyped), untyped.onProgress) : sendJson(request, untyped.body))

  if (reply.status === 401 && !isScreen) endSession(token)
  if (reply.status >= 400) throw refusal(reply)
  // a captive portal of the Wi-Fi answers each request with its own HTML
  if (reply.json === undefined) throw new OfflineError()
  // `as`: the server serialized the reply by this schema. Parsing it again would only cost time on phones.
  return reply.json as z.output<R['reply']>
}
