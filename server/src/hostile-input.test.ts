import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { isStorable, type Route } from '@noroshi/contract/define'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { missingReportRoutes } from '@noroshi/contract/missing-reports/missing-reports.http'
import { allRoutes } from '@noroshi/contract/routes'
import { actorFor, expectError, HostileClient, HUNDRED_KB, named, pathOf } from '#/testing/hostile/hostile-requests.ts'
import { sampled } from '#/testing/long-test.ts'
import { fieldsIn, nameOf, validRequest } from '#/testing/access/valid-requests.ts'
import type { World } from '#/testing/scenes/world.ts'

// Invalid input gets an error reply in the caller's language, never a 500 and never no reply. An SOS is always
// accepted.

let client: HostileClient
let target: World
beforeAll(async () => {
  client = await HostileClient.create()
  target = client.world
})
afterAll(() => client.close())

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

/** Whether the contract accepts the body. */
function isValid(route: Route, body: unknown): boolean {
  const parsed = route.body?.safeParse(body)
  return (
    parsed?.success === true &&
    Object.values(Object(parsed.data)).every((value) => typeof value !== 'string' || isStorable(value))
  )
}

const routesWithBody = allRoutes.filter((route) => route.body && route !== alertRoutes.raise)

describe.each(named(allRoutes.filter((route) => route.form)))('%s', (_, route) => {
  test.each(sampled(hostileBodies, allRoutes.indexOf(route)))('rejects %s', async (name, body, type) => {
    const headers = type === null ? {} : { 'content-type': type }
    const { params } = validRequest(route, target, actorFor(route))
    const init = { headers, ...(body !== undefined && { body }) }
    await expectError(await client.send(route, pathOf(route, params), 'ja', init), 'ja', name)
  })
})

const forms = allRoutes.flatMap((route) =>
  Object.keys(route.form?.shape ?? {}).map((field): [string, string, Route] => [nameOf(route), field, route]),
)

test.each(forms)('%s replies to hostile values of %s within its contract', async (_name, field, route) => {
  for (const value of ['a\u0000b', 'x', '-1e999', '019a0000-0000-7000-8000-00000000000g', HUNDRED_KB]) {
    const { params = {}, form = {}, files = [] } = validRequest(route, target, actorFor(route))
    const caller = await client.newCaller(route)
    const ofAnotherSession = field === 'accessToken' ? [403] : []
    const ofOneDay = route === missingReportRoutes.create ? [429] : []
    const { status, body } = await caller.request(route, { params, form: { ...form, [field]: value }, files })
    expect(status, `${value.slice(0, 9)}: ${JSON.stringify(body)}`).toBeOneOf([
      200,
      201,
      400,
      413,
      ...ofAnotherSession,
      ...ofOneDay,
    ])
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
    await target.noroshi.db.deleteFrom('rate_limits').execute()
    const { status } = await target.actors.audience.caller.request(route, { form: { alertId: target.alertId, ...form } })
    expect(status).toBeOneOf([400, 413])
  })
})

describe.each(named(routesWithBody))('%s', (_, route) => {
  const fields = route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : []

  const bodies = sampled(hostileBodies, allRoutes.indexOf(route))
  test.each(bodies.filter(([name]) => name !== 'unknown fields' || !isValid(route, {})))(
    'rejects %s',
    async (name, body, type) => {
      for (const language of LANGUAGES) {
        const { params } = validRequest(route, target, actorFor(route))
        const headers = type === null ? {} : { 'content-type': type }
        const response = await client.send(route, pathOf(route, params), language, {
          headers,
          ...(body !== undefined && { body }),
        })
        await expectError(response, language, name)
      }
    },
  )

  test.each(fields)('rejects each hostile value of %s that the contract does not accept', async (field) => {
    for (const [index, [name, value]] of sampled(
      [...hostileValues.entries()],
      allRoutes.indexOf(route) + fields.indexOf(field),
    )) {
      const language = LANGUAGES[index % 2] ?? 'en'
      const { params, body } = validRequest(route, target, actorFor(route))
      const hostile = { ...fieldsIn(body), [field]: value }
      const response = await client.send(route, pathOf(route, params), language, {
        body: JSON.stringify(hostile),
        headers: { 'content-type': 'application/json' },
      })
      if (isValid(route, hostile)) expect(response.status, name).toBeLessThan(500)
      else await expectError(response, language, `${field}: ${name}`)
    }
  })
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
