import type { z } from 'zod'
import type { Route } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import { ALERT_TOKEN_HEADER, API_BASE } from '@noroshi/contract/addresses'
import { ApiError, OfflineError } from './http-errors.ts'
import { currentLanguage } from './i18n.ts'
import { accessToken, setAccessToken } from './session.ts'
import { socket } from './socket.ts'
import { type RawReply, sendForm, sendJson } from './transport.ts'

type Part = 'params' | 'query' | 'body' | 'form'
type InputOf<R extends Route, P extends Part> = R extends { readonly [Name in P]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined
/** A part that the route has not is not there; one that may be left out is optional. */
type Field<P extends Part, Input> = [Input] extends [undefined]
  ? unknown
  : object extends Input
    ? { readonly [Name in P]?: Input }
    : { readonly [Name in P]: Input }

export interface Attachment {
  /** The form's field, such as `files`. */
  readonly field: string
  readonly file: Blob
  readonly name: string
}

export interface CallOptions {
  /** Files beside a form. */
  readonly files?: readonly Attachment[]
  /** Opens an alert without a session. */
  readonly alertToken?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds without an answer that count as 'not connected', by default 30 s and more for what is long; an upload may take any time, as long as it moves. */
  readonly timeoutMs?: number
  /** Goes on when the page is left. */
  readonly keepalive?: boolean
  /** Percent of an upload, 0 to 100. */
  readonly onProgress?: (percent: number) => void
}

export type CallInput<R extends Route> = CallOptions &
  Field<'params', InputOf<R, 'params'>> &
  Field<'query', InputOf<R, 'query'>> &
  Field<'body', InputOf<R, 'body'>> &
  Field<'form', InputOf<R, 'form'>>

type Loose = CallOptions & { readonly [P in Part]?: unknown }
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
const given = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function addressOf(route: Route, { params, query }: Loose): string {
  const values = record(params)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(record(query))) if (given(value)) search.set(name, String(value))
  const asked = search.toString() // `search.size` is newer than many phones
  return `${API_BASE}${path}${asked === '' ? '' : `?${asked}`}`
}

function formOf({ form, files = [] }: Loose): FormData {
  const data = new FormData()
  // The wire's rule: in forms all is text, and '' is null. Fields go first, so that the server knows them when a file comes.
  for (const [name, value] of Object.entries(record(form))) {
    if (value !== undefined) data.append(name, given(value) ? String(value) : '')
  }
  for (const { field, file, name } of files) data.append(field, file, name)
  return data
}

type Listener = () => void
const listeners = new Set<Listener>()

/** Calls back on a 401 where there is no session; the end of one is heard by its token. */
export const onUnauthorized = (listener: Listener) => listeners.add(listener)

/** Specification, section 8: the session is over. Not where another began since: its token and its socket stay. */
function giveUpSession(refused: string | null) {
  if (refused !== accessToken()) return
  if (socket.connected) socket.emit('users:unauthorized', {}, () => undefined)
  if (refused !== null) return setAccessToken(null)
  for (const listener of listeners) listener()
}

function refusal({ status, json }: RawReply): ApiError {
  const reply = ErrorReply.safeParse(json)
  return new ApiError(status, reply.data ?? { code: status >= 500 ? 'internal' : 'invalid', message: '', issues: [] })
}

/**
 * One request by the contract's route.
 * @throws ApiError where the unit refuses; OfflineError where it cannot be reached; AbortError where `signal` says so.
 */
export async function call<R extends Route>(
  route: R,
  ...[input = {} as CallInput<R>]: object extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
): Promise<z.output<R['reply']>> {
  const loose: Loose = input
  const token = accessToken()
  const request = {
    method: route.method,
    address: addressOf(route, loose),
    headers: {
      'accept-language': currentLanguage(),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(loose.alertToken !== undefined && { [ALERT_TOKEN_HEADER]: loose.alertToken }),
    },
    signal: loose.signal,
    timeoutMs: loose.timeoutMs,
    keepalive: loose.keepalive,
  }
  const reply = await (route.form ? sendForm(request, formOf(loose), loose.onProgress) : sendJson(request, loose.body))

  if (reply.status === 401) giveUpSession(token)
  if (reply.status >= 400) throw refusal(reply)
  if (reply.json === undefined) throw new OfflineError() // a sign-in page of the Wi-Fi answers everything with its own html
  // `as`: the server serialised it by this very schema; checking it again would only cost the phone time.
  return reply.json as z.output<R['reply']>
}
