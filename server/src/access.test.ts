import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Route } from '@noroshi/contract/define'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { ALERT_TOKEN_HEADER, allRoutes, API_BASE } from '@noroshi/contract/routes'
import { begins, decides } from '#/testing/chats.ts'
import { admins, adminsMake, type Door, everybody, inGroup, members, type Outcomes, outcomes, readers } from '#/testing/doors.ts'
import { feedDoors, feedReaders } from '#/testing/doors-of-feeds.ts'
import { intoGroup, messagingDoors } from '#/testing/doors-of-messaging.ts'
import { pageDoors, pageReaders } from '#/testing/doors-of-pages.ts'
import { registeredRoutes } from '#/testing/registered-routes.ts'
import { accountOf, nameOf, rightRequest } from '#/testing/right-requests.ts'
import { ACTORS, type World, world } from '#/testing/world.ts'

// One line for each door of the server: who may pass it. A new route or address without its line fails here.

const registers = ({ noroshi }: World) => noroshi.visitor.gets(accountRoutes.register, { body: accountOf('somebody') })
const resolves = ({ actors, alertId }: World) => actors.audience.caller.gets(alertRoutes.resolve, { body: { AlertId: alertId } })

//                         visitor ended deact. other outsider token admin audience
const doors: Record<string, Door> = {
  'GET /unit': { outcomes: everybody(200) },
  'GET /auth/allow/forget-password': { outcomes: everybody(200) },
  'GET /auth/check-internet': { outcomes: everybody(200) },
  'POST /auth/register': { outcomes: everybody(201) },
  'POST /auth/login': { outcomes: everybody(200), before: registers },
  'POST /activity-logs/user-logout': { outcomes: members, isAlone: true },
  'GET /auth/me': { outcomes: members },
  'PUT /users/language': { outcomes: members },
  'PUT /users/me/location': { outcomes: members },
  'PUT /users/me/location-sharing': { outcomes: members },
  'GET /users/dashboard/map/locations': { outcomes: members },
  'GET /users': { outcomes: members },
  'GET /users/:id': { outcomes: members },
  // Each their own; another's is refused (profile.test.ts).
  'PUT /users/:id': { outcomes: members },
  'PUT /users/:id/avatar': { outcomes: members },
  'DELETE /users/me/avatar': { outcomes: members },
  // Without mail nobody gets a link, and a token that is none opens nothing (passwords.test.ts).
  'POST /auth/forget-password': { outcomes: everybody(403) },
  'POST /auth/reset-password': { outcomes: everybody(400) },
  'GET /auth/sessions': { outcomes: members },
  // A session that is not one's own is not there (own-sessions.test.ts).
  'DELETE /auth/sessions/:id': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 404) },
  'GET /admin/users': { outcomes: admins },
  'GET /admin/users/:id': { outcomes: admins },
  'PUT /admin/users/:id/activate': { outcomes: admins, isAlone: true },
  'PUT /admin/users/:id/deactivate': { outcomes: admins, isAlone: true },
  'PUT /admin/users/:id/make-admin': { outcomes: admins, isAlone: true },
  'PUT /admin/users/:id/remove-admin': { outcomes: admins },
  'PUT /admin/users/:id/reset-link': { outcomes: admins },
  'GET /admin/audit': { outcomes: admins },
  'GET /dashboard-section/': { outcomes: everybody(200) },
  'GET /dashboard-section-links/dashboard-section/:id': { outcomes: everybody(200) },
  'POST /dashboard-section': { outcomes: adminsMake },
  'PUT /dashboard-section/order': { outcomes: admins, isAlone: true },
  'PUT /dashboard-section/:id': { outcomes: admins },
  'DELETE /dashboard-section/:id': { outcomes: admins, isAlone: true },
  'POST /dashboard-section-links': { outcomes: adminsMake },
  'PUT /dashboard-section-links/:id': { outcomes: admins },
  'DELETE /dashboard-section-links/:id': { outcomes: admins, isAlone: true },
  'PUT /dashboard-section-links/dashboard-section/:id/order': { outcomes: admins, isAlone: true },
  'GET /admin/alert-groups': { outcomes: admins },
  'POST /admin/alert-groups': { outcomes: adminsMake },
  'PUT /admin/alert-groups/:id': { outcomes: admins },
  'DELETE /admin/alert-groups/:id': { outcomes: admins, isAlone: true },
  'GET /admin/alert-groups/:id/members': { outcomes: admins },
  'PATCH /admin/alert-groups/:id/members/add': { outcomes: admins },
  'PATCH /admin/alert-groups/:id/members/remove': { outcomes: admins },
  'GET /admin/lacs-groups': { outcomes: admins },
  'POST /admin/lacs-groups': { outcomes: adminsMake },
  'PUT /admin/lacs-groups/:id': { outcomes: admins },
  'DELETE /admin/lacs-groups/:id': { outcomes: admins, isAlone: true },
  'GET /admin/lacs-units': { outcomes: admins },
  'POST /admin/lacs-units': { outcomes: adminsMake },
  'PUT /admin/lacs-units/:id': { outcomes: admins },
  'DELETE /admin/lacs-units/:id': { outcomes: admins, isAlone: true },
  'GET /admin/settings': { outcomes: admins },
  'PUT /admin/settings': { outcomes: admins },
  'GET /admin/invitations': { outcomes: admins },
  'POST /admin/invitations': { outcomes: adminsMake },
  'DELETE /admin/invitations/:id': { outcomes: admins },
  ...messagingDoors,
  ...feedDoors,
  ...pageDoors,
  // Never refused; who holds the token of an active alert joins it (200).
  'POST /alerts': { outcomes: outcomes(201, 201, 201, 200, 201, 200, 201, 201), isAlone: true },
  'GET /alerts': { outcomes: members },
  'GET /alerts/locations': { outcomes: members },
  'GET /alert-group/user/members': { outcomes: members },
  'GET /events': { outcomes: outcomes(404, 404, 404, 200, 200, 200, 200, 200) },
  'GET /alerts/:id': { outcomes: readers },
  'GET /alerts/:id/messages': { outcomes: readers },
  'POST /alerts/upload': { outcomes: outcomes(404, 404, 404, 404, 404, 200, 403, 200) },
  'PUT /alerts/upload': { outcomes: outcomes(404, 404, 404, 404, 404, 200, 403, 200) },
  'GET /alerts/:id/ledger': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 200) },
  'GET /alerts/:id/members/location': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 200) },
  'POST /alerts/message': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201) },
  'PUT /alerts/:id/answer': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 200) },
  'PUT /alerts/markAsResolved': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 200), isAlone: true },
  'PUT /alerts/:id/reopen': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 403), before: resolves, isAlone: true },
}

