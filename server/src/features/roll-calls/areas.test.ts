import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { answer, ask, askRequest, read } from '#/testing/scenes/roll-calls.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'

const AREA = [
  { latitude: 35, longitude: 139 },
  { latitude: 36, longitude: 139 },
  { latitude: 36, longitude: 140 },
  { latitude: 35, longitude: 140 },
]
const area = (includesUnlocated: boolean) => ({ audience: { kind: 'area' as const, area: AREA, includesUnlocated } })
const INSIDE = { latitude: 35.5, longitude: 139.5 }
const OUTSIDE = { latitude: 40, longitude: 139.5 }

const share = async (people: readonly TestUser[], at: typeof INSIDE) => {
  for (const person of people) {
    await person.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
    await person.fetch(accountRoutes.shareLocation, { body: { ...at, accuracy: 5 } })
  }
}
const askedIds = async (gen: TestUser, id: string) =>
  (await gen.fetch(rollCallRoutes.people, { params: { id }, query: {} })).items.map(({ person }) => person.id).toSorted()

test('an administrator asks the people whose location in the area they may see, and others only by choice', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [inside, outside, hidden, silent] = await noroshi.people('Inside', 'Outside', 'Hidden', 'Silent')
  await createAlertGroup(noroshi, [gen, inside, outside])
  await share([inside, hidden], INSIDE)
  await share([outside], OUTSIDE)
  const { id, audience, counts } = await ask(gen, area(false))
  expect([audience.kind, audience.area, counts.asked]).toEqual(['area', AREA, 1])
  expect(await askedIds(gen, id)).toEqual([inside.id])
  expect((await read(inside, id)).audience.area).toBeNull()
  const withOthers = await ask(gen, area(true))
  expect(withOthers.id).not.toBe(id)
  expect(await askedIds(gen, withOthers.id)).toEqual([inside.id, hidden.id, silent.id].toSorted())
  expect(await askRequest(gen, area(true))).toMatchObject({ status: 200, body: { id: withOthers.id } })
})

test('a group admin asks no area, and an area without people asks no one', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  expect((await askRequest(aiko, area(true))).status).toBe(403)
  expect((await askRequest(gen, area(false))).body).toMatchObject({ code: 'rollCall.noPeople' })
  for (const points of [AREA.slice(0, 2), Array.from({ length: 51 }, () => INSIDE), [{ latitude: 91, longitude: 0 }, ...AREA]])
    expect((await askRequest(gen, { audience: { kind: 'area', area: points, includesUnlocated: true } })).status).toBe(400)
})

test('the number of people in an area is told from ten on', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const people = await noroshi.people(...Array.from({ length: 10 }, (_, index) => `Person ${index}`))
  await createAlertGroup(noroshi, [gen, ...people])
  const preview = () => gen.fetch(rollCallRoutes.areaPreview, { body: { area: AREA } })
  expect(await preview()).toEqual({ inside: null, unlocated: 10 })
  await share(people.slice(0, 9), INSIDE)
  expect(await preview()).toEqual({ inside: null, unlocated: null })
  await share(people.slice(9), INSIDE)
  expect(await preview()).toEqual({ inside: 10, unlocated: null })
})

test('keepers read the answers by place, without deleted places', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id: placeId } = await gen.fetch(placeRoutes.create, { body: { kind: 'shelter', name: 'School', ...INSIDE } })
  const { id } = await ask(gen)
  await answer(aiko, id, 'safe', { placeId })
  await answer(ben, id, 'injured', { placeId: randomUUID() })
  await answer(gen, id, 'safe', { personId: ben.id, placeId })
  const places = () => gen.fetch(rollCallRoutes.places, { params: { id } })
  expect((await places()).items).toEqual([{ placeId, safe: 2, injured: 0, needHelp: 0 }])
  expect((await read(aiko, id)).viewer.answer).toMatchObject({ chosenPlace: { id: placeId, name: 'School' } })
  expect((await aiko.request(rollCallRoutes.places, { params: { id } })).status).toBe(404)
  await answer(aiko, id, 'needHelp')
  expect((await places()).items).toEqual([{ placeId, safe: 1, injured: 0, needHelp: 1 }])
  await answer(aiko, id, 'safe', { placeId: null })
  expect((await places()).items).toEqual([{ placeId, safe: 1, injured: 0, needHelp: 0 }])
  await gen.fetch(placeRoutes.remove, { params: { id: placeId } })
  expect((await places()).items).toEqual([])
  expect((await read(ben, id)).viewer.answer?.chosenPlace).toBeNull()
})
