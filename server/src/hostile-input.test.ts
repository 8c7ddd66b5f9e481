import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { isStorable, type Route, Uuid } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import { type Language, LANGUAGES } from '@noroshi/contract/i18n'
import { messages } from '@noroshi/contract/messages'
import { allRoutes, API_BASE } from '@noroshi/contract/routes'
import { beginSession } from '#/features/accounts/sessions.service.ts'
import { saysNoMore } from '#/testing/caller.ts'
import { fieldsIn, nameOf, rightRequest } from '#/testing/right-requests.ts'
import { type Actor, type World, world } from '#/testing/world.ts'
import { wrongQueries } from '#/testing/wrong-queries.ts'

// Whatever is sent: a refusal in the caller's language, never a fault of the server, never silence. Only an SOS is always taken.

let given: World
beforeAll(async () => {
  // Each request comes from an address and a session of its own, so that no limit hides what wrong input does.
  given = await world({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(async () => {
  expect((await given.noroshi.visitor.fetch('/livez')).status).toBe(200)
  await given[Symbol.asyncDispose]()
})

const HUNDRED_KB = 'あ'.repeat(34_000)
const hostileValues: [name: string, value: unknown][] = [
  ['a number', 42],
  ['a fraction', -1.5e300],
  ['a boolean', true],
  ['null', null],
  ['a list', ['x', 1]],
  ['an object', { a: 1 }],
  ['a nested object', { a: { b: [{ c: null }] } }],
  ['nothing', ''],
  ['100 KB', HUNDRED_KB],
  ['a null character', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['a broken id', '019a0000-0000-7000-8000-00000000000g'],
]

const hostileBodies: [name: string, body: string | undefined, type: string | null][] = [
  ['no body', undefined, null],
  ['no body that is called JSON', undefined, 'application/json'],
  ['null', 'null', 'application/json'],
  ['a list', '[]', 'application/json'],
  ['a text', '"x"', 'application/json'],
  ['a number', '7', 'application/json'],
  ['broken JSON', '{"a":', 'application/json'],
  ['another prototype', '{"__proto__":{"isAdmin":true}}', 'application/json'],
  ['another constructor', '{"constructor":{"prototype":{"isAdmin":true}}}', 'application/json'],
  ['endless nesting', '['.repeat(100_000), 'application/json'],
  ['unknown fields', '{"unknown":{"a":[1]}}', 'application/json'],
  ['bytes that are no text', '\u0000\u0001', 'application/json'],
  ['plain text', 'help', 'text/plain'],
  ['xml', '<a/>', 'application/xml'],
  ['an address-encoded form', 'a=1&b=2', 'application/x-www-form-urlencoded'],
  ['a broken multipart form', '--x\r\nnonsense', 'multipart/form-data; boundary=x'],
  ['a multipart form without a boundary', 'nonsense', 'multipart/form-data'],
  ['a type that is none', '{}', 'x'],
  ['300 KB', JSON.stringify({ text: 'a'.repeat(300_000) }), 'application/json'],
]

/** Somebody who may: rights never hide what wrong input does. */
function actorFor(route: Route): Actor {
  if (route === accountRoutes.logout) return 'outsider' // whose session is over thereafter
  return route === alertRoutes.reopen || route.access === 'admin' ? 'admin' : 'audience'
}

const pathOf = (route: Route, params: Record<string, string> = {}) =>
  API_BASE + route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')

let tries = 0
interface Init {
  readonly body?: string
  readonly headers?: Record<string, string>
}

async function sends(route: Route, path: string, language: Language, init: Init = {}) {
  const { caller: standing, id } = given.actors[actorFor(route)]
  const caller =
    standing.token === null
      ? standing
      : given.noroshi.as(await beginSession(given.noroshi.db, id, 'test', given.noroshi.clock.now()))
  const headers = {
    'accept-language': language === 'ja' ? 'ja-JP,ja;q=0.9' : 'en',
    'x-forwarded-for': `10.${(tries >> 16) & 255}.${(tries >> 8) & 255}.${tries & 255}`,
    ...init.headers,
  }
  tries += 1
  return caller.fetch(path, { ...init, method: route.method, headers })
}

const isJapanese = /[ぁ-んァ-ヶ一-龠]/

/** A refusal that helps its reader: 4xx, in their language, with words and not with their keys. */
async function expectRefusal(response: Response, language: Language, about: string): Promise<void> {
  const text = await response.text()
  expect(response.status, `${about}: ${text}`).toBeGreaterThanOrEqual(400)
  expect(response.status, `${about}: ${text}`).toBeLessThan(500)
  const reply = ErrorReply.parse(JSON.parse(text))
  expect(['unauthorized', 'forbidden', 'tooManyRequests'], about).not.toContain(reply.code)
  saysNoMore(ErrorReply, reply)
  for (const words of [reply.message, ...reply.issues.map(({ message }) => message)]) {
    expect(words, about).toBeTruthy()
    expect(words, about).not.toMatch(/[{}]/)
    expect(Object.hasOwn(messages, words), about).toBe(false)
    expect(isJapanese.test(words), `${about}: ${words}`).toBe(language === 'ja')
  }
}

/** What the contract takes: a hint never makes a call fail. */
function isFine(route: Route, body: unknown): boolean {
  const parsed = route.body?.safeParse(body)
  return (
    parsed?.success === true &&
    Object.values(Object(parsed.data)).every((value) => typeof value !== 'string' || isStorable(value))
  )
}

const routesWithBody = allRoutes.filter((route) => route.body && route !== alertRoutes.raise)
const named = (routes: readonly Route[]) => routes.map((route): [string, Route] => [nameOf(route), route])

describe.each(named(allRoutes.filter((route) => route.form)))('%s', (_, route) => {
  test.each(hostileBodies)('refuses %s', async (name, body, type) => {
    const headers = type === null ? {} : { 'content-type': type }
    const { params } = rightRequest(route, given, actorFor(route))
    const init = { headers, ...(body !== undefined && { body }) }
    await expectRefusal(await sends(route, pathOf(route, params), 'ja', init), 'ja', name)
  })
})

const forms = allRoutes.flatMap((route) =>
  Object.keys(route.form?.shape ?? {}).map((field): [string, string, Route] => [nameOf(route), field, route]),
)

test.each(forms)('%s answers hostile values of %s within its contract', async (_name, field, route) => {
  for (const value of ['a\u0000b', 'x', '-1e999', '019a0000-0000-7000-8000-00000000000g', HUNDRED_KB]) {
    const { params = {}, form = {} } = rightRequest(route, given, actorFor(route))
    const { caller: standing, id } = given.actors[actorFor(route)]
    const caller =
      standing.token === null
        ? standing
        : given.noroshi.as(await beginSession(given.noroshi.db, id, 'test', given.noroshi.clock.now()))
    const { status, body } = await caller.asks(route, { params, form: { ...form, [field]: value } })
    expect(status, `${value.slice(0, 9)}: ${JSON.stringify(body)}`).toBeOneOf([200, 201, 400, 413])
  }
})

describe.each(named([alertRoutes.upload, alertRoutes.uploadMedia]))('%s', (_, route) => {
  test.each<[string, Record<string, string>]>([
    ['a broken id', { alertId: 'x', textContent: 'a' }],
    ['an id with a null character', { alertId: `${randomUUID()}\u0000x`, textContent: 'a' }],
    ['100 KB of words', { textContent: HUNDRED_KB }],
    ['words beyond the limit', { textContent: 'a'.repeat(10_001) }],
    ['a caption beyond the limit', { textContent: 'a', caption: 'b'.repeat(501) }],
    ['a broken id of its own', { textContent: 'a', clientId: 'x' }],
    ['nothing but null characters', { textContent: ' \u0000 ' }],
    ['nothing at all', {}],
  ])('refuses %s', async (_name, form) => {
    const { status } = await given.actors.audience.caller.asks(route, { form: { alertId: given.alertId, ...form } })
    expect(status).toBeOneOf([400, 413])
  })
})

describe.each(named(routesWithBody))('%s', (_, route) => {
  const fields = route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : []

  test.each(hostileBodies.filter(([name]) => name !== 'unknown fields' || !isFine(route, {})))(
    'refuses %s',
    async (name, body, type) => {
      for (const language of LANGUAGES) {
        const { params } = rightRequest(route, given, actorFor(route))
        const headers = type === null ? {} : { 'content-type': type }
        const response = await sends(route, pathOf(route, params), language, { headers, ...(body !== undefined && { body }) })
        await expectRefusal(response, language, name)
      }
    },
  )

  test.each(fields)('refuses hostile values of %s, and takes none that the contract refuses', async (field) => {
    for (const [index, [name, value]] of hostileValues.entries()) {
      const language = LANGUAGES[index % 2] ?? 'en'
      const { params, body } = rightRequest(route, given, actorFor(route))
      const hostile = { ...fieldsIn(body), [field]: value }
      const response = await sends(route, pathOf(route, params), language, {
        body: JSON.stringify(hostile),
        headers: { 'content-type': 'application/json' },
      })
      if (isFine(route, hostile)) expect(response.status, name).toBeLessThan(500)
      else await expectRefusal(response, language, `${field}: ${name}`)
    }
  })
})

/** The same for each id in a route's address. */
const inEachPlace = (route: Route, id: string) =>
  Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, id]))

/** The same address with ids that nothing has; what is no id (the kind of an entity) stays. */
const elsewhere = (params: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, Uuid.safeParse(value).success ? randomUUID() : value]))