const METRICS_TOKEN = 'a token of the metrics'
let shared: World
beforeAll(async () => {
  shared = await world({ METRICS_TOKEN })
})
afterAll(() => shared[Symbol.asyncDispose]())

test('every route of the contract has its line in the table of access', () => {
  expect(Object.keys(doors).toSorted()).toEqual(allRoutes.map(nameOf).toSorted())
})

describe.each(allRoutes.map((route): [string, Route] => [nameOf(route), route]))('%s', (name, route) => {
  test('is open to those alone for whom it is', async () => {
    const door = doors[name]
    if (!door) throw new Error(`${name} has no line in the table of access`)
    await using own = door.isAlone ? await world() : null
    const given = own ?? shared
    await door.before?.(given)
    const answered: Partial<Outcomes<number>> = {}
    for (const actor of ACTORS) {
      const { caller, alertToken } = given.actors[actor]
      const { status, body } = await caller.asks(route, { ...rightRequest(route, given, actor), alertToken })
      answered[actor] = status
      // A refusal of somebody without a session names it, so that the page knows to ask for one.
      if (status === 401) expect(body).toMatchObject({ code: 'unauthorized' })
    }
    expect(answered).toEqual(door.outcomes)
  })
})

test('who was removed from a group stands before its doors as an outsider does, on the web and on a socket', async () => {
  await using given = await world()
  const [removed] = await given.noroshi.people('Ito')
  const { caller: admin } = given.actors.audience
  const listening = await removed.listens()
  await admin.gets(threadRoutes.addMembers, { params: { id: given.groupId }, body: { userIds: [removed.id] } })
  expect((await removed.asks(threadRoutes.get, { params: { id: given.groupId } })).status).toBe(200)
  await admin.gets(threadRoutes.removeMember, { params: { id: given.groupId, userId: removed.id } })
  const answered: Record<string, number> = {}
  for (const route of allRoutes.filter((one) => [inGroup, intoGroup].some((kind) => doors[nameOf(one)]?.outcomes === kind)))
    answered[nameOf(route)] = (await removed.asks(route, rightRequest(route, given, 'outsider'))).status
  expect(Object.keys(answered).length).toBeGreaterThan(10)
  expect([...new Set(Object.values(answered))]).toEqual([404])
  for (const name of ['message-threads:join', 'messages:typing', 'messages:stopped_typing'] as const)
    expect(await listening.asks(name, { messageThreadId: given.groupId })).toEqual({ ok: false, code: 'thread.notFound' })
  expect((await removed.fetch(given.messageMediaUrl)).status).toBe(404)
})

