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

/** What a request carries; not typed by the route, since tests send what is wrong too. */
export interface Sent {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string | number>
  readonly body?: unknown
  readonly form?: Record<string, string>
  readonly files?: readonly SentFile[]
  readonly headers?: Record<string, string>
  readonly alertToken?: string | undefined
}

export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** Somebody who calls the unit over real HTTP: a visitor, or with a token a person. */
export class Caller {
  readonly url: string
  readonly token: string | null
  constructor(url: string, token: string | null) {
    this.url = url
    this.token = token
  }

  /** The answer, whatever it is. @throws when it is not exactly what the contract says, for a success as for a refusal. */
  async asks<const Declared extends Route>(route: Declared, sent: Sent = {}): Promise<Answer<z.output<Declared['reply']>>> {
    const response = await this.fetch(addressOf(route, sent), {
      method: route.method,
      headers: headersOf(sent),
      ...bodyOf(sent),
    })
    const answer: unknown = await response.json()
    saysNoMore(response.ok ? route.reply : ErrorReply, answer)
    return { status: response.status, headers: response.headers, body: answer as z.output<Declared['reply']> } // it is just that
  }

  /** The body of a success. @throws when the unit refused. */
  async gets<const Declared extends Route>(route: Declared, sent: Sent = {}): Promise<z.output<Declared['reply']>> {
    const { status, body } = await this.asks(route, sent)
    if (status >= 300) throw new Error(`${route.method} ${route.path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.token !== null) headers.set('authorization', `Bearer ${this.token}`)
    return fetch(this.url + path, { ...init, headers })
  }
}

/** @throws when something carries less, more or other things than the contract names: a field too many is a leak. */
export function saysNoMore(schema: z.ZodType, sent: unknown): void {
  if (isDeepStrictEqual(schema.parse(sent), sent)) return
  throw new Error(`more was sent than the contract names: ${JSON.stringify(sent)}`)
}

function addressOf(route: Route, { params = {}, query = {} }: Sent): string {
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
