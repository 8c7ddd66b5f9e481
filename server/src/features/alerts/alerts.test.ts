import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { idsFor, raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import type { Caller } from '#/testing/caller.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

const { raise, get, list, reopen, upload } = alertRoutes
const reopenAlert = (caller: Caller, id: string) => caller.request(reopen, { params: { id } })
/** Raises alerts three minutes apart, so that none joins the one before. */
async function raiseMany(noroshi: TestServer, person: TestUser, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let raised = 0; raised < count; raised += 1) {
    noroshi.clock.advance({ minutes: 3 })
    ids.push(await raiseSos(person, { textContent: `number ${raised}` }))
  }
  return ids
}

describe('the list of alerts', () => {
  test('a user lists alerts that reach them and their own alerts, newest first, by status', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const [first = '', second = '', third = ''] = await raiseMany(noroshi, aiko, 3)
    const own = await raiseSos(ben)
    await resolveAlert(ben, second)

    expect(await idsFor(ben)).toEqual([own, third, second, first])
    expect(await idsFor(ben, { status: 'all' })).toEqual([own, third, second, first])
    expect(await idsFor(ben, { status: 'active' })).toEqual([own, third, first])
    expect(await idsFor(ben, { status: 'resolved' })).toEqual([second])
    const { items } = await aiko.fetch(list)
    expect(items.map(({ viewer }) => viewer.isRaiser)).toEqual([false, true, true, true])
    expect(items[2]).toMatchObject({ id: second, resolvedBy: { id: ben.id }, textContent: 'number 1' })
  })

  test('a user reads the next page without gaps or repetitions', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const raised = await raiseMany(noroshi, aiko, 53)
    const first = await ben.fetch(list, { query: { status: 'active' } })
    expect(first.items).toHaveLength(50)
    const late = await raiseSos(ben)
    const second = await ben.fetch(list, { query: { status: 'active', cursor: first.nextCursor ?? '' } })
    expect(second).toMatchObject({ nextCursor: null })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(raised.toReversed())
    expect(await idsFor(ben)).toContain(late)
  })
})

describe('a resolution', () => {
  test('a member of the audience and the raiser can resolve an alert, and its readers see who did', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const listening = await chie.openSocket()
    const id = await raiseSos(aiko)
    const answer = await resolveAlert(ben, id)
    expect(answer).toMatchObject({ status: 200, body: { resolvedBy: { id: ben.id, fullName: 'Ben' } } })

    const event = await listening.next('alert:resolved')
    const { viewer: _viewer, alertMedias, ...read } = await chie.fetch(get, { params: { id } })
    expect({ ...read, addedMedias: alertMedias, mediaCount: 0 }).toEqual(event)
    expect(Date.parse(event.resolvedAt ?? '')).toBeLessThanOrEqual(noroshi.clock.now().getTime())
    noroshi.clock.advance({ minutes: 3 })
    const own = await raiseSos(aiko)
    expect((await resolveAlert(aiko, own)).status).toBe(200)
  })

  test('one of several concurrent resolutions succeeds, and the others get 409', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const id = await raiseSos(aiko)
    const answers = await Promise.all([aiko, ben, chie, ben].map((person) => resolveAlert(person, id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'alert.alreadyResolved' })
    expect((await ben.fetch(get, { params: { id } })).version).toBe(2)
  })

  test('only the raiser and an administrator reopen an alert, within 24 hours', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const admin = await noroshi.admin('Gen')
    await createAlertGroup(noroshi, [aiko, ben])
    const id = await raiseSos(aiko)
    expect(await reopenAlert(aiko, id)).toMatchObject({ status: 409, body: { code: 'alert.notResolved' } })
    await resolveAlert(ben, id)
    expect(await reopenAlert(ben, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })

    const listening = await ben.openSocket()
    noroshi.clock.advance({ hours: 23, minutes: 59 })
    expect(await reopenAlert(aiko, id)).toMatchObject({ status: 200, body: { resolvedAt: null, resolvedBy: null } })
    expect(await listening.next('alert:existing_alert')).toMatchObject({ id, resolvedAt: null })
    await resolveAlert(ben, id)
    expect((await reopenAlert(admin, id)).status).toBe(200)
    await resolveAlert(ben, id)
    noroshi.clock.advance({ hours: 24, minutes: 1 })
    for (const person of [aiko, admin])
      expect(await reopenAlert(person, id)).toMatchObject({
        status: 409,
        body: { code: 'alert.tooLateToReopen', message: 'An alert can be reopened within 24 hours of its resolution' },
      })
  })

  test('only an administrator reopens an anonymous alert', async () => {
    await using noroshi = await startTestServer()
    const [ben] = await noroshi.people('Ben')
    const admin = await noroshi.admin('Gen')
    const { id, alertToken } = await noroshi.visitor.fetch(raise, { body: {} })
    await resolveAlert(ben, id)
    expect((await reopenAlert(ben, id)).status).toBe(403)
    expect((await noroshi.visitor.request(reopen, { params: { id }, alertToken })).status).toBe(401)
    expect((await reopenAlert(admin, id)).status).toBe(200)
  })

  test('an SOS after the resolution is a new alert', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const clientId = randomUUID()
    const id = await raiseSos(aiko, { clientId })
    await resolveAlert(ben, id)
    expect(await raiseSos(aiko)).not.toBe(id)
    // A repetition of the first SOS, by a device that did not receive the reply, returns the resolved alert unchanged.
    expect(await aiko.fetch(raise, { body: { clientId, textContent: 'late' } })).toMatchObject({ id, isExisting: true })
    expect(await ben.fetch(get, { params: { id } })).toMatchObject({ textContent: '', resolvedBy: { id: ben.id } })
  })
})

