import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errorStatus } from '@noroshi/contract/errors'
import { clientCommands, serverEvents } from '@noroshi/contract/realtime'
import { errorsOf } from '@noroshi/contract/route-errors'
import { allRoutes, API_BASE, operations, UPLOADS_BASE } from '@noroshi/contract/routes'
import { VERSION } from '@noroshi/contract/version'
import { nameOf } from '#/testing/access/valid-requests.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

interface Operation {
  readonly summary: string
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Record<string, unknown> }
  readonly security?: readonly Record<string, unknown>[]
  readonly responses: Record<string, { readonly description: string; readonly content?: Record<string, unknown> }>
}
interface Description {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly components: { readonly schemas: Record<string, unknown>; readonly securitySchemes: Record<string, unknown> }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Record<string, Record<string, Operation>>
}

let noroshi: TestServer
let description: Description
beforeAll(async () => {
  noroshi = await startTestServer({ METRICS_TOKEN: 'a token of the metrics' })
  // `as`: the tests check its shape
  description = (await (await noroshi.visitor.rawFetch(`${API_BASE}/openapi.json`)).json()) as Description
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const operationOf = (method: string, path: string) =>
  description.paths[API_BASE + path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

/** Expects the declared errors of a route, each with the body of all errors. */
function expectErrors(responses: Operation['responses'], codes: Iterable<ErrorCode>): void {
  for (const code of codes) {
    const response = responses[errorStatus[code]]
    expect(response?.description.split(', ')).toContain(code)
    expect(response?.content).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } })
  }
}

/** Expects the same texts, in any order. */
const expectSame = (actual: readonly string[], expected: readonly string[]): void =>
  expect(actual.toSorted()).toEqual(expected.toSorted())

/** Returns all values with this key at any depth. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: [string, unknown][] = Object.entries(value)
  return entries.flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...valuesOf(key, inner)])
}

/** Returns the value that a reference within a document names. */
const valueAt = (document: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, step) => Reflect.get(Object(node), step) as unknown, document)

