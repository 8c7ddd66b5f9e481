import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { type Route, Uuid } from '@noroshi/contract/define'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { mapShapeRoutes } from '@noroshi/contract/community-map/map-shapes.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import { allRoutes, API_BASE } from '@noroshi/contract/routes'
import { actorFor, expectError, HostileClient, named, pathOf } from '#/testing/hostile/hostile-requests.ts'
import { invalidQueries } from '#/testing/access/invalid-queries.ts'
import { sampled } from '#/testing/long-test.ts'
import { validRequest } from '#/testing/access/valid-requests.ts'
import type { World } from '#/testing/scenes/world.ts'

// An invalid path, id, method or query gets an error reply in the caller's language.

let client: HostileClient
let target: World
beforeAll(async () => {
  client = await HostileClient.create()
  target = client.world
})
afterAll(() => client.close())

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

/**
 * To delete what never arrived is no error, and a line of the map with a new id is added. The tests of personal data check those,
 * which need a password first, and the tests of units those that need a group.
 */
const EXCEPTIONS: readonly Route[] = [
  messageChangeRoutes.deleteSent,
  mapShapeRoutes.put,
  personalDataRoutes.exportOf,
  personalDataRoutes.deleteOf,
  unitRoutes.confirm,
  unitRoutes.reject,
  unitRoutes.revoke,
]

describe.each(named(allRoutes.filter((route) => route.params)))('%s', (_, route) => {
  test.each(sampled(wrongIds, allRoutes.indexOf(route)))('rejects the id %s', async (id) => {
    for (const language of LANGUAGES) {
      const { body } = validRequest(route, target, actorFor(route))
      const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      await expectError(await client.send(route, pathOf(route, withEachId(route, id)), language, init), language, id)
    }
  })

  test.skipIf(EXCEPTIONS.includes(route))('replies 404 for an unknown id', async () => {
    const right = validRequest(route, target, actorFor(route))
    const caller = route.access === 'screen' ? client.nextScreen() : target.actors.admin.caller
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
        const response = await client.send(route, `${pathOf(route, params)}?${name}=${value}`, language)
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