const wrongIds = [
  'x',
  'null',
  '%00',
  '%ed%a0%80',
  '..%2f..',
  'a'.repeat(200),
  `${randomUUID()}x`,
  '%F0%9F%94%A5',
  "1'%20or%20'1'='1",
]

describe.each(named(allRoutes.filter((route) => route.params)))('%s', (_, route) => {
  test.each(wrongIds)('refuses the id %s', async (id) => {
    for (const language of LANGUAGES) {
      const { body } = rightRequest(route, given, actorFor(route))
      const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      await expectRefusal(await sends(route, pathOf(route, inEachPlace(route, id)), language, init), language, id)
    }
  })

  test('answers 404 for an id that does not exist', async () => {
    const right = rightRequest(route, given, actorFor(route))
    const { caller } = given.actors.admin
    expect((await caller.asks(route, { ...right, params: elsewhere(right.params) })).status).toBe(404)
  })
})

test.each(['/%zz', `/alerts/%`, '/alerts/%E0%A4%A', `/nothing`, `/alerts/${'a'.repeat(5000)}`])(
  'the address %s is refused in words',
  async (path) => {
    for (const language of LANGUAGES) {
      const response = await given.noroshi.visitor.fetch(API_BASE + path, { headers: { 'accept-language': language } })
      await expectRefusal(response, language, path)
    }
  },
)

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s where nothing takes it is refused in words', async (method) => {
  for (const path of ['/unit', '/nothing', `/alerts/${randomUUID()}`])
    for (const language of LANGUAGES) {
      const headers = { 'accept-language': language }
      await expectRefusal(await given.noroshi.visitor.fetch(API_BASE + path, { method, headers }), language, `${method} ${path}`)
    }
})

