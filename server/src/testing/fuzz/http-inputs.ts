import type { Route } from '@noroshi/contract/define'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { allRoutes, API_BASE } from '@noroshi/contract/routes'
import type { SentFile } from '#/testing/caller.ts'
import { nameOf, validRequest } from '#/testing/access/valid-requests.ts'
import type { Actor, World } from '#/testing/scenes/world.ts'
import { formBytes, hostileFile } from './form-bytes.ts'
import { CONTENT_TYPES, HEADERS, jsonBytes, METHODS, OTHER_PATHS, RAW_PARTS } from './hostile-http.ts'
import { hostileText, hostileValue, mutate } from './hostile-values.ts'
import type { Random } from './random.ts'
import { type JsonSchema, valueOf, type ValueSource } from './schema-values.ts'

/** A request as it is sent. It is printed when it fails, so that it can be repeated. */
export interface HttpInput {
  readonly actor: FuzzActor
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | null
  /** The connection is cut within the body, so there is no reply. */
  readonly isCut: boolean
  /** The route whose reply a success must be; null where the path or the method is not that of a route. */
  readonly route: Route | null
}

/** The part of the OpenAPI document that inputs are generated from. */
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: JsonSchema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>> }
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> }
}

export type FuzzActor = Extract<Actor, 'visitor' | 'outsider' | 'token' | 'admin' | 'audience'>
/** Callers with rights are chosen more often, since their inputs reach more code. */
const ACTORS: readonly FuzzActor[] = ['visitor', 'outsider', 'token', 'admin', 'admin', 'audience', 'audience', 'audience']
/** Generates requests from the OpenAPI document of the server and from the valid requests of the access tests. */
export class HttpInputs {
  readonly #document: OpenApi
  readonly #world: World
  readonly #ids: readonly string[]
  constructor(document: OpenApi, world: World, ids: readonly string[]) {
    this.#document = document
    this.#world = world
    this.#ids = ids
  }

  next(random: Random): HttpInput {
    const actor = random.pick(ACTORS)
    if (random.isTrue(0.03)) return this.#otherInput(actor, random)
    const route = random.pick(allRoutes)
    const source: ValueSource = { random, ids: this.#ids, resolve: (reference) => this.#resolve(reference) }
    const operation = this.#operationOf(route)
    const valid = validRequest(route, this.#world, actor)
    const { path, isExact } = pathOf(route, operation, valid.params ?? {}, source)
    const method = random.isTrue(0.02) ? random.pick(METHODS) : route.method
    const content = contentOf(operation, valid, source)
    const headers: Record<string, string> = {}
    if (content !== null && content.contentType !== '') headers['content-type'] = content.contentType
    for (const name of Object.keys(HEADERS)) if (random.isTrue(0.008)) headers[name] = random.pick(HEADERS[name] ?? [])
    const isSame = isExact && method === route.method
    const isCut = content !== null && content.bytes.length > 1 && route !== alertRoutes.raise && random.isTrue(0.01)
    return { actor, method, path, headers, body: content?.bytes ?? null, isCut, route: isSame ? route : null }
  }

  #otherInput(actor: FuzzActor, random: Random): HttpInput {
    const [method, base] = [random.pick(METHODS), random.pick(OTHER_PATHS)]
    const path =
      base + (random.isTrue(0.5) ? random.pick(RAW_PARTS) : encodeURIComponent(hostileText(random).slice(0, 500).toWellFormed()))
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
    return { actor, method, path, headers: {}, body: hasBody ? random.bytes(random.below(200)) : null, isCut: false, route: null }
  }

  #operationOf({ method, path }: Route): Operation {
    const operation = this.#document.paths[API_BASE + path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${method} ${path} is not in the OpenAPI document`)
    return operation
  }

  #resolve(reference: string): JsonSchema {
    const schema = this.#document.components?.schemas?.[reference.split('/').at(-1) ?? '']
    if (schema === undefined) throw new Error(`${reference} is not in the OpenAPI document`)
    return schema
  }
}

/** Returns the path with parameters and query. It is not exact when a parameter may lead to another route. */
function pathOf(route: Route, { parameters = [] }: Operation, params: Record<string, string>, source: ValueSource) {
  const { random } = source
  let isExact = true
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    if (random.isTrue(0.88))
      return encodeURIComponent(random.isTrue(0.8) ? (params[name] ?? random.pick(source.ids)) : random.pick(source.ids))
    isExact = false
    return random.isTrue(0.5) ? random.pick(RAW_PARTS) : encodeURIComponent(hostileText(random).slice(0, 3000).toWellFormed())
  })
  const pairs: string[] = []
  for (const { name, in: location, schema = {} } of parameters) {
    if (location !== 'query' || random.isTrue(0.4)) continue
    const value = random.isTrue(0.7) ? valueOf(schema, source, name) : hostileText(random).slice(0, 3000)
    const text = random.isTrue(0.05) ? random.pick(RAW_PARTS) : encodeURIComponent(String(value).toWellFormed())
    for (let times = random.isTrue(0.03) ? 2 : 1; times > 0; times -= 1) pairs.push(`${encodeURIComponent(name)}=${text}`)
  }
  if (random.isTrue(0.03))
    pairs.push(random.pick(['__proto__[x]=1', 'constructor=1', 'a[]=1&a[0]=2', '=', '&&&', 'page[pageNumber][x]=1', '%zz=1']))
  return { path: `${API_BASE}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`, isExact }
}

/** Returns the body: from the valid request or from the schema, with up to three changes. null: none. */
function contentOf({ requestBody }: Operation, valid: ReturnType<typeof validRequest>, source: ValueSource) {
  const { random, ids } = source
  const [[type, { schema = {} }] = ['', {}]] = Object.entries(requestBody?.content ?? {})
  if (type === '')
    return random.isTrue(0.05)
      ? { contentType: random.pick(CONTENT_TYPES), bytes: jsonBytes(hostileValue(random, ids), random) }
      : null
  const isForm = type === 'multipart/form-data'
  const given: unknown = isForm ? valid.form : valid.body
  let value = given === undefined || random.isTrue(0.4) ? valueOf(schema, source) : given
  const fields = fieldsOf(schema, source)
  for (let changes = random.below(4); changes > 0; changes -= 1)
    value = mutate(value, random, ids, (name) =>
      fields[name] === undefined ? hostileValue(random, ids) : valueOf(fields[name], source, name),
    )
  if (!isForm)
    return { contentType: random.isTrue(0.03) ? random.pick(CONTENT_TYPES) : 'application/json', bytes: jsonBytes(value, random) }
  const pairs = Object.entries<unknown>(Object(value) as Record<string, unknown>).map(([name, field]): [string, string] => [
    name,
    textOf(field),
  ])
  if (random.isTrue(0.03)) pairs.push(...pairs)
  const files: SentFile[] = random.isTrue(0.7) ? [...(valid.files ?? [])] : []
  while (random.isTrue(0.15)) files.push(hostileFile(random))
  return formBytes(pairs, files, random)
}

function fieldsOf(schema: JsonSchema, source: ValueSource): Readonly<Record<string, JsonSchema>> {
  const resolved = schema.$ref === undefined ? schema : source.resolve(schema.$ref)
  return resolved.properties ?? (resolved.items === undefined ? {} : fieldsOf(resolved.items, source))
}

const textOf = (field: unknown): string => (typeof field === 'string' ? field : (JSON.stringify(field) ?? ''))

export const describeInput = (input: HttpInput): string =>
  JSON.stringify({
    ...input,
    route: input.route && nameOf(input.route),
    body: input.body && Buffer.from(input.body).toString('latin1').slice(0, 4000),
  })
