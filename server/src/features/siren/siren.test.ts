import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { SIREN_ALERTS_MAX } from '@noroshi/contract/limits'
import { clientCommands, type CommandName } from '@noroshi/contract/realtime'
import { allRoutes } from '@noroshi/contract/routes'
import { sirenRoutes } from '@noroshi/contract/siren/siren.http'
import { sirenScreenRoutes } from '@noroshi/contract/siren/siren-screens.http'
import { Caller } from '#/testing/caller.ts'
import { createAlertGroup, joinAlertGroup, leaveAlertGroups } from '#/testing/groups.ts'
import { connectScreen, type TestScreen } from '#/testing/siren-screens.ts'
import { TestSynthesizer } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { nameOf, validRequest } from '#/testing/valid-requests.ts'
import { insertWorld, type World } from '#/testing/world.ts'

const synthesizer = new TestSynthesizer()
let noroshi: TestServer
let admin: TestUser
let aiko: TestUser
let ben: TestUser
let chie: TestUser
let groupId: string
let otherGroupId: string
let screen: TestScreen
let otherScreen: TestScreen
beforeAll(async () => {
  noroshi = await startTestServer({}, { synthesizer })
  admin = await noroshi.admin('Gen')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

beforeEach(async () => {
  ;[aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  await noroshi.db.updateTable('alerts').set({ resolved_at: new Date() }).where('resolved_at', 'is', null).execute()
  await noroshi.db.deleteFrom('rate_limits').execute()
  groupId = await createAlertGroup(noroshi, [aiko, ben])
  otherGroupId = await createAlertGroup(noroshi, [chie])
  await joinAlertGroup(noroshi, otherGroupId, admin)
  screen = await connectScreen(noroshi, admin, [groupId])
  otherScreen = await connectScreen(noroshi, admin, [otherGroupId])
})

const raise = (caller: Caller, textContent = '') => caller.fetch(alertRoutes.raise, { body: { textContent } })
const resolve = (caller: Caller, id: string) => caller.fetch(alertRoutes.resolve, { body: { AlertId: id } })
const stateOf = (caller: Caller) => caller.request(sirenRoutes.state)

describe('alerts of a screen', () => {
  test('a screen reads an alert of its group without ids of users, files and counts', async () => {
    const { id, createdAt } = await aiko.fetch(alertRoutes.raise, {
      body: { textContent: 'water is rising', latitude: 38.2, longitude: 140.9, accuracy: 12 },
    })
    const { body } = await stateOf(screen)
    expect(body.alerts).toEqual([
      {
        id,
        createdAt,
        latitude: 38.2,
        longitude: 140.9,
        accuracy: 12,
        textContent: 'water is rising',
        raisedBy: { firstName: 'Aiko', lastName: '', fullName: 'Aiko' },
      },
    ])
    expect(body).toMatchObject({ name: 'Hall', unitName: 'Noroshi', total: 1, groups: [{ isBuiltIn: false }] })
    expect(JSON.stringify(body)).not.toContain(aiko.id)
  })

  test('the sockets of a screen get a hint when an alert of its group is raised, changed and resolved', async () => {
    const socket = await screen.openSocket()
    const { id } = await raise(aiko)
    await socket.next('siren:changed')
    expect(await screen.alertIds()).toEqual([id])
    await aiko.fetch(alertRoutes.upload, { form: { alertId: id, textContent: 'second floor' } })
    await socket.next('siren:changed')
    expect((await stateOf(screen)).body.alerts).toMatchObject([{ textContent: 'second floor' }])
    await resolve(ben, id)
    await socket.next('siren:changed')
    expect(await screen.alertIds()).toEqual([])
    expect(socket.payloadsOf('siren:changed')).toEqual([{}, {}, {}])
  })

  test('an alert of another group reaches a screen neither by socket nor by HTTP', async () => {
    const [socket, other] = [await screen.openSocket(), await otherScreen.openSocket()]
    const { id } = await raise(chie, 'only for the others')
    await other.next('siren:changed')
    await socket.settle()
    expect(socket.names()).toEqual([])
    expect((await stateOf(screen)).body).toMatchObject({ alerts: [], total: 0 })
    expect(await otherScreen.alertIds()).toEqual([id])
    const spoken = await screen.request(sirenRoutes.speak, { params: { id } })
    expect([spoken.status, spoken.body]).toMatchObject([404, { code: 'alert.notFound' }])
    for (const name of ['alert:join_alert_page', 'alert:delivered'] as const)
      expect(await socket.send(name, name === 'alert:delivered' ? { alertIds: [id] } : { alertId: id })).toEqual({
        ok: false,
        code: 'unauthorized',
      })
  })

  test('a screen gets hints only: no alert, ledger, answer or repetition', async () => {
    const socket = await screen.openSocket()
    const { id } = await raise(aiko)
    await ben.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
    await ben.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'on the way' } })
    await resolve(ben, id)
    await socket.settle()
    expect(new Set(socket.names())).toEqual(new Set(['siren:changed']))
  })

  test('an anonymous alert reaches the screens of groups that receive anonymous alerts', async () => {
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: true }).where('id', '=', groupId).execute()
    const { id } = await raise(noroshi.visitor, 'help')
    expect((await stateOf(screen)).body.alerts).toMatchObject([{ id, raisedBy: null }])
    expect(await otherScreen.alertIds()).toEqual([])
  })

  test('a dismissed alert disappears from the screen, and a released one reappears', async () => {
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: true }).where('id', '=', groupId).execute()
    const { id } = await raise(noroshi.visitor)
    const socket = await screen.openSocket()
    await admin.fetch(anonymousAlertRoutes.resolve, { body: { from: new Date(0).toISOString(), action: 'dismiss' } })
    await socket.next('siren:changed')
    expect(await screen.alertIds()).toEqual([])
    await admin.fetch(anonymousAlertRoutes.release, { params: { id } })
    await socket.next('siren:changed')
    expect(await screen.alertIds()).toEqual([id])
  })

  test('a deleted alert disappears from the screen', async () => {
    const { id } = await raise(aiko)
    const socket = await screen.openSocket()
    await admin.fetch(anonymousDataRoutes.deleteAlert, { params: { id } })
    await socket.next('siren:changed')
    expect(await screen.alertIds()).toEqual([])
  })

  test('a screen with more alerts than it shows gets the newest ones and the total number', async () => {
    const ids: string[] = []
    for (let index = 0; index < SIREN_ALERTS_MAX + 3; index++) {
      const [raiser] = await noroshi.people('Ito')
      await joinAlertGroup(noroshi, groupId, raiser)
      ids.push((await raise(raiser)).id)
    }
    const { body } = await stateOf(screen)
    expect(body.total).toBe(SIREN_ALERTS_MAX + 3)
    expect(body.alerts.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, SIREN_ALERTS_MAX))
  })

  test('in a flood of anonymous alerts, a screen still shows the earlier SOS of a member', async () => {
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: true }).where('id', '=', groupId).execute()
    const { id } = await raise(aiko)
    const flood: string[] = []
    for (let index = 0; index <= SIREN_ALERTS_MAX; index++) {
      flood.push((await raise(noroshi.visitor)).id)
      await noroshi.db.deleteFrom('rate_limits').execute()
    }
    const { body } = await stateOf(screen)
    expect(body.total).toBe(flood.length + 1)
    const newest = flood.toReversed().slice(0, SIREN_ALERTS_MAX - 1)
    expect(body.alerts.map((alert) => alert.id)).toEqual([...newest, id])
  })

  test('the SOS of a user without alert groups reaches all screens', async () => {
    await leaveAlertGroups(noroshi, chie)
    const sockets = [await screen.openSocket(), await otherScreen.openSocket()]
    const { id } = await raise(chie)
    for (const socket of sockets) await socket.next('siren:changed')
    for (const one of [screen, otherScreen]) expect(await one.alertIds()).toEqual([id])
    expect((await screen.request(sirenRoutes.speak, { params: { id } })).status).toBe(200)
    await resolve(ben, id)
    for (const socket of sockets) await socket.next('siren:changed')
    for (const one of [screen, otherScreen]) expect(await one.alertIds()).toEqual([])
  })

  test('the SOS of a user whose group has no other member reaches the screens of this group only', async () => {
    const ownGroup = await createAlertGroup(noroshi, [chie])
    const ownScreen = await connectScreen(noroshi, admin, [ownGroup])
    const { id } = await raise(chie)
    expect(await ownScreen.alertIds()).toEqual([id])
    expect(await screen.alertIds()).toEqual([])
  })

  test('a screen whose groups were deleted gets a hint, no groups and no alerts', async () => {
    await raise(aiko)
    const socket = await screen.openSocket()
    await admin.fetch(alertGroupRoutes.remove, { params: { id: groupId } })
    await socket.next('siren:changed')
    expect((await stateOf(screen)).body).toMatchObject({ groups: [], alerts: [], total: 0 })
  })
})

