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
import { createSession } from '#/features/accounts/sessions.service.ts'
import { assertExactShape } from '#/testing/caller.ts'
import { fieldsIn, nameOf, validRequest } from '#/testing/valid-requests.ts'
import { type Actor, type World, createWorld } from '#/testing/world.ts'
import { createAlertGroup } from '#/testing/groups.ts'
import { connectScreen, type TestScreen } from '#/testing/siren-screens.ts'
import { invalidQueries } from '#/testing/invalid-queries.ts'

// Invalid input gets an error reply in the caller's language, never a 500 and never no reply. An SOS is always
// accepted.

let target: World
/** Siren screens, which are used in turn. */
let screens: TestScreen[]
beforeAll(async () => {
  // Each request has its own address and session or another screen, so that no rate limit applies.
  target = await createWorld({ TRUST_PROXY: '127.0.0.1' })
  const groupIds = [await createAlertGroup(target.noroshi, [])]
  const connect = () => connectScreen(target.noroshi, target.actors.admin.caller, groupIds)
  screens = await Promise.all(Array.from({ length: 4 }, connect))
})
afterAll(async () => {
  expect((await target.noroshi.visitor.rawFetch('/livez')).status).toBe(200)
  await target[Symbol.asyncDispose]()
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
  ['a URL-encoded form', 'a=1&b=2', 'application/x-www-form-urlencoded'],
  ['a broken multipart form', '--x\r\nnonsense', 'multipart/form-data; boundary=x'],
  ['a multipart form without a boundary', 'nonsense', 'multipart/form-data'],
  ['an invalid content type', '{}', 'x'],
  ['300 KB', JSON.stringify({ text: 'a'.repeat(300_000) }), 'application/json'],
]

/** Returns an actor with the right to call the route, so that the reply depends only on the input. */
function actorFor(route: Route): Actor {
  if (route === accountRoutes.logout) return 'outsider' // logging out ends the session
  return route === alertRoutes.reopen || route.access === 'admin' ? 'admin' : 'audience'
}

const pathOf = (route: Route, params: Record<string, string> = {}) =>
  API_BASE + route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')

let requestCount = 0
const nextScreen = (): TestScreen => screens[requestCount % screens.length] as TestScreen // there are some
interface Init {
  readonly body?: string
  readonly headers?: Record<string, string>
}

async function send(route: Route, path: string, language: Language, init: Init = {}) {
  const { caller: actorCaller, id } = target.actors[actorFor(route)]
  const caller =
    route.access === 'screen'
      ? nextScreen()
      : actorCaller.token === null
        ? actorCaller
        : target.noroshi.as(await createSession(target.noroshi.db, id, 'test', target.noroshi.clock.now()))
  const headers = {
    'accept-language': language === 'ja' ? 'ja-JP,ja;q=0.9' : 'en',
    'x-forwarded-for': `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
    ...init.headers,
  }
  requestCount += 1
  return caller.rawFetch(path, { ...init, method: route.method, headers })
}

const isJapanese = /[ぁ-んァ-ヶ一-龠]/

/** Expects a 4xx reply whose messages are in the given language and contain no message keys. */
async function expectError(response: Response, language: Language, about: string): Promise<void> {
  const text = await response.text()
  expect(response.status, `${about}: ${text}`).toBeGreaterThanOrEqual(400)
  expect(response.status, `${about}: ${text}`).toBeLessThan(500)
  const reply = ErrorReply.parse(JSON.parse(text))
  expect(['unauthorized', 'forbidden', 'tooManyRequests'], about).not.toContain(reply.code)
  assertExactShape(ErrorReply, reply)
  for (const shown of [reply.message, ...reply.issues.map(({ message }) => message)]) {
    expect(shown, about).toBeTruthy()
    expect(shown, about).not.toMatch(/[{}]/)
    expect(Object.hasOwn(messages, shown), about).toBe(false)
    expect(isJapanese.test(shown), `${about}: ${shown}`).toBe(language === 'ja')
  }
}

/** Whether the contract accepts the body. */
function isValid(route: Route, body: unknown): boolean {
  const parsed = route.body?.safeParse(body)
  return (
    parsed?.success === true &&
    Object.values(Object(parsed.data)).every((value) => typeof value !== 'string' || isStorable(value))
  )
}

const routesWithBody = allRoutes.filter((route) => route.body && route !== alertRoutes.raise)
const named = (routes: readonly Route[]) => routes.map((route): [string, Route] => [nameOf(route), route])

describe.each(named(allRoutes.filter((route) => route.form)))('%s', (_, route) => {
  test.each(hostileBodies)('rejects %s', async (name, body, type) => {
    const headers = type === null ? {} : { 'content-type': type }
    const { params } = validRequest(route, target, actorFor(route))
    const init = { headers, ...(body !== undefined && { body }) }
    await expectError(await send(route, pathOf(route, params), 'ja', init), 'ja', name)
  })
})

const forms = allRoutes.flatMap((route) =>
  Object.keys(route.form?.shape ?? {}).map((field): [string, string, Route] => [nameOf(route), field, route]),
)

test.each(forms)('%s replies to hostile values of %s within its contract', async (_name, field, route) => {
  for (const value of ['a\u0000b', 'x', '-1e999', '019a0000-0000-7000-8000-00000000000g', HUNDRED_KB]) {
    const { params = {}, form = {}, files = [] } = validRequest(route, target, actorFor(route))
    const { caller: actorCaller, id } = target.actors[actorFor(route)]
    const caller =
      actorCaller.token === null
        ? actorCaller
        : target.noroshi.as(await createSession(target.noroshi.db, id, 'test', target.noroshi.clock.now()))
    const { status, body } = await caller.request(route, { params, form: { ...form, [field]: value }, files })
    expect(status, `${value.slice(0, 9)}: ${JSON.stringify(body)}`).toBeOneOf([200, 201, 400, 413])
  }
})

describe.each(named([alertRoutes.upload, alertRoutes.uploadMedia]))('%s', (_, route) => {
  test.each<[string, Record<string, string>]>([
    ['a broken id', { alertId: 'x', textContent: 'a' }],
    ['an id with a null character', { alertId: `${randomUUID()}\u0000x`, textContent: 'a' }],
    ['100 KB of text', { textContent: HUNDRED_KB }],
    ['text beyond the limit', { textContent: 'a'.repeat(10_001) }],
    ['a caption beyond the limit', { textContent: 'a', caption: 'b'.repeat(501) }],
    ['a broken id of its own', { textContent: 'a', clientId: 'x' }],
    ['nothing but null characters', { textContent: ' \u0000 ' }],
    ['nothing at all', {}],
  ])('rejects %s', async (_name, form) => {
    const { status } = await target.actors.audience.caller.request(route, { form: { alertId: target.alertId, ...form } })
    expect(status).toBeOneOf([400, 413])
  })
})

describe.each(named(routesWithBody))('%s', (_, route) => {
  const fields = route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : []

  test.each(hostileBodies.filter(([name]) => name !== 'unknown fields' || !isValid(route, {})))(
    'rejects %s',
    async (name, body, type) => {
      for (const language of LANGUAGES) {
        const { params } = validRequest(route, target, actorFor(route))
        const headers = type === null ? {} : { 'content-type': type }
        const response = await send(route, pathOf(route, params), language, { headers, ...(body !== undefined && { body }) })
        await expectError(response, language, name)
      }
    },
  )

  test.each(fields)('rejects each hostile value of %s that the contract does not accept', async (field) => {
    for (const [index, [name, value]] of hostileValues.entries()) {
      const language = LANGUAGES[index % 2] ?? 'en'
      const { params, body } = validRequest(route, target, actorFor(route))
      const hostile = { ...fieldsIn(body), [field]: value }
      const response = await send(route, pathOf(route, params), language, {
        body: JSON.stringify(hostile),
        headers: { 'content-type': 'application/json' },
      })
      if (isValid(route, hostile)) expect(response.status, name).toBeLessThan(500)
      else await expectError(response, language, `${field}: ${name}`)
    }
  })
})

/** Uses the same id for each id parameter of the path. */
const withEachId = (route: Route, id: string) =>
  Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, id]))

/** Replaces each id by an unknown one. Other parameters, such as the kind of an entity, stay the same. */
const withUnknownIds = (params: Record<string, string> = {}) =>
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
  test.each(wrongIds)('rejects the id %s', async (id) => {
    for (const language of LANGUAGES) {
      const { body } = validRequest(route, target, actorFor(route))
      const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      await expectError(await send(route, pathOf(route, withEachId(route, id)), language, init), language, id)
    }
  })

  test('replies 404 for an unknown id', async () => {
    const right = validRequest(route, target, actorFor(route))
    const caller = route.access === 'screen' ? nextScreen() : target.actors.admin.caller
    expect((await caller.request(route, { ...right, params: withUnknownIds(right.params) })).status).toBe(404)
  })
})

test.each(['/%zz', `/alerts/%`, '/alerts/%E0%A4%A', `/nothing`, `/alerts/${'a'.repeat(5000)}`])(
  'the URL %s gets an error with a message',
  async (path) => {
    for (const language of LANGUAGES) {
      const response = await target.noroshi.visitor.rawFetch(API_BASE + path, { headers: { 'accept-language': language } })
      await expectError(response, language, path)
    }
  },
)

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s of a route without that method gets an error with a message',
  async (method) => {
    for (const path of ['/unit', '/nothing', `/alerts/${randomUUID()}/ledger`])
      for (const language of LANGUAGES) {
        const headers = { 'accept-language': language }
        await expectError(
          await target.noroshi.visitor.rawFetch(API_BASE + path, { method, headers }),
          language,
          `${method} ${path}`,
        )
      }
  },
)

describe.each(named(allRoutes.filter((route) => route.query)))('%s', (_, route) => {
  test.each(Object.keys(route.query?.shape ?? {}))('rejects invalid values of %s', async (name) => {
    const { params } = validRequest(route, target, actorFor(route))
    expect(invalidQueries[name], `no invalid values of ${name}`).toBeDefined()
    for (const value of invalidQueries[name] ?? [])
      for (const language of LANGUAGES) {
        const response = await send(route, `${pathOf(route, params)}?${name}=${value}`, language)
        await expectError(response, language, `${name}=${value}`)
      }
  })
})

test('a catch-up from a cursor of an unknown epoch replies complete: false', async () => {
  for (const since of ['18446744073709551615', '99999999999999999999', '9223372036854775808', '00000000000000000000']) {
    const response = await target.actors.audience.caller.rawFetch(
      `${API_BASE}/events?since=00000000-0000-4000-8000-000000000001.${since}`,
    )
    expect(response.status, since).toBe(200)
    expect(await response.json(), since).toMatchObject({ complete: false, events: [] })
  }
})

test('an error reply contains an issue for each invalid field', async () => {
  const body = { latitude: 'far', longitude: 200 }
  const { status, body: reply } = await target.actors.audience.caller.request(accountRoutes.shareLocation, { body })
  expect(status).toBe(400)
  expect(reply).toMatchObject({
    code: 'invalid',
    issues: [
      { path: 'latitude', message: 'This has the wrong format' },
      { path: 'longitude', message: 'The longitude must be between -180 and 180' },
      { path: 'accuracy', message: 'This is required' },
    ],
  })
})