test('of two of whom one blocks the other, both read and neither writes', async () => {
  await using given = await world()
  const [blocked, blocking] = await given.noroshi.people('Ito', 'Jun')
  const { id } = await begins(blocked, blocking)
  await decides(blocking, id, false)
  for (const person of [blocked, blocking]) {
    const form = { messageThreadId: id, latitude: '38', longitude: '140' }
    const writing = [
      await person.asks(messageRoutes.send, { body: { messageThreadId: id, text: 'a word' } }),
      await person.asks(messageRoutes.upload, { form, files: [] }),
    ]
    expect(writing.map(({ status, body }) => [status, 'code' in body ? body.code : null])).toEqual([
      [403, 'thread.blocked'],
      [403, 'thread.blocked'],
    ])
    expect((await person.asks(messageRoutes.list, { params: { id } })).status).toBe(200)
    expect((await person.asks(threadRoutes.get, { params: { id } })).status).toBe(200)
  }
})

/** Addresses that are no part of the contract: everybody gets the same, or `readers` alone. */
const addresses: Record<string, Outcomes<number> | 'public'> = {
  'GET /livez': everybody(200),
  'GET /readyz': everybody(200),
  'GET /metrics': everybody(404),
  [`GET ${API_BASE}/openapi.json`]: everybody(200),
  [`GET ${API_BASE}/docs`]: everybody(200),
  [`GET ${API_BASE}/docs/json`]: everybody(200),
  [`GET ${API_BASE}/docs/yaml`]: everybody(200),
  [`GET ${API_BASE}/docs/static/index.html`]: everybody(200),
  [`GET ${API_BASE}/docs/static/swagger-initializer.js`]: everybody(200),
  [`GET ${API_BASE}/docs/static/*`]: 'public',
  'GET /backend/uploads/:id': readers,
  // The file of this world has no preview: 404 for those who may read it too.
  'GET /backend/uploads/:id/preview': everybody(404),
  'GET /map/basemap.pmtiles': 'public',
  'GET /map/streets.pmtiles': 'public',
  'GET /map/fonts/:name': 'public',
  'GET /*': 'public',
}

test('every address that the server answers is in the contract or in the table of addresses', async () => {
  const ofContract = new Set(allRoutes.map(({ method, path }) => `${method} ${API_BASE}${path}`))
  const others = (await registeredRoutes({ METRICS_TOKEN })).filter((one) => !ofContract.has(one) && !one.startsWith('HEAD '))
  expect(others.toSorted()).toEqual(Object.keys(addresses).toSorted())
})

test('a file of a message answers the members of its thread alone', async () => {
  const answered: Partial<Outcomes<number>> = {}
  for (const actor of ACTORS) {
    const response = await shared.actors[actor].caller.fetch(shared.messageMediaUrl)
    await response.arrayBuffer()
    answered[actor] = response.status
  }
  expect(answered).toEqual(outcomes(404, 404, 404, 404, 404, 404, 404, 200))
})

test('a file of a post answers who may read its feed alone', async () => {
  const answered: Partial<Outcomes<number>> = {}
  for (const actor of ACTORS) {
    const response = await shared.actors[actor].caller.fetch(shared.postMediaUrl)
    await response.arrayBuffer()
    answered[actor] = response.status
  }
  expect(answered).toEqual(feedReaders)
})

test('a document of a page answers who may read the page alone', async () => {
  const answered: Partial<Outcomes<number>> = {}
  for (const actor of ACTORS) {
    const response = await shared.actors[actor].caller.fetch(shared.documentUrl)
    await response.arrayBuffer()
    answered[actor] = response.status
  }
  expect(answered).toEqual(pageReaders)
})

test.each(Object.entries(addresses))(
  '%s answers everybody alike, or the readers of its alert alone',
  async (address, expected) => {
    const path = address
      .replace('GET ', '')
      .replace('/backend/uploads/:id', shared.mediaUrl)
      .replace(/:name|\*/, 'none')
    const answered: Partial<Outcomes<number>> = {}
    for (const actor of ACTORS) {
      const { caller, alertToken = '' } = shared.actors[actor]
      const response = await caller.fetch(path, { headers: { [ALERT_TOKEN_HEADER]: alertToken } })
      // A whole map for each of them would tell no more than its first line.
      await response.body?.cancel()
      answered[actor] = response.status
    }
    expect(answered.visitor).toBeLessThan(500)
    expect(answered).toEqual(expected === 'public' ? everybody(answered.visitor ?? 0) : expected)
  },
)
