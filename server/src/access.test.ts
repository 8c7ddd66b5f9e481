import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { secondFactorRoutes } from '@noroshi/contract/accounts/second-factor.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import type { Route } from '@noroshi/contract/define'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { ALERT_TOKEN_HEADER, allRoutes, API_BASE } from '@noroshi/contract/routes'
import { startPersonalChat, setAcceptance } from '#/testing/chats.ts'
import {
  admins,
  adminsCreate,
  type AccessRule,
  everyActor,
  groupMembersOnly,
  members,
  type Outcomes,
  outcomes,
  readers,
} from '#/testing/access-rules.ts'
import { feedAccessRules, feedReaders } from '#/testing/access-rules-feeds.ts'
import { callAccessRules } from '#/testing/access-rules-calls.ts'
import { pushAccessRules } from '#/testing/access-rules-push.ts'
import { readinessAccessRules } from '#/testing/access-rules-readiness.ts'
import { radioAccessRules } from '#/testing/access-rules-radio.ts'
import { sirenAccessRules } from '#/testing/access-rules-siren.ts'
import { speechAccessRules } from '#/testing/access-rules-speech.ts'
import { addToGroup, messagingAccessRules } from '#/testing/access-rules-messaging.ts'
import { pageAccessRules, pageReaders } from '#/testing/access-rules-pages.ts'
import { registeredRoutes } from '#/testing/registered-routes.ts'
import { streetArchive } from '#/testing/street-archive.ts'
import { accountOf, nameOf, setPasswords, validRequest } from '#/testing/valid-requests.ts'
import { ACTORS, type World, createWorld } from '#/testing/world.ts'

// The expected status of each route for each actor. A route or URL without an entry fails this test.

const register = ({ noroshi }: World) => noroshi.visitor.fetch(accountRoutes.register, { body: accountOf('registered') })
const givePasswords = ({ noroshi }: World) => setPasswords(noroshi)
const beginSecondFactors = async (world: World) => {
  await givePasswords(world)
  for (const actor of ['outsider', 'admin', 'audience'] as const)
    await world.actors[actor].caller.fetch(secondFactorRoutes.begin, validRequest(secondFactorRoutes.begin, world, actor))
}
const membersWithoutFactor = outcomes(401, 401, 401, 401, 409, 401, 409, 409)
const resolve = ({ actors, alertId }: World) => actors.audience.caller.fetch(alertRoutes.resolve, { body: { AlertId: alertId } })

const dismissAll = ({ actors }: World) =>
  actors.admin.caller.fetch(anonymousAlertRoutes.resolve, { body: { from: new Date(0).toISOString(), action: 'dismiss' } })

const putMapFile = async ({ noroshi }: World) => {
  const directory = path.join(noroshi.deps.config.dataDir, 'maps')
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, 'sendai.pmtiles'), streetArchive())
}

