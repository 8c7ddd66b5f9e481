import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorStatus } from '@noroshi/contract/errors'
import { clientCommands, serverEvents } from '@noroshi/contract/realtime'
import { errorsOf } from '@noroshi/contract/route-errors'
import { allRoutes, API_BASE, operations } from '@noroshi/contract/routes'
import { VERSION } from '@noroshi/contract/version'
import { nameOf } from '#/testing/valid-requests.ts'
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
    expect(description).toMatchObject({ openapi: '3.1.0', info: { title: 'Noroshi', version: VERSION } })
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
      for (const code of codes) expect(responses[errorStatus[code]]?.description.split(', ')).toContain(code)
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

  test('describes only the routes of the contract', () => {
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const ofContract = allRoutes.map(({ method, path }) => `${method} ${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(described.toSorted()).toEqual(ofContract.toSorted())
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

test('the AsyncAPI document describes each event and each command with its acknowledgement', async () => {
  const document = (await (await noroshi.visitor.rawFetch(`${API_BASE}/asyncapi.json`)).json()) as {
    readonly components: { readonly messages: Record<string, { readonly name: string; readonly payload: object }> }
  } // the linter checks its shape
  const { messages } = document.components
  const names = Object.values(messages).map(({ name }) => name)
  const ofCommands = Object.keys(clientCommands).flatMap((name) => [name, `${name} acknowledgement`])
  expect(names.toSorted()).toEqual([...Object.keys(serverEvents), ...ofCommands].toSorted())
  expect(messages['command.alert.delivered']?.payload).toMatchObject({ properties: { alertIds: { type: 'array' } } })
  for (const reference of valuesOf('$ref', document))
    expect(valueAt(document, String(reference)), String(reference)).toBeDefined()
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
