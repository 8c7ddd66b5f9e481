import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes, API_BASE } from '@noroshi/contract/routes'
import { VERSION } from '@noroshi/contract/version'
import { nameOf } from '#/testing/right-requests.ts'
import { type Unit, unit } from '#/testing/unit.ts'

interface Operation {
  readonly summary: string
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

let noroshi: Unit
let description: Description
beforeAll(async () => {
  noroshi = await unit({ METRICS_TOKEN: 'a token of the metrics' })
  description = (await (await noroshi.visitor.fetch(`${API_BASE}/openapi.json`)).json()) as Description // its shape is what is tested
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const operationOf = (method: string, path: string) =>
  description.paths[API_BASE + path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

/** Every value under this key, however deep. */
function everyUnder(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const inside: [string, unknown][] = Object.entries(value)
  return inside.flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...everyUnder(key, inner)])
}

describe('the description of the API', () => {
  test('names the product, and whatever it refers to is there', () => {
    expect(description).toMatchObject({ openapi: '3.1.0', info: { title: 'Noroshi', version: VERSION } })
    const references = everyUnder('$ref', description)
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) {
      const [, ...steps] = String(reference).split('/')
      const found = steps.reduce<unknown>((inside, step) => Reflect.get(Object(inside), step) as unknown, description) // a step of JSON
      expect(found, String(reference)).toBeDefined()
    }
    expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining(['Alert', 'Message', 'Person', 'Error']))
  })

  test.each(allRoutes.map((route) => [nameOf(route), route] as const))('tells of %s what it takes and answers', (_, route) => {
    const operation = operationOf(route.method, route.path)
    expect(operation).toMatchObject({ summary: route.summary })
    const { parameters = [], requestBody, responses = {}, security } = operation ?? {}
    const named = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
    expect(named('path')).toEqual(Object.keys(route.params?.shape ?? {}))
    expect(named('query')).toEqual(Object.keys(route.query?.shape ?? {}))
    const bodyType = route.form ? 'multipart/form-data' : 'application/json'
    expect(Object.keys(requestBody?.content ?? {})).toEqual((route.body ?? route.form) ? [bodyType] : [])
    expect(Object.keys(responses).toSorted()).toEqual([String(route.status ?? 200), 'default'])
    for (const { content } of Object.values(responses)) expect(content).toHaveProperty(['application/json', 'schema'])
    const schemes = {
      public: undefined,
      member: [{ bearer: [] }],
      admin: [{ bearer: [] }],
      token: [{ bearer: [] }, { alertToken: [] }],
    }
    expect(security).toEqual(schemes[route.access])
    for (const name of (security ?? []).flatMap((one) => Object.keys(one)))
      expect(description.components.securitySchemes).toHaveProperty(name)
  })

  test('tells of nothing but the contract', () => {
    const told = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const ofContract = allRoutes.map(({ method, path }) => `${method} ${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(told.toSorted()).toEqual(ofContract.toSorted())
  })

  test('has a page for people', async () => {
    const page = await noroshi.visitor.fetch(`${API_BASE}/docs`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('swagger-ui')
    for (const part of ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-initializer.js'])
      expect((await noroshi.visitor.fetch(`${API_BASE}/docs/static/${part}`)).status, part).toBe(200)
  })
})

describe('the unit tells of its health', () => {
  test('whoever asks: it lives, it is ready', async () => {
    for (const address of ['/livez', '/readyz']) {
      const response = await noroshi.visitor.fetch(address)
      expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: { ok: true } })
    }
  })

  test('alive and not ready where the database does not answer', async () => {
    const broken = await unit()
    await broken.db.destroy()
    expect((await broken.visitor.fetch('/livez')).status).toBe(200)
    expect((await broken.visitor.fetch('/readyz')).status).toBe(503)
    await broken[Symbol.asyncDispose]()
  })

  test('in figures to the bearer of the token alone, 404 to everybody else', async () => {
    const ask = (authorization?: string) =>
      noroshi.visitor.fetch('/metrics', authorization === undefined ? {} : { headers: { authorization } })
    const metrics = await ask('Bearer a token of the metrics')
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
      expect((await ask(wrong)).status, wrong).toBe(404)
    expect((await admin.fetch('/metrics')).status).toBe(404)
  })

  test('in no figures where no token is set', async () => {
    await using closed = await unit()
    const response = await closed.visitor.fetch('/metrics', { headers: { authorization: 'Bearer ' } })
    expect(response.status).toBe(404)
  })
})
