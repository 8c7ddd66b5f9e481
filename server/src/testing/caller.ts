import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Route } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import { API_BASE } from '@noroshi/contract/routes'

export interface SentFile {
  readonly field?: string
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type?: string
}

/** The input of a request. The route does not type it, since tests also send invalid input. */
export interface Sent {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string | number>
  readonly body?: unknown
  readonly form?: Record<string, string>
  readonly files?: readonly SentFile[]
  readonly headers?: Record<string, string>
  readonly alertToken?: string | undefined
}

export interface CallerReply<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** An HTTP client of the test server: a visitor without a token, or the user of a session token. */
export class Caller {
  readonly url: string
  readonly token: string | null
  constructor(url: string, token: string | null) {
    this.url = url
    this.token = token
  }

  /** Returns the reply of any status. @throws when the reply does not match the contract exactly, also for errors. */
  async request<const Declared extends Route>(
    route: Declared,
    sent: Sent = {},
  ): Promise<CallerReply<z.output<Declared['reply']>>> {
    const response = await this.rawFetch(urlOf(route, sent), {
      method: route.method,
      headers: headersOf(sent),
      ...bodyOf(sent),
    })
    const answer: unknown = await response.json()
    assertExactShape(response.ok ? route.reply : ErrorReply, answer)
    return { status: response.status, headers: response.headers, body: answer as z.output<Declared['reply']> } // checked above
  }

  /** Returns the body of a successful reply. @throws for an error status. */
  async fetch<const Declared extends Route>(route: Declared, sent: Sent = {}): Promise<z.output<Declared['reply']>> {
    const { status, body } = await this.request(route, sent)
    if (status >= 300) throw new Error(`${route.method} ${route.path} returned ${status}: ${JSON.stringify(body)}`)
    return body
  }

  rawFetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.token !== null) headers.set('authorization', `Bearer ${this.token}`)
    return fetch(this.url + path, { ...init, headers })
  }
}

/** @throws when a value differs from the parsed one. An additional field would be a leak. */
export function assertExactShape(schema: z.ZodType, sent: unknown): void {
  if (isDeepStrictEqual(schema.parse(sent), sent)) return
  throw new Error(`the value does not match the contract: ${JSON.stringify(sent)}`)
}

function urlOf(route: Route, { params = {}, query = {} }: Sent): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? `:${name}`))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return `${API_BASE}${path}${search === '' ? '' : `?${search}`}`
}

const headersOf = ({ body, alertToken, headers = {} }: Sent): Record<string, string> => ({
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(alertToken !== undefined && { 'x-alert-token': alertToken }),
  ...headers,
})

function bodyOf({ body, form, files = [] }: Sent): { body?: string | FormData } {
  if (form || files.length > 0) {
    const data = new FormData()
    for (const [name, value] of Object.entries(form ?? {})) data.append(name, value)
    for (const { field = 'files', name, bytes, type } of files)
      data.append(field, new Blob([bytes], type === undefined ? {} : { type }), name)
    return { body: data }
  }
  if (body === undefined) return {}
  return { body: typeof body === 'string' ? body : JSON.stringify(body) }
}