describe('the announcement', () => {
  test('a screen gets the raiser and the text of its alert as sound, in its language', async () => {
    const { id } = await raise(aiko, 'water is rising')
    synthesizer.requests.length = 0
    await screen.fetch(sirenRoutes.speak, { params: { id } })
    expect(synthesizer.requests).toMatchObject([
      { isAlarm: true, parts: [{ language: 'en', text: 'SOS from Aiko, water is rising' }] },
    ])
    synthesizer.requests.length = 0
    await screen.fetch(sirenRoutes.speak, { params: { id }, query: { language: 'ja' } })
    expect(synthesizer.requests[0]?.parts.map(({ language }) => language)).toEqual(['en', 'ja', 'en'])
  })

  test('a screen gets the name of a Japanese raiser with the family name first in Japanese only', async () => {
    await noroshi.db.updateTable('users').set({ first_name: '遥', last_name: '佐藤' }).where('id', '=', aiko.id).execute()
    const { id } = await raise(aiko)
    const spoken = async (language: 'en' | 'ja') => {
      synthesizer.requests.length = 0
      await screen.fetch(sirenRoutes.speak, { params: { id }, query: { language } })
      return synthesizer.requests[0]?.parts.map(({ text }) => text).join(' ')
    }
    expect(await spoken('ja')).toContain('佐藤 遥さん')
    expect(await spoken('en')).toContain('遥 佐藤')
  })

  test('a screen gets 404 for the announcement of a resolved alert, and 400 for an invalid id', async () => {
    const { id } = await raise(aiko)
    await resolve(ben, id)
    expect((await screen.request(sirenRoutes.speak, { params: { id } })).status).toBe(404)
    expect((await screen.request(sirenRoutes.speak, { params: { id: 'x' } })).status).toBe(400)
  })
})