describe.each(named(allRoutes.filter((route) => route.query)))('%s', (_, route) => {
  test.each(Object.keys(route.query?.shape ?? {}))('refuses wrong values of %s', async (name) => {
    const { params } = rightRequest(route, given, actorFor(route))
    expect(wrongQueries[name], `no wrong values of ${name}`).toBeDefined()
    for (const value of wrongQueries[name] ?? [])
      for (const language of LANGUAGES) {
        const response = await sends(route, `${pathOf(route, params)}?${name}=${value}`, language)
        await expectRefusal(response, language, `${name}=${value}`)
      }
  })
})

test('a cursor that no transaction ever had answers that it is not complete', async () => {
  for (const since of ['18446744073709551615', '99999999999999999999', '9223372036854775808', '00000000000000000000']) {
    const response = await given.actors.audience.caller.fetch(`${API_BASE}/events?since=${since}`)
    expect(response.status, since).toBe(200)
    if (since !== '00000000000000000000') expect(await response.json(), since).toMatchObject({ complete: false, events: [] })
  }
})

test('a refusal names what is wrong with each field', async () => {
  const body = { latitude: 'far', longitude: 200 }
  const { status, body: reply } = await given.actors.audience.caller.asks(accountRoutes.shareLocation, { body })
  expect(status).toBe(400)
  expect(reply).toMatchObject({
    code: 'invalid',
    issues: [
      { path: 'latitude', message: 'This is not of the expected kind' },
      { path: 'longitude', message: 'A longitude lies between -180 and 180' },
      { path: 'accuracy', message: 'This is required' },
    ],
  })
})