//                         visitor ended deact. other outsider token admin audience
const accessRules: Record<string, AccessRule> = {
  'GET /unit': { outcomes: everyActor(200) },
  'GET /auth/allow/forget-password': { outcomes: everyActor(200) },
  'GET /auth/check-internet': { outcomes: everyActor(200) },
  'POST /auth/register': { outcomes: everyActor(201) },
  'POST /auth/login': { outcomes: everyActor(200), before: register },
  'POST /activity-logs/user-logout': { outcomes: members, isAlone: true },
  'GET /auth/me': { outcomes: members },
  'PUT /users/language': { outcomes: members },
  'PUT /users/me/location': { outcomes: members },
  'PUT /users/me/location-sharing': { outcomes: members },
  'GET /users/dashboard/map/locations': { outcomes: members },
  'GET /users': { outcomes: members },
  'GET /users/:id': { outcomes: members },
  // For the user's own profile; other profiles get 403 (profile.test.ts).
  'PUT /users/:id': { outcomes: members },
  'PUT /users/:id/avatar': { outcomes: members },
  'DELETE /users/me/avatar': { outcomes: members },
  // Without a mail server no user gets a link, and an unknown token is rejected (passwords.test.ts).
  'POST /auth/forget-password': { outcomes: everyActor(403) },
  'POST /auth/reset-password': { outcomes: everyActor(400) },
  'PUT /users/me/password': { outcomes: members, before: givePasswords },
  'PUT /users/me/email': { outcomes: members, before: givePasswords },
  'POST /auth/confirm-email': { outcomes: everyActor(400) },
  'GET /users/me/second-factor': { outcomes: members },
  'POST /users/me/second-factor': { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201), before: givePasswords },
  // The code is wrong, and the second factor is off (second-factor.test.ts).
  'PUT /users/me/second-factor/confirm': {
    outcomes: outcomes(401, 401, 401, 401, 400, 401, 400, 400),
    before: beginSecondFactors,
  },
  'POST /users/me/second-factor/recovery-codes': { outcomes: membersWithoutFactor, before: givePasswords },
  'PUT /users/me/second-factor/remove': { outcomes: membersWithoutFactor, before: givePasswords },
  'GET /auth/sessions': { outcomes: members },
  // A session of another user is not found (own-sessions.test.ts).
  'DELETE /auth/sessions/:id': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 404) },
  'GET /admin/users': { outcomes: admins },
  'GET /admin/users/:id': { outcomes: admins },
  'PUT /admin/users/:id/activate': { outcomes: admins, isAlone: true },
  'PUT /admin/users/:id/deactivate': { outcomes: admins, isAlone: true },
  'PUT /admin/users/:id/make-admin': { outcomes: admins, isAlone: true },
  'PUT /admin/users/:id/remove-admin': { outcomes: admins },
  'PUT /admin/users/:id/reset-link': { outcomes: admins },
  'PUT /admin/users/:id/reset-second-factor': { outcomes: admins },
  'GET /admin/audit': { outcomes: admins },
  'GET /admin/clock': { outcomes: admins },
  'GET /admin/disk': { outcomes: admins },
  'PUT /admin/clock/confirm': { outcomes: admins },
  'GET /dashboard-section/': { outcomes: everyActor(200) },
  'GET /dashboard-section-links/dashboard-section/:id': { outcomes: everyActor(200) },
  'POST /dashboard-section': { outcomes: adminsCreate },
  'PUT /dashboard-section/order': { outcomes: admins, isAlone: true },
  'PUT /dashboard-section/:id': { outcomes: admins },
  'DELETE /dashboard-section/:id': { outcomes: admins, isAlone: true },
  'POST /dashboard-section-links': { outcomes: adminsCreate },
  'PUT /dashboard-section-links/:id': { outcomes: admins },
  'DELETE /dashboard-section-links/:id': { outcomes: admins, isAlone: true },
  'PUT /dashboard-section-links/dashboard-section/:id/order': { outcomes: admins, isAlone: true },
  'GET /admin/alert-groups': { outcomes: admins },
  'POST /admin/alert-groups': { outcomes: adminsCreate },
  'PUT /admin/alert-groups/:id': { outcomes: admins },
  'DELETE /admin/alert-groups/:id': { outcomes: admins, isAlone: true },
  'GET /admin/alert-groups/:id/members': { outcomes: admins },
  'PATCH /admin/alert-groups/:id/members/add': { outcomes: admins },
  'PATCH /admin/alert-groups/:id/members/remove': { outcomes: admins },
  'GET /admin/lacs-groups': { outcomes: admins },
  'POST /admin/lacs-groups': { outcomes: adminsCreate },
  'PUT /admin/lacs-groups/:id': { outcomes: admins },
  'DELETE /admin/lacs-groups/:id': { outcomes: admins, isAlone: true },
  'GET /admin/lacs-units': { outcomes: admins },
  'POST /admin/lacs-units': { outcomes: adminsCreate },
  'PUT /admin/lacs-units/:id': { outcomes: admins },
  'DELETE /admin/lacs-units/:id': { outcomes: admins, isAlone: true },
  'GET /admin/settings': { outcomes: admins },
  'PUT /admin/settings': { outcomes: admins },
  'GET /admin/setup': { outcomes: admins },
  'PUT /admin/setup': { outcomes: admins },
  'GET /admin/map': { outcomes: admins },
  'POST /admin/map': { outcomes: adminsCreate },
  'PUT /admin/map': { outcomes: admins, before: putMapFile },
  'DELETE /admin/map': { outcomes: admins },
  'GET /admin/invitations': { outcomes: admins },
  'POST /admin/invitations': { outcomes: adminsCreate },
  'DELETE /admin/invitations/:id': { outcomes: admins },
  'GET /https': { outcomes: everyActor(200) },
  'GET /https/probe': { outcomes: everyActor(200) },
  // Without an HTTPS port there is nothing to hand over to (handovers.test.ts).
  'POST /https/handovers': { outcomes: everyActor(404) },
  'POST /https/handovers/claim': { outcomes: everyActor(404) },
  ...messagingAccessRules,
  ...feedAccessRules,
  ...pageAccessRules,
  ...callAccessRules,
  ...radioAccessRules,
  ...pushAccessRules,
  ...readinessAccessRules,
  ...sirenAccessRules,
  ...speechAccessRules,
  // Never rejected. A caller with the token of an active alert joins that alert (200).
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
  'GET /admin/anonymous-data': { outcomes: admins },
  'GET /admin/anonymous-alerts/sources': { outcomes: admins },
  'GET /admin/anonymous-alerts/count': { outcomes: admins },
  'PUT /admin/anonymous-alerts/resolve': { outcomes: admins, isAlone: true },
  'PUT /admin/anonymous-alerts/sources/:sourceId/mute': { outcomes: admins, isAlone: true },
  'DELETE /admin/anonymous-alerts/sources/:sourceId/mute': { outcomes: admins },
  'GET /admin/anonymous-alerts/muted': { outcomes: admins },
  'PUT /admin/anonymous-alerts/:id/release': { outcomes: admins, before: dismissAll, isAlone: true },
  'DELETE /alerts/:id': { outcomes: admins, isAlone: true },
  'PUT /alerts/:id/reopen': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 403), before: resolve, isAlone: true },
}

