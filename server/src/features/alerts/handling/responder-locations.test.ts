import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { responderLocationRoutes } from '@noroshi/contract/alerts/responder-locations.http'
import { raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import { createAlertGroup, joinAlertGroup, leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { answerAlert } from '#/testing/scenes/ledger.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'
import { deleteEndedChoices } from './responder-locations.service.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
const NEARBY = { latitude: 38.2754, longitude: 140.8694, accuracy: 10 } // 800 m north

const choose = (user: TestUser, id: string, isShared: boolean) =>
  user.request(responderLocationRoutes.choose, { params: { id }, body: { isShared } })
const report = async (user: TestUser) => (await user.fetch(responderLocationRoutes.report, { body: NEARBY })).alertIds
const own = async (user: TestUser) => (await user.fetch(responderLocationRoutes.own)).items
const seenBy = async (reader: TestUser, id: string) =>
  (await reader.fetch(alertHandlingRoutes.responders, { params: { id } })).items.map(({ location }) => location)

test('the readers of one alert see the location of a responder who chose it, until the end of the alert or of the choice', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  await ben.fetch(accountRoutes.chooseSharing, { body: { mode: 'never' } })
  const [id, other] = [await raiseSos(aiko, SENDAI), await raiseSos(chie, SENDAI)]
  expect((await choose(ben, id, true)).body).toMatchObject({ code: 'alert.notResponding' })
  for (const alertId of [id, other]) await answerAlert(ben, alertId, 'responding')
  expect([await own(ben), await report(ben), await seenBy(aiko, id)]).toEqual([[], [], [null]])

  expect(await choose(ben, id, true)).toMatchObject({ status: 200, body: { alertId: id, isShared: true, isThisDevice: true } })
  expect(await report(ben)).toEqual([id])
  const { latitude, longitude } = NEARBY
  for (const reader of [aiko, chie]) expect(await seenBy(reader, id)).toEqual([{ latitude, longitude }])
  // It is on no other map, and for no other alert.
  expect(await seenBy(chie, other)).toEqual([null])
  expect((await chie.fetch(accountRoutes.positions)).items).toEqual([])

  await choose(ben, id, false)
  expect([await report(ben), await seenBy(aiko, id)]).toEqual([[], [null]])
  expect(await own(ben)).toEqual([{ alertId: id, isShared: false, isThisDevice: false }])

  await choose(ben, id, true)
  await report(ben)
  await answerAlert(ben, id, 'cannotHelp')
  await answerAlert(ben, id, 'responding')
  expect([await own(ben), await report(ben), await seenBy(aiko, id)]).toEqual([[], [], [null]])

  await choose(ben, id, true)
  await report(ben)
  await resolveAlert(aiko, id)
  expect(await seenBy(aiko, id)).toEqual([null])
  await aiko.fetch(alertRoutes.reopen, { params: { id } })
  expect([await own(ben), await report(ben), await seenBy(aiko, id)]).toEqual([[], [], [null]])
  expect(await noroshi.db.selectFrom('responder_locations').selectAll().execute()).toEqual([])
})

test('only the device that the user chose reports, and other users, an outsider and an old location are left out', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, oda] = await noroshi.people('Aiko', 'Ben', 'Oda')
  await leaveAlertGroups(noroshi, oda)
  const id = await raiseSos(aiko, SENDAI)
  expect((await choose(oda, id, true)).status).toBe(404)
  expect((await choose(aiko, id, true)).status).toBe(403)
  await answerAlert(ben, id, 'responding')
  await choose(ben, id, true)
  await noroshi.db.updateTable('responder_locations').set({ device_id: aiko.id }).execute()
  expect([await report(ben), await report(aiko)]).toEqual([[], []])
  expect(await own(ben)).toEqual([{ alertId: id, isShared: true, isThisDevice: false }])
  await choose(ben, id, true)
  await report(ben)
  expect(await oda.request(alertHandlingRoutes.responders, { params: { id } })).toMatchObject({ status: 404 })
  noroshi.clock.advance({ hours: 25 })
  expect(await seenBy(aiko, id)).toEqual([null])
  await noroshi.db.updateTable('alerts').set({ resolved_at: new Date() }).execute()
  await deleteEndedChoices(noroshi.deps)
  expect(await noroshi.db.selectFrom('responder_locations').selectAll().execute()).toEqual([])
})

test('a responder who has left the audience shares no location and can end it, and a session that ends takes its own with it', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie, oda] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Oda')
  const gen = await noroshi.admin('Gen')
  const groupId = await createAlertGroup(noroshi, [aiko, ben, chie])
  const id = await raiseSos(aiko, SENDAI)
  const share = async (user: TestUser) => {
    await answerAlert(user, id, 'responding')
    await choose(user, id, true)
    await report(user)
  }
  const rows = () => noroshi.db.selectFrom('responder_locations').select(['user_id', 'device_id', 'latitude']).execute()
  const shown = { latitude: NEARBY.latitude, longitude: NEARBY.longitude }
  await share(ben)
  expect(await seenBy(aiko, id)).toEqual([shown])
  await leaveAlertGroups(noroshi, ben)
  expect([await report(ben), await seenBy(aiko, id)]).toEqual([[], [null]])
  expect((await choose(ben, id, true)).status).toBe(404)
  expect(await choose(ben, id, false)).toMatchObject({ status: 200, body: { alertId: id, isShared: false } })
  expect(await rows()).toEqual([{ user_id: ben.id, device_id: null, latitude: null }])
  // A user who has chosen nothing learns nothing of the alert.
  expect((await choose(oda, id, false)).status).toBe(404)

  await joinAlertGroup(noroshi, groupId, ben)
  await share(ben)
  await share(chie)
  expect(await seenBy(aiko, id)).toEqual([shown, shown])
  await ben.fetch(accountRoutes.logout, { body: {} })
  expect((await seenBy(aiko, id)).filter((location) => location !== null)).toEqual([shown])
  await gen.fetch(adminUserRoutes.deactivate, { params: { id: chie.id } })
  await noroshi.consumers.flush()
  expect(await rows()).toEqual([])
})

test('the device of an anonymous raiser gets a rounded distance of a responder who shares the location for this alert', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: SENDAI })
  await answerAlert(ben, id, 'responding')
  await choose(ben, id, true)
  await report(ben)
  const shown = async () => (await noroshi.visitor.fetch(alertHandlingRoutes.responders, { params: { id }, alertToken })).items
  expect(await shown()).toMatchObject([{ user: null, distance: 1000, location: null }])
  await ben.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding', isShownToRaiser: true } })
  expect(await shown()).toMatchObject([{ user: { id: ben.id }, location: { latitude: NEARBY.latitude } }])
})
