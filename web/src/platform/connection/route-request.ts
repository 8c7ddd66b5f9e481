import { API_BASE } from '@noroshi/contract/addresses'
import type { Route } from '@noroshi/contract/define'
import type { z } from 'zod'

type Part = 'params' | 'query' | 'body' | 'form'
type InputOf<R extends Route, P extends Part> = R extends { readonly [Name in P]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined
/** The parts of a route's input. A part that the route lacks is absent. A part without required fields is optional. */
type Field<P extends Part, Input> = [Input] extends [undefined]
  ? unknown
  : object extends Input
    ? { readonly [Name in P]?: Input }
    : { readonly [Name in P]: Input }

/** The typed input of a route. */
export type RouteInput<R extends Route> = Field<'params', InputOf<R, 'params'>> &
  Field<'query', InputOf<R, 'query'>> &
  Field<'body', InputOf<R, 'body'>> &
  Field<'form', InputOf<R, 'form'>>

export interface Attachment {
  /** Name of the form field, such as `files`. */
  readonly field: string
  readonly file: Blob
  readonly name: string
}

/** A request to a route as data. A request with a `form` is sent as multipart form, any other one as JSON. */
export interface RouteRequest {
  readonly method: Route['method']
  /** The path of the route, with `:name` for each parameter. */
  readonly path: string
  /** `API_BASE` unless given. */
  readonly base?: string | undefined
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly form?: unknown
  /** Files of a multipart form. */
  readonly files?: readonly Attachment[]
  /** The token that gives access to an alert without a session. */
  readonly alertToken?: string | undefined
}

/**
 * Returns a request to a route whose schemas are not loaded. The type checks that method, path and input match the
 * route, for example `requestTo<typeof likeRoutes.like>({ method: 'POST', … })` with a type import of `likeRoutes`.
 */
export const requestTo = <R extends Route>(
  request: Pick<R, 'method' | 'path'> & RouteInput<R> & Pick<RouteRequest, 'files' | 'alertToken'>,
): RouteRequest => request

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Returns the address of a request on this origin. */
export function urlOf({ path, base = API_BASE, params, query }: RouteRequest): string {
  const values = record(params)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(record(query))) if (isScalar(value)) search.set(name, String(value))
  const searchText = search.toString() // older phones lack `search.size`
  return `${base}${filled}${searchText === '' ? '' : `?${searchText}`}`
}

/** Returns the multipart body of a request. */
export function formOf({ form, files = [] }: RouteRequest): FormData {
  const data = new FormData()
  // In forms all values are text and '' means null. Fields precede files, so that the server has them when it receives
  // a file.
  for (const [name, value] of Object.entries(record(form))) {
    if (value !== undefined) data.append(name, isScalar(value) ? String(value) : '')
  }
  for (const { field, file, name } of files) data.append(field, file, name)
  return data
}