describe('the OpenAPI document', () => {
  test('names the product, and all its references exist', () => {
    expect(description).toMatchObject({ openapi: '3.1.0', info: { title: 'Noroshi', version: VERSION }, servers: [{ url: '/' }] })
    const references = valuesOf('$ref', description)
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) expect(valueAt(description, String(reference)), String(reference)).toBeDefined()
    expect(Object.keys(description.components.schemas)).toEqual(
      expect.arrayContaining(['AlertForViewer', 'Message', 'Person', 'Error']),
    )
  })

  test.each(operations.map((operation) => [nameOf(operation.route), operation] as const))(
    'describes the input and the replies of %s',
    (_, { route, operationId, tag }) => {
      const operation = operationOf(route.method, route.path)
      expect(operation).toMatchObject({ summary: route.summary, operationId, tags: [tag] })
      const { parameters = [], requestBody, responses = {}, security } = operation ?? {}
      const named = (location: string) => parameters.filter((parameter) => parameter.in === location).map(({ name }) => name)
      expect(named('path')).toEqual(Object.keys(route.params?.shape ?? {}))
      expect(named('query')).toEqual(Object.keys(route.query?.shape ?? {}))
      const bodyType = route.form ? 'multipart/form-data' : 'application/json'
      expect(Object.keys(requestBody?.content ?? {})).toEqual((route.body ?? route.form) ? [bodyType] : [])
      const codes = [...errorsOf(route)]
      const statuses = new Set([
        route.status ?? 200,
        ...(route.isRepeatable ? [200] : []),
        ...codes.map((code) => errorStatus[code]),
      ])
      expect(new Set(Object.keys(responses).map(Number))).toEqual(statuses)
      expectErrors(responses, codes)
      for (const { content } of Object.values(responses)) expect(content).toHaveProperty(['application/json', 'schema'])
      const schemes = {
        public: [],
        member: [{ bearer: [] }],
        admin: [{ bearer: [] }],
        token: [{ bearer: [] }, { alertToken: [] }],
        screen: [{ screenToken: [] }],
      }
      expect(security).toEqual(schemes[route.access])
      for (const name of (security ?? []).flatMap((one) => Object.keys(one)))
        expect(description.components.securitySchemes).toHaveProperty(name)
    },
  )

  test.each([
    ['{id}', 'filesGet', '*/*'],
    ['{id}/preview', 'filesPreview', 'image/webp'],
  ])('describes the bytes, ranges and errors of a file at %s', (path, operationId, type) => {
    const operation = description.paths[`${UPLOADS_BASE}/${path}`]?.['get']
    const { responses = {}, parameters = [], security } = operation ?? {}
    expect(operation).toMatchObject({ operationId, tags: ['files'] })
    expect(parameters.map(({ in: location, name }) => [location, name])).toEqual([
      ['path', 'id'],
      ['header', 'range'],
      ['header', 'if-range'],
      ['header', 'if-none-match'],
    ])
    expect(security).toEqual([{}, { bearer: [] }, { alertToken: [] }, { mediaCookie: [] }, { secureMediaCookie: [] }])
    expect(description.components.securitySchemes).toMatchObject({
      mediaCookie: { in: 'cookie', name: 'noroshi_media' },
      secureMediaCookie: { in: 'cookie', name: '__Host-noroshi_media' },
    })
    expect(Object.keys(responses)).toEqual(['200', '206', '304', '400', '404', '408', '416', '431', '500', '503', '507'])
    for (const status of [200, 206])
      expect(responses[status]?.content).toMatchObject({ [type]: { schema: { type: 'string', format: 'binary' } } })
    for (const status of [304, 416]) expect(responses[status]?.content).toBeUndefined()
    expectErrors(responses, ['invalid', 'notFound', 'unavailable', 'internal', 'disk.full'])
  })

  test('describes only the routes of the contract and those of files', () => {
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const ofContract = allRoutes.map(({ method, path }) => `${method} ${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`)
    const ofFiles = [`${UPLOADS_BASE}/{id}`, `${UPLOADS_BASE}/{id}/preview`, `${API_BASE}/account/export`].map(
      (path) => `GET ${path}`,
    )
    expect(described.toSorted()).toEqual([...ofContract, ...ofFiles].toSorted())
  })

  test('is shown by Swagger UI', async () => {
    const page = await noroshi.visitor.rawFetch(`${API_BASE}/docs`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('swagger-ui')
    for (const part of ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-initializer.js'])
      expect((await noroshi.visitor.rawFetch(`${API_BASE}/docs/static/${part}`)).status, part).toBe(200)
  })
})

interface SocketDescription {
  readonly operations: Record<
    string,
    { readonly security: readonly unknown[]; readonly reply?: unknown; readonly summary: string; readonly tags: unknown }
  >
  readonly components: {
    readonly messages: Record<string, { readonly name: string; readonly payload: object }>
    readonly securitySchemes: Record<string, unknown>
  }
}

describe('the AsyncAPI document', () => {
  let socket: SocketDescription
  beforeAll(async () => {
    // `as`: the linter checks its shape
    socket = (await (await noroshi.visitor.rawFetch(`${API_BASE}/asyncapi.json`)).json()) as SocketDescription
  })

  test('describes each event and each command, with an acknowledgement where its sender receives one', () => {
    const { messages } = socket.components
    const commands = Object.keys(clientCommands)
    const acknowledged = commands.filter((name) => name !== 'radio:frame')
    expectSame(
      Object.values(messages).map(({ name }) => name),
      [...Object.keys(serverEvents), ...commands, ...['call:signal', ...acknowledged].map((name) => `${name} acknowledgement`)],
    )
    const replying = Object.entries(socket.operations).filter(([, { reply }]) => reply !== undefined)
    expectSame(
      replying.map(([id]) => id),
      ['event.call.signal', ...acknowledged.map((name) => `command.${name.replaceAll(':', '.')}`)],
    )
    expect(messages['command.alert.delivered']?.payload).toMatchObject({ properties: { alertIds: { type: 'array' } } })
    expect(messages['event.call.signal.ack']?.payload).toMatchObject({ type: 'array', maxItems: 0 })
    for (const reference of valuesOf('$ref', socket)) expect(valueAt(socket, String(reference)), String(reference)).toBeDefined()
  })

  test('has the tag and a summary of each operation, and the error codes of each command', () => {
    for (const [id, { summary, tags }] of Object.entries(socket.operations)) {
      expect(summary, id).toMatch(/ .*\.$/)
      expect(valuesOf('$ref', tags), id).toHaveLength(1)
    }
    const codesOf = (command: string) => valuesOf('enum', socket.components.messages[`command.${command}.ack`]).flat()
    expect(codesOf('radio.floor')).toEqual(expect.arrayContaining(['radio.notJoined', 'secondFactor.required', 'internal']))
    expect(codesOf('alert.delivered')).not.toContain('secondFactor.required')
  })

  test('names the token of a siren screen for the events of siren screens only', () => {
    const needsScreen = Object.entries(socket.operations).filter(([, { security }]) =>
      valuesOf('$ref', security).includes('#/components/securitySchemes/screenToken'),
    )
    expectSame(
      needsScreen.map(([id]) => id),
      ['event.siren.changed', 'event.siren.revoked'],
    )
    for (const [, { security }] of needsScreen) expect(security).toHaveLength(1)
    expectSame(Object.keys(socket.components.securitySchemes), ['session', 'alertTokens', 'screenToken'])
  })
})

describe('the health routes', () => {
  test('any caller gets 200 from /livez and /readyz', async () => {
    for (const [path, body] of Object.entries({ '/livez': { ok: true }, '/readyz': { ok: true, disk: 'ok' } })) {
      const response = await noroshi.visitor.rawFetch(path)
      expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body })
    }
  })

  test('without a database /livez replies 200 and /readyz 503', async () => {
    const broken = await startTestServer()
    broken.expectsInLog(/driver has already been destroyed/)
    await broken.db.destroy()
    expect((await broken.visitor.rawFetch('/livez')).status).toBe(200)
    expect((await broken.visitor.rawFetch('/readyz')).status).toBe(503)
    await broken[Symbol.asyncDispose]()
  })

  test('serves metrics only with the metrics token, and 404 otherwise', async () => {
    const fetchMetrics = (authorization?: string) =>
      noroshi.visitor.rawFetch('/metrics', authorization === undefined ? {} : { headers: { authorization } })
    const metrics = await fetchMetrics('Bearer a token of the metrics')
    expect(metrics.status).toBe(200)
    expect(metrics.headers.get('content-type')).toContain('text/plain')
    expect(await metrics.text()).toContain('process_cpu_seconds_total')
    const admin = await noroshi.admin('Gen')
    for (const wrong of [
      undefined,
      'Bearer x',
      'a token of the metrics',
      'Basic a token of the metrics',
      `Bearer ${admin.token}`,
    ])
      expect((await fetchMetrics(wrong)).status, wrong).toBe(404)
    expect((await admin.rawFetch('/metrics')).status).toBe(404)
  })

  test('serves no metrics without a configured token', async () => {
    await using closed = await startTestServer()
    const response = await closed.visitor.rawFetch('/metrics', { headers: { authorization: 'Bearer ' } })
    expect(response.status).toBe(404)
  })
})
