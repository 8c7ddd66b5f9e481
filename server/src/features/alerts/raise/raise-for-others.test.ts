import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'
import { leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { startTestServer } from '#/testing/test-server.ts'

const { raise, get, list, locations } = alertRoutes
const SENDAI = { latitude: 38.2682, longitude: 140.8694, accuracy: 10 }
const bodyFor = (userId: string | null, name = '') => ({ raisedFor: { userId, name }, textContent: 'fell from the roof' })

test('an SOS for another member names both and reaches the audience of its raiser', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie, oda] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Oda')
  await leaveAlertGroups(noroshi, oda)
  const listening = await ben.openSocket()
  const raised = await aiko.fetch(raise, { body: { ...bodyFor(oda.id, 'ignored'), ...SENDAI } })
  expect(raised).toMatchObject({ isExisting: false, recipientCount: 2 })
  const alert = await listening.next('alert:new_alert')
  expect(alert).toMatchObject({
    raisedBy: { id: aiko.id },
    raisedFor: { person: { id: oda.id, firstName: 'Oda' }, name: '' },
    latitude: SENDAI.latitude,
  })
  for (const caller of [aiko, ben, chie])
    expect(await caller.fetch(get, { params: { id: raised.id } })).toMatchObject({ raisedFor: { person: { id: oda.id } } })
  // The person is not in the audience of the raiser, and reads no more than before.
  expect((await oda.request(get, { params: { id: raised.id } })).status).toBe(404)
  const { items } = await ben.fetch(locations, {})
  expect(items).toMatchObject([{ kind: 'alert', raisedFor: { person: { firstName: 'Oda' }, name: '' } }])
})

test('the person is a name, or no one: the raiser, deactivated users and unknown ids are no other person', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', ben.id).execute()
  const cases = [
    [bodyFor(null, '  Grandmother\n\u202eMori '), { person: null, name: 'Grandmother Mori' }],
    [bodyFor(aiko.id, 'Mori'), { person: null, name: 'Mori' }],
    [bodyFor(ben.id, 'Ben'), { person: null, name: 'Ben' }],
    [bodyFor(randomUUID()), { person: null, name: '' }],
    [{ raisedFor: { userId: 7, name: ['x'] } }, { person: null, name: '' }],
    [{ raisedFor: {} }, { person: null, name: '' }],
  ] as const
  for (const [body, raisedFor] of cases) {
    const id = await raiseSos(aiko, body)
    expect((await aiko.fetch(get, { params: { id } })).raisedFor).toEqual(raisedFor)
  }
  for (const body of [{ raisedFor: null }, { raisedFor: 'Mori' }, {}]) {
    const id = await raiseSos(aiko, body)
    expect(await aiko.fetch(get, { params: { id } })).not.toHaveProperty('raisedFor')
  }
})

test('an own SOS and those for other persons are never merged; a repeated client id answers the same alert', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const clientId = randomUUID()
  const own = await raiseSos(aiko)
  const forMori = await raiseSos(aiko, { ...bodyFor(null, 'Mori'), clientId })
  const forKen = await raiseSos(aiko, bodyFor(null, 'Ken'))
  expect(new Set([own, forMori, forKen]).size).toBe(3)
  expect(await raiseSos(aiko)).toBe(own)
  expect(await aiko.fetch(raise, { body: { ...bodyFor(null, 'Mori'), clientId } })).toMatchObject({
    id: forMori,
    isExisting: true,
  })
  expect((await ben.fetch(list, {})).items).toHaveLength(3)
})

test('many requests at once with one client id raise one alert', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const body = { ...bodyFor(null, 'Mori'), clientId: randomUUID() }
  const ids = await Promise.all(Array.from({ length: 8 }, () => raiseSos(aiko, body)))
  expect(new Set(ids).size).toBe(1)
  expect((await ben.fetch(list, {})).items).toHaveLength(1)
})

test('without a session the SOS is anonymous, joins none, and keeps the typed name in its text', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const { id: first, alertToken } = await noroshi.visitor.fetch(raise, { body: {} })
  const { id } = await noroshi.visitor.fetch(raise, { body: bodyFor(ben.id, 'Mori'), alertToken })
  expect(id).not.toBe(first)
  const expected = { raisedBy: null, raisedFor: { person: null, name: '' }, textContent: 'Mori\nfell from the roof' }
  expect(await ben.fetch(get, { params: { id } })).toMatchObject(expected)
})

test('an own SOS joins none that the same device raised for another person without a session', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.openSocket()
  const there = { latitude: 38.3, longitude: 140.9 }
  // The first one has no token and shares its statement with other SOS; the second one has the token of the first.
  const first = await noroshi.visitor.fetch(raise, { body: { ...bodyFor(null, 'Mori'), ...there } })
  expect(await listening.next('alert:new_alert')).toMatchObject({ id: first.id, raisedFor: { person: null, name: '' } })
  const second = await noroshi.visitor.fetch(raise, { body: { ...bodyFor(null, 'Ken'), ...there }, alertToken: first.alertToken })
  const ids = new Set([first.id, second.id])
  for (const { alertToken } of [first, second])
    for (const caller of [noroshi.visitor, aiko]) ids.add((await caller.fetch(raise, { body: SENDAI, alertToken })).id)
  // The own SOS of the member joins the own SOS of before.
  expect(ids.size).toBe(5)
  for (const { id } of [first, second]) expect(await ben.fetch(get, { params: { id } })).toMatchObject(there)
})

test('the raiser of an SOS for another person does not share the own location with it', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await aiko.fetch(accountRoutes.chooseSharing, { body: { mode: 'emergency' } })
  await raiseSos(aiko, bodyFor(null, 'Mori'))
  await aiko.fetch(accountRoutes.shareLocation, { body: SENDAI })
  expect((await ben.fetch(accountRoutes.positions, {})).items).toEqual([])
  await raiseSos(aiko)
  await aiko.fetch(accountRoutes.shareLocation, { body: SENDAI })
  expect((await ben.fetch(accountRoutes.positions, {})).items).toMatchObject([{ id: aiko.id }])
})

test('the record names the person in an entry of its own', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko, bodyFor(ben.id))
  await noroshi.consumers.flush()
  const { items } = await aiko.fetch(recordRoutes.timeline, { params: { id } })
  expect(items.slice(0, 2)).toMatchObject([
    { kind: 'raised', payload: { by: { id: aiko.id } } },
    { kind: 'raisedFor', payload: { person: { id: ben.id }, name: '' } },
  ])
})
