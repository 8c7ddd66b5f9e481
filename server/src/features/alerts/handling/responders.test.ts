import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'
import { leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { answerAlert } from '#/testing/scenes/ledger.ts'
import { startTestServer } from '#/testing/test-server.ts'

const { change, responders } = alertHandlingRoutes
const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
const NEARBY = { latitude: 38.2754, longitude: 140.8694, accuracy: 10 } // 800 m north

test('a raiser with an account reads who comes, from how far, if they share their location', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  await ben.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await ben.fetch(accountRoutes.shareLocation, { body: NEARBY })
  const id = await raiseSos(aiko, SENDAI)
  await ben.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding', progress: 'onTheWay' } })
  noroshi.clock.advance({ minutes: 1 })
  await answerAlert(chie, id, 'responding')
  const { items } = await aiko.fetch(responders, { params: { id } })
  expect(items).toMatchObject([
    { user: { id: ben.id }, progress: 'onTheWay', location: { latitude: NEARBY.latitude } },
    { user: { id: chie.id }, distance: null, locatedAt: null, location: null },
  ])
  expect(items[0]?.distance).toBeGreaterThan(780)
  expect(items[0]?.distance).toBeLessThan(820)
})

test('the device of an anonymous raiser gets neither names nor locations, and a distance rounded to 500 m', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  await ben.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await ben.fetch(accountRoutes.shareLocation, { body: NEARBY })
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: SENDAI })
  const device = await noroshi.openSocket({ alertTokens: [alertToken] })
  await answerAlert(ben, id, 'responding')
  const { items } = await noroshi.visitor.fetch(responders, { params: { id }, alertToken })
  expect(items).toMatchObject([{ user: null, distance: 1000, location: null }])
  expect(await device.next('alert:ledger')).toMatchObject({ counts: { responding: 1 }, responders: [] })
})

test('an anonymous raiser who moves the alert does not find the place of a responder in a cell of 500 m', async () => {
  await using noroshi = await startTestServer()
  const [ben, chie] = await noroshi.people('Ben', 'Chie')
  const cell = { latitude: 500 / 111_195, longitude: 500 / 111_195 / Math.cos((38.2672 * Math.PI) / 180) }
  const centre = {
    latitude: Math.round(38.27 / cell.latitude) * cell.latitude,
    longitude: Math.round(140.87 / cell.longitude) * cell.longitude,
  }
  for (const [caller, metres] of [[ben, -100] as const, [chie, 100] as const]) {
    await caller.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
    const location = { ...centre, latitude: centre.latitude + metres / 111_195, accuracy: 10 }
    await caller.fetch(accountRoutes.shareLocation, { body: location })
  }
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: SENDAI })
  for (const caller of [ben, chie]) await answerAlert(caller, id, 'responding')
  for (let metres = 0; metres < 1000; metres += 50) {
    const latitude = SENDAI.latitude + metres / 111_195
    await noroshi.db.updateTable('alerts').set({ latitude }).where('id', '=', id).execute()
    const { items } = await noroshi.visitor.fetch(responders, { params: { id }, alertToken })
    expect(items).toHaveLength(2)
    expect(items[0]?.distance).toBe(items[1]?.distance)
  }
})

test('an anonymous raiser who signs in outside the audience reads no more than the device', async () => {
  await using noroshi = await startTestServer()
  const [ben, oda] = await noroshi.people('Ben', 'Oda')
  await ben.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await ben.fetch(accountRoutes.shareLocation, { body: NEARBY })
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: SENDAI })
  await answerAlert(ben, id, 'responding')
  await ben.fetch(change, { params: { id }, body: { assignee: { userId: ben.id } } })
  await leaveAlertGroups(noroshi, oda)
  await noroshi.db.updateTable('alerts').set({ reaches_everyone: false }).where('id', '=', id).execute()
  for (const caller of [noroshi.visitor, oda]) {
    expect(await caller.fetch(responders, { params: { id }, alertToken })).toMatchObject({
      items: [{ user: null, distance: 1000, location: null }],
    })
    expect(await caller.fetch(alertRoutes.get, { params: { id }, alertToken })).toMatchObject({ handling: { assignee: null } })
  }
})