describe('the code', () => {
  const create = (body: unknown) => admin.request(sirenScreenRoutes.create, { body })
  const pair = (code: unknown) => noroshi.visitor.request(sirenRoutes.pair, { body: { code } })

  test('a code works once, even if it is typed in lower case without its hyphen', async () => {
    const { code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    for (const confused of ['I', 'L', 'O', 'U']) expect(code).not.toContain(confused)
    const typed = code.toLowerCase().replace('-', ' ')
    const first = await pair(typed)
    expect(first.status).toBe(201)
    expect(Buffer.from(first.body.token, 'base64url')).toHaveLength(32)
    const second = await pair(code)
    expect([second.status, second.body]).toMatchObject([400, { code: 'siren.codeInvalid', issues: [{ path: 'code' }] }])
  })

  test('only one of several simultaneous requests gets a token for a code', async () => {
    const { code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await pair(code)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400])
  })

  test('an expired code, a wrong one and a malformed one get 400', async () => {
    const { code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    noroshi.clock.advance({ hours: 24, minutes: 1 })
    expect((await pair(code)).body).toMatchObject({ code: 'siren.codeInvalid' })
    expect((await pair('00000-00000')).body).toMatchObject({ code: 'siren.codeInvalid' })
    for (const malformed of ['', '7K3QF', 'x'.repeat(41), 7, null])
      expect([(await pair(malformed)).status, malformed]).toEqual([400, malformed])
  })

  test('an address that tries more than ten codes in a minute gets 429', async () => {
    const statuses = []
    for (let index = 0; index < 12; index++) statuses.push((await pair('00000-00000')).status)
    expect(statuses).toContain(429)
    expect(statuses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 400))
  })

  test('the database contains neither the code nor the token', async () => {
    const { code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    const rows = await noroshi.db.selectFrom('siren_screens').selectAll().execute()
    const stored = JSON.stringify(rows.map((row) => [row, row.code_hash?.toString('latin1'), row.token_hash?.toString('latin1')]))
    for (const secret of [code.replace('-', ''), screen.token ?? '']) expect(stored).not.toContain(secret)
  })

  test.each([
    ['without a name', { name: ' ', groupIds: [randomUUID()] }, 400],
    ['without a group', { name: 'Gate', groupIds: [] }, 400],
    ['with an unknown group', { name: 'Gate', groupIds: [randomUUID()] }, 404],
  ])('an administrator who adds a screen %s gets an error', async (_, body, status) => {
    expect((await create(body)).status).toBe(status)
  })

  test('an administrator who adds a screen for a deleted group gets 404', async () => {
    await admin.fetch(alertGroupRoutes.remove, { params: { id: groupId } })
    expect((await create({ name: 'Gate', groupIds: [groupId, otherGroupId] })).body).toMatchObject({
      code: 'alertGroup.notFound',
    })
  })
})

describe('administration', () => {
  test('an administrator sees when a screen was connected and last seen, and no secret', async () => {
    const read = async () => {
      await stateOf(screen)
      const { items } = await admin.fetch(sirenScreenRoutes.list)
      return items.find(({ id }) => id === screen.id) ?? expect.unreachable()
    }
    const first = await read()
    expect(first).toMatchObject({ name: 'Hall', groups: [{ id: groupId, isAnonymous: false }] })
    expect(first.lastSeenAt).toBe(first.pairedAt) // exact to a minute
    noroshi.clock.advance({ minutes: 5 })
    const later = await read()
    expect(Date.parse(later.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(first.lastSeenAt ?? '') + 4 * 60_000)
  })

  test('a revoked screen loses its sockets and its token at once', async () => {
    await raise(aiko)
    const socket = await screen.openSocket()
    await admin.fetch(sirenScreenRoutes.revoke, { params: { id: screen.id } })
    await socket.next('siren:revoked')
    expect((await stateOf(screen)).body).toMatchObject({ code: 'unauthorized' })
    await expect(screen.openSocket()).rejects.toThrow('unauthorized')
    await expect.poll(() => socket.socket.connected).toBe(false)
    const again = await admin.request(sirenScreenRoutes.revoke, { params: { id: screen.id } })
    expect([again.status, again.body]).toMatchObject([404, { code: 'siren.screenNotFound' }])
  })

  test('a screen that is revoked during its handshake is disconnected', async () => {
    let lookups = 0
    const original = noroshi.deps.sirenScreens.screenOf
    const id = screen.id
    // The handshake reads the screen, then the revocation is committed, then the socket joins its topics.
    noroshi.deps.sirenScreens.screenOf = async (token) => {
      const found = await original(token)
      if (++lookups === 1) await admin.fetch(sirenScreenRoutes.revoke, { params: { id } })
      return found
    }
    try {
      const socket = await screen.openSocket()
      await expect.poll(() => socket.socket.connected).toBe(false)
    } finally {
      noroshi.deps.sirenScreens.screenOf = original
    }
  })

  test('a revoked screen that was never connected cannot use its code', async () => {
    const { id, code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    await admin.fetch(sirenScreenRoutes.revoke, { params: { id } })
    expect((await noroshi.visitor.request(sirenRoutes.pair, { body: { code } })).status).toBe(400)
  })
})

describe('rights of a screen', () => {
  let world: World
  beforeAll(async () => {
    world = await insertWorld(await startTestServer())
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('a screen gets the replies of an anonymous visitor on all other routes', async () => {
    const groups = await world.noroshi.db.selectFrom('alert_groups').select('id').execute()
    const own = await connectScreen(
      world.noroshi,
      world.actors.admin.caller,
      groups.map(({ id }) => id),
    )
    const others = allRoutes.filter(({ access, method }) => access !== 'screen' && (access !== 'public' || method === 'GET'))
    expect(others.length).toBeGreaterThan(100)
    for (const route of others) {
      const request = validRequest(route, world, 'visitor')
      const [asScreen, asVisitor] = [await own.request(route, request), await world.noroshi.visitor.request(route, request)]
      expect([nameOf(route), asScreen.status]).toEqual([nameOf(route), asVisitor.status])
    }
    expect((await own.request(sirenRoutes.state)).status).toBe(200)
    expect((await own.rawFetch(world.mediaUrl)).status).toBe(404)
  })

  test('a socket of a screen gets "unauthorized" for each command', async () => {
    const own = await connectScreen(world.noroshi, world.actors.admin.caller, [
      (await world.noroshi.db.selectFrom('alert_groups').select('id').executeTakeFirstOrThrow()).id,
    ])
    const socket = await own.openSocket()
    const names = Object.keys(clientCommands) as CommandName[] // Object.keys returns strings
    for (const name of ['users:join_room', 'alert:join_alert_page', 'page:join', 'feed:join'] as const) {
      expect(names).toContain(name)
      const payload = { userId: world.memberId, alertId: world.alertId, pageId: world.pageId, feedId: world.feedId }
      expect([name, await socket.send(name, payload)]).toEqual([name, { ok: false, code: 'unauthorized' }])
    }
  })

  test('session tokens and unknown tokens do not identify a screen, and a screen handshake ignores a session', async () => {
    const { audience, admin: gen } = world.actors
    for (const { caller } of [audience, gen]) {
      expect((await caller.request(sirenRoutes.state)).status).toBe(401)
      const socket = world.noroshi.openSocket({ screenToken: caller.token ?? '' })
      await expect(socket).rejects.toThrow('unauthorized')
    }
    const own = await connectScreen(world.noroshi, gen.caller, [
      (await world.noroshi.db.selectFrom('alert_groups').select('id').executeTakeFirstOrThrow()).id,
    ])
    const both = await world.noroshi.openSocket({ screenToken: own.token ?? '', token: audience.caller.token ?? '' })
    expect(await both.send('users:join_room', { userId: audience.id })).toEqual({ ok: false, code: 'unauthorized' })
  })
})
