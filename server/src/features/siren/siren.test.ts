import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { SIREN_ALERTS_MAX } from '@noroshi/contract/limits'
import { sirenRoutes } from '@noroshi/contract/siren/siren.http'
import type { Caller } from '#/testing/caller.ts'
import { createAlertGroup, joinAlertGroup, leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { connectScreen, createScreens, stateOf, type TestScreen } from '#/testing/scenes/siren-screens.ts'
import { TestSynthesizer } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

const synthesizer = new TestSynthesizer()
let noroshi: TestServer
let admin: TestUser
let aiko: TestUser
let ben: TestUser
let chie: TestUser
let groupId: string
let screen: TestScreen
let otherScreen: TestScreen
beforeAll(async () => {
  noroshi = await startTestServer({}, { synthesizer })
  admin = await noroshi.admin('Gen')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

beforeEach(async () => {
  await noroshi.db.updateTable('alerts').set({ resolved_at: new Date() }).where('resolved_at', 'is', null).execute()
  ;({ aiko, ben, chie, groupId, screen, otherScreen } = await createScreens(noroshi, admin))
})

const raise = (caller: Caller, textContent = '') => caller.fetch(alertRoutes.raise, { body: { textContent } })
const resolve = (caller: Caller, id: string) => caller.fetch(alertRoutes.resolve, { body: { AlertId: id } })

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

  test('a drill of its group does not reach a screen', async () => {
    await admin.fetch(drillRoutes.start, { body: { groupIds: [groupId] } })
    expect(await screen.alertIds()).toEqual([])
    const { id } = await raise(aiko)
    expect(await screen.alertIds()).toEqual([id])
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
