import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Route } from '@noroshi/contract/define'
import { ALERT_TOKEN_HEADER, allRoutes, API_BASE } from '@noroshi/contract/routes'
import { APP_STREAM_PATHS } from '#/features/alarm-app/alarm-app-streams.routes.ts'
import { PUSH_ENDPOINT } from '#/features/alarm-app/unified-push/unified-push.routes.ts'
import { startPersonalChat, setAcceptance } from '#/testing/scenes/chats.ts'
import { everyActor, groupMembersOnly, type Outcomes, outcomes, readers } from '#/testing/access/access-rules.ts'
import { feedReaders } from '#/testing/access/access-rules-feeds.ts'
import { addToGroup } from '#/testing/access/access-rules-messaging.ts'
import { pageReaders } from '#/testing/access/access-rules-pages.ts'
import { accessRules } from '#/testing/access/access-table.ts'
import { registeredRoutes } from '#/testing/access/registered-routes.ts'
import { nameOf, validRequest } from '#/testing/access/valid-requests.ts'
import { ACTORS, type World, createWorld } from '#/testing/scenes/world.ts'

// Each actor gets the status of the access table. A route or URL without an entry fails this test.

const METRICS_TOKEN = 'a token of the metrics'
let shared: World
beforeAll(async () => {
  shared = await createWorld({ METRICS_TOKEN })
})
afterAll(() => shared[Symbol.asyncDispose]())

test('every route of the contract has an entry in the access table', () => {
  expect(allRoutes.filter((route) => accessRules.get(route) === undefined).map(nameOf)).toEqual([])
})

describe.each(allRoutes.map((route): [string, Route] => [nameOf(route), route]))('%s', (name, route) => {
  test('each actor gets the status of the access table', async () => {
    const rule = accessRules.get(route)
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
    [groupMembersOnly, addToGroup].some((kind) => accessRules.get(one)?.outcomes === kind),
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
  // The link of an export is the right to it (export.test.ts).
  [`GET ${API_BASE}/account/export`]: everyActor(404),
  'GET /backend/uploads/:id': readers,
  // The file has no preview, so readers get 404 too.
  'GET /backend/uploads/:id/preview': everyActor(404),
  // The model of the wake word is public code; an unknown version is not found (wake-word-files.test.ts).
  'GET /wake-word/:version/:name': everyActor(404),
  // Without an own authority there is no certificate to download (https-server.test.ts).
  'GET /join/noroshi.crt': everyActor(404),
  'GET /join/noroshi.mobileconfig': everyActor(404),
  // The operator has put no file there (alarm-app-file.test.ts).
  'GET /join/ntfy.apk': everyActor(404),
  // A token of a message is the right to its receipt, and a topic to its messages (alarm-app.test.ts).
  'GET /app-alarms/receipts/:token': everyActor(401),
  // A token is the right to a feed of alerts (alert-feeds.test.ts).
  'GET /alert-feeds/:token/cap.atom': everyActor(404),
  'GET /alert-feeds/:token/alerts.geojson': everyActor(404),
  'GET /alert-feeds/:token/messages/:file': everyActor(404),
  // Endpoints of a push service (unified-push.test.ts).
  [`GET ${PUSH_ENDPOINT}`]: 'public',
  [`POST ${PUSH_ENDPOINT}`]: 'public',
  [`GET ${APP_STREAM_PATHS.auth}`]: 'public',
  [`GET ${APP_STREAM_PATHS.json}`]: 'public',
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
  const [method = '', pattern = ''] = route.split(/ (.*)/)
  const path = pattern.replace('/backend/uploads/:id', shared.mediaUrl).replace(/:version|:name|\*/g, 'none')
  const statuses: Partial<Outcomes<number>> = {}
  for (const actor of ACTORS) {
    const { caller, alertToken = '' } = shared.actors[actor]
    const response = await caller.rawFetch(path, { method, headers: { [ALERT_TOKEN_HEADER]: alertToken } })
    // The status is enough; a whole map archive is large.
    await response.body?.cancel()
    statuses[actor] = response.status
  }
  expect(statuses.visitor).toBeLessThan(500)
  expect(statuses).toEqual(expected === 'public' ? everyActor(statuses.visitor ?? 0) : expected)
})