const METRICS_TOKEN = 'a token of the metrics'
let shared: World
beforeAll(async () => {
  shared = await createWorld({ METRICS_TOKEN })
})
afterAll(() => shared[Symbol.asyncDispose]())

test('every route of the contract has an entry in the access table', () => {
  expect(Object.keys(accessRules).toSorted()).toEqual(allRoutes.map(nameOf).toSorted())
})

describe.each(allRoutes.map((route): [string, Route] => [nameOf(route), route]))('%s', (name, route) => {
  test('each actor gets the status of the access table', async () => {
    const rule = accessRules[name]
    if (!rule) throw new Error(`${name} has no entry in the access table`)
    await using ownWorld = rule.isAlone ? await createWorld() : null
    const target = ownWorld ?? shared
    await rule.before?.(target)
    const statuses: Partial<Outcomes<number>> = {}
    for (const actor of ACTORS) {
      const { caller, alertToken } = target.actors[actor]
      const { status, body } = await caller.request(route, { ...validRequest(route, target, actor), alertToken })
      statuses[actor] = status
      // A caller without a session gets the code `unauthorized`, so that the page asks them to sign in.
      if (status === 401) expect(body).toMatchObject({ code: 'unauthorized' })
    }
    expect(statuses).toEqual(rule.outcomes)
  })
})

test('a removed group member gets the replies of an outsider, by HTTP and by socket', async () => {
  await using target = await createWorld()
  const [removed] = await target.noroshi.people('Ito')
  const { caller: admin } = target.actors.audience
  const socket = await removed.openSocket()
  await admin.fetch(threadRoutes.addMembers, { params: { id: target.groupId }, body: { userIds: [removed.id] } })
  expect((await removed.request(threadRoutes.get, { params: { id: target.groupId } })).status).toBe(200)
  await admin.fetch(threadRoutes.removeMember, { params: { id: target.groupId, userId: removed.id } })
  const statuses: Record<string, number> = {}
  for (const route of allRoutes.filter((one) =>
    [groupMembersOnly, addToGroup].some((kind) => accessRules[nameOf(one)]?.outcomes === kind),
  ))
    statuses[nameOf(route)] = (await removed.request(route, validRequest(route, target, 'outsider'))).status
  expect(Object.keys(statuses).length).toBeGreaterThan(10)
  expect([...new Set(Object.values(statuses))]).toEqual([404])
  for (const name of ['message-threads:join', 'messages:typing', 'messages:stopped_typing'] as const)
    expect(await socket.send(name, { messageThreadId: target.groupId })).toEqual({ ok: false, code: 'thread.notFound' })
  expect((await removed.rawFetch(target.messageMediaUrl)).status).toBe(404)
})

test('two users of a blocked personal thread may read it and get 403 when sending', async () => {
  await using target = await createWorld()
  const [blocked, blocking] = await target.noroshi.people('Ito', 'Jun')
  const { id } = await startPersonalChat(blocked, blocking)
  await setAcceptance(blocking, id, false)
  for (const person of [blocked, blocking]) {
    const form = { messageThreadId: id, latitude: '38', longitude: '140' }
    const replies = [
      await person.request(messageRoutes.send, { body: { messageThreadId: id, text: 'a word' } }),
      await person.request(messageRoutes.upload, { form, files: [] }),
    ]
    expect(replies.map(({ status, body }) => [status, 'code' in body ? body.code : null])).toEqual([
      [403, 'thread.blocked'],
      [403, 'thread.blocked'],
    ])
    expect((await person.request(messageRoutes.list, { params: { id } })).status).toBe(200)
    expect((await person.request(threadRoutes.get, { params: { id } })).status).toBe(200)
  }
})