test('a responder shows the name and the shared location to the anonymous raiser, until they withdraw it', async () => {
  await using noroshi = await startTestServer()
  const [ben, chie] = await noroshi.people('Ben', 'Chie')
  await ben.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await ben.fetch(accountRoutes.shareLocation, { body: NEARBY })
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: SENDAI })
  const device = await noroshi.openSocket({ alertTokens: [alertToken] })
  const shown = async () => (await noroshi.visitor.fetch(responders, { params: { id }, alertToken })).items
  const answer = (caller: typeof ben, body: object) =>
    caller.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding', ...body } })

  expect((await answer(ben, {})).viewer).not.toHaveProperty('isShownToRaiser')
  expect((await answer(chie, { isShownToRaiser: true })).viewer).toMatchObject({ isShownToRaiser: true })
  expect(await shown()).toMatchObject([
    { user: null, distance: 1000, location: null },
    { user: { id: chie.id, firstName: 'Chie', avatarUrl: null }, distance: null, location: null },
  ])
  await device.next('alert:ledger')
  await answer(ben, { isShownToRaiser: true })
  expect(await device.next('alert:ledger')).toMatchObject({ responders: [] })
  const [first] = await shown()
  expect(first).toMatchObject({ user: { id: ben.id }, location: { latitude: NEARBY.latitude } })
  expect(first?.distance).toBeGreaterThan(780)
  expect(first?.distance).toBeLessThan(820)
  // A step of the way changes nothing; a late withdrawal of another device counts; a late consent does not.
  await answer(ben, { progress: 'onTheWay' })
  expect(await shown()).toMatchObject([{ user: { id: ben.id } }, { user: { id: chie.id } }])
  await answer(ben, { isShownToRaiser: false })
  expect(await shown()).toMatchObject([{ user: null, distance: 1000, location: null }, { user: { id: chie.id } }])
  await answer(chie, { answer: 'cannotHelp' })
  await answer(chie, {})
  expect((await shown()).map(({ user }) => user)).toEqual([null, null])
})

test('a withdrawal that waited on another device counts, and a consent that waited there does not', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: SENDAI })
  noroshi.clock.advance({ minutes: 10 })
  const answer = (isShownToRaiser: boolean, ageMs?: number) =>
    noroshi.db
      .updateTable('alert_ledger')
      .set({ answer_device: ageMs === undefined ? null : id })
      .where('alert_id', '=', id)
      .execute()
      .then(() =>
        ben.fetch(alertRoutes.answer, {
          params: { id },
          body: { answer: 'responding', isShownToRaiser, ...(ageMs !== undefined && { ageMs }) },
        }),
      )
  const isNamed = async () =>
    (await noroshi.visitor.fetch(responders, { params: { id }, alertToken })).items.some(({ user }) => user !== null)
  await answer(false)
  await answer(true, 60_000)
  expect(await isNamed()).toBe(false)
  await answer(true)
  expect(await isNamed()).toBe(true)
  await answer(false, 60_000)
  expect(await isNamed()).toBe(false)
})

test('a responder is shown only while the alert is active, and never by the answer to an alert with a raiser', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: SENDAI })
  const body = { answer: 'responding', isShownToRaiser: true } as const
  await ben.fetch(alertRoutes.answer, { params: { id }, body })
  await aiko.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  const { items } = await noroshi.visitor.fetch(responders, { params: { id }, alertToken })
  expect(items).toMatchObject([{ user: null, location: null }])
  const named = await raiseSos(aiko, SENDAI)
  expect((await ben.fetch(alertRoutes.answer, { params: { id: named }, body })).viewer).not.toHaveProperty('isShownToRaiser')
})

test('a raiser with an account reads no location of a responder who shares it never, or in an own emergency only', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  for (const [caller, mode] of [[ben, 'never'] as const, [chie, 'emergency'] as const]) {
    await caller.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
    await caller.fetch(accountRoutes.shareLocation, { body: NEARBY })
    await caller.fetch(accountRoutes.chooseSharing, { body: { mode } })
  }
  const id = await raiseSos(aiko, SENDAI)
  for (const caller of [ben, chie]) await answerAlert(caller, id, 'responding')
  const { items } = await aiko.fetch(responders, { params: { id } })
  expect(items.map(({ distance, location }) => [distance, location])).toEqual([
    [null, null],
    [null, null],
  ])
})