test('concurrent SOS of one user become one alert with all their texts', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.openSocket()
  const texts = ['fire', 'two of us', 'third floor', 'hurry']
  const raised = await Promise.all(texts.map((textContent) => aiko.fetch(raise, { body: { textContent } })))
  expect(new Set(raised.map(({ id }) => id)).size).toBe(1)
  const { textContent } = await ben.fetch(get, { params: { id: raised[0]?.id ?? '' } })
  expect(textContent.split('\n').toSorted()).toEqual(texts.toSorted())
  await listening.settle()
  expect(listening.names().filter((name) => name === 'alert:new_alert')).toHaveLength(1)
})

test('SOS from one address have no rate limit', async () => {
  await using noroshi = await startTestServer()
  const answers = await Promise.all(Array.from({ length: 150 }, () => noroshi.visitor.request(raise, { body: {} })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
})

describe('the map of the home screen', () => {
  test('a user reads the active alerts with a location that reach them', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    await createAlertGroup(noroshi, [aiko, ben])
    await raiseSos(aiko, { latitude: '38', longitude: '140', accuracy: 30 })
    noroshi.clock.advance({ minutes: 3 })
    await raiseSos(aiko)
    noroshi.clock.advance({ minutes: 3 })
    await resolveAlert(ben, await raiseSos(aiko, { latitude: '1', longitude: '1' }))

    const { items } = await ben.fetch(alertRoutes.locations)
    expect(items).toMatchObject([
      { kind: 'alert', name: 'Aiko', raisedBy: { firstName: 'Aiko', lastName: '' }, latitude: 38, longitude: 140, accuracy: 30 },
    ])
    expect((await dora.fetch(alertRoutes.locations)).items).toEqual([])
  })
})

test('a repeated text is not added twice, and a repeated SOS keeps the newest text that fits', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const id = await raiseSos(aiko, { textContent: 'fire' })
  const addText = (textContent: string) => aiko.fetch(upload, { form: { alertId: id, textContent } })
  await addText('two\nof us')
  expect((await addText('two\nof us')).textContent).toBe('fire\ntwo\nof us')
  expect((await addText('us!')).textContent).toBe('fire\ntwo\nof us\nus!')
  for (const count of [3000, 2500]) await raiseSos(aiko, { textContent: '🔥'.repeat(count) })
  const { textContent } = await aiko.fetch(get, { params: { id } })
  expect(textContent).toBe(`${'🔥'.repeat(2499)}\n${'🔥'.repeat(2500)}`)
})