/** Routes outside of the contract with their statuses. 'public': all actors get the same status. */
const otherRoutes: Record<string, Outcomes<number> | 'public'> = {
  'GET /livez': everyActor(200),
  'GET /readyz': everyActor(200),
  'GET /metrics': everyActor(404),
  [`GET ${API_BASE}/openapi.json`]: everyActor(200),
  [`GET ${API_BASE}/asyncapi.json`]: everyActor(200),
  [`GET ${API_BASE}/docs`]: everyActor(200),
  [`GET ${API_BASE}/docs/json`]: everyActor(200),
  [`GET ${API_BASE}/docs/yaml`]: everyActor(200),
  [`GET ${API_BASE}/docs/static/index.html`]: everyActor(200),
  [`GET ${API_BASE}/docs/static/swagger-initializer.js`]: everyActor(200),
  [`GET ${API_BASE}/docs/static/*`]: 'public',
  'GET /backend/uploads/:id': readers,
  // The file has no preview, so readers get 404 too.
  'GET /backend/uploads/:id/preview': everyActor(404),
  // The model of the wake word is public code; an unknown version is not found (wake-word-files.test.ts).
  'GET /wake-word/:version/:name': everyActor(404),
  // Without an own authority there is no certificate to download (https-server.test.ts).
  'GET /join/noroshi.crt': everyActor(404),
  'GET /join/noroshi.mobileconfig': everyActor(404),
  'GET /map/basemap.pmtiles': 'public',
  // An archive with another tag is not found (streets.test.ts).
  'GET /map/streets/:name': everyActor(404),
  'GET /map/fonts/:name': 'public',
  'GET /*': 'public',
}

test('every registered route is in the contract or in the table of other routes', async () => {
  const ofContract = new Set(allRoutes.map(({ method, path }) => `${method} ${API_BASE}${path}`))
  const others = (await registeredRoutes({ METRICS_TOKEN })).filter((one) => !ofContract.has(one) && !one.startsWith('HEAD '))
  expect(others.toSorted()).toEqual(Object.keys(otherRoutes).toSorted())
})

test('only members of the thread get 200 for a file of a message', async () => {
  const statuses: Partial<Outcomes<number>> = {}
  for (const actor of ACTORS) {
    const response = await shared.actors[actor].caller.rawFetch(shared.messageMediaUrl)
    await response.arrayBuffer()
    statuses[actor] = response.status
  }
  expect(statuses).toEqual(outcomes(404, 404, 404, 404, 404, 404, 404, 200))
})

test('only readers of the feed get 200 for a file of a post', async () => {
  const statuses: Partial<Outcomes<number>> = {}
  for (const actor of ACTORS) {
    const response = await shared.actors[actor].caller.rawFetch(shared.postMediaUrl)
    await response.arrayBuffer()
    statuses[actor] = response.status
  }
  expect(statuses).toEqual(feedReaders)
})

test('only readers of the page get 200 for a document of the page', async () => {
  const statuses: Partial<Outcomes<number>> = {}
  for (const actor of ACTORS) {
    const response = await shared.actors[actor].caller.rawFetch(shared.documentUrl)
    await response.arrayBuffer()
    statuses[actor] = response.status
  }
  expect(statuses).toEqual(pageReaders)
})

test.each(Object.entries(otherRoutes))('each actor gets the status of the table for %s', async (route, expected) => {
  const path = route
    .replace('GET ', '')
    .replace('/backend/uploads/:id', shared.mediaUrl)
    .replace(/:version|:name|\*/g, 'none')
  const statuses: Partial<Outcomes<number>> = {}
  for (const actor of ACTORS) {
    const { caller, alertToken = '' } = shared.actors[actor]
    const response = await caller.rawFetch(path, { headers: { [ALERT_TOKEN_HEADER]: alertToken } })
    // The status is enough; a whole map archive is large.
    await response.body?.cancel()
    statuses[actor] = response.status
  }
  expect(statuses.visitor).toBeLessThan(500)
  expect(statuses).toEqual(expected === 'public' ? everyActor(statuses.visitor ?? 0) : expected)
})
