import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { placeOfHash, type SelfServicePlace, selfServiceRoutes } from '@noroshi/contract/reception/self-service.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import type { Caller } from '#/testing/caller.ts'
import { ask, read } from '#/testing/scenes/roll-calls.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'

async function turnOn(manager: Caller, placeId: string): Promise<SelfServicePlace> {
  const { link } = await manager.fetch(selfServiceRoutes.turnOn, { params: { placeId } })
  const place = placeOfHash(link?.link.split('#')[1] ?? '')
  if (place === null) throw new Error(`no code in ${link?.link}`)
  return place
}
const look = (caller: Caller, place: SelfServicePlace) => caller.request(selfServiceRoutes.look, { body: place })
const person = (dependantId: string | null = null) => ({ id: randomUUID(), stayId: randomUUID(), dependantId })
const enter = (caller: Caller, place: SelfServicePlace, people = [person()], id: string = randomUUID()) =>
  caller.request(selfServiceRoutes.enter, { body: { ...place, id, householdId: id, people } })
const leave = (caller: Caller, place: SelfServicePlace, dependantIds: (string | null)[] = [null]) =>
  caller.request(selfServiceRoutes.leave, { body: { ...place, dependantIds } })
const inside = async (desk: Caller, placeId: string) =>
  (await desk.fetch(receptionRoutes.headcount, { params: { placeId } })).now.inside.people

test('a user receives themself and a dependant by the code at the entrance, is safe, and leaves', async () => {
  const { noroshi, gen, desk, placeId, aiko } = await startShelter()
  await using _server = noroshi
  const { id: rollCallId } = await ask(gen)
  const place = await turnOn(desk, placeId)
  const { id: childId } = await aiko.fetch(dependantRoutes.create, { body: { kind: 'child', name: 'Sora' } })
  expect((await look(aiko, place)).body).toEqual({
    placeName: '若葉小学校',
    isClosed: false,
    people: [
      { dependantId: null, name: 'Aiko', kind: null, mode: null },
      { dependantId: childId, name: 'Sora', kind: 'child', mode: null },
    ],
  })
  const [id, people] = [randomUUID(), [person(), person(childId)]]
  const repeated = await Promise.all([1, 2, 3].map(() => enter(aiko, place, people, id)))
  expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(repeated[0]?.body.people?.map(({ mode }) => mode)).toEqual(['inside', 'inside'])
  expect(await inside(desk, placeId)).toBe(2)
  expect((await read(aiko, rollCallId)).viewer.answer).toMatchObject({ state: 'safe' })
  const { items } = await desk.fetch(receptionRoutes.register, { params: { placeId } })
  expect(items.map(({ stay }) => stay.enteredDesk)).toEqual(['QR', 'QR'])
  expect((await leave(aiko, place, [childId])).body.people?.map(({ mode }) => mode)).toEqual(['inside', null])
  for (const _ of [1, 2]) expect((await leave(aiko, place)).body.people?.map(({ mode }) => mode)).toEqual([null, null])
  expect(await inside(desk, placeId)).toBe(0)
  const actions = (await gen.fetch(auditRoutes.list)).items.map(({ action }) => action)
  for (const action of ['shelter.selfServiceOn', 'register.selfReceived', 'register.selfLeft']) expect(actions).toContain(action)
})

test('each wrong code gets the same reply: of no shelter, of another one, ended, and of one that has none', async () => {
  const { noroshi, gen, desk, placeId, aiko } = await startShelter()
  await using _server = noroshi
  const body = { kind: 'hall', name: 'Hall', latitude: 38.2, longitude: 140.8 } as const
  const { id: hallId } = await gen.fetch(placeRoutes.create, { body })
  await gen.fetch(shelterStaffRoutes.set, { params: { placeId: hallId, userId: desk.id }, body: { role: 'manager' } })
  const first = await turnOn(desk, placeId)
  const ended = await turnOn(desk, placeId)
  const place = await turnOn(desk, placeId)
  const off = await turnOn(desk, hallId)
  await desk.fetch(selfServiceRoutes.turnOff, { params: { placeId: hallId } })
  const wrong = [first, ended, off, { ...place, placeId: hallId }, { ...place, placeId: randomUUID() }, { ...place, code: 'x' }]
  const replies = new Set<string>()
  for (const each of wrong)
    for (const { status, body: reply } of [await look(aiko, each), await enter(aiko, each), await leave(aiko, each)])
      replies.add(JSON.stringify([status, reply]))
  expect([...replies]).toEqual([expect.stringContaining('selfService.ended')])
  expect(await inside(desk, placeId)).toBe(0)
  expect((await enter(aiko, place)).status).toBe(200)
})

test('a user receives no dependant of others, no one at a closed shelter, and a receptionist makes no code', async () => {
  const { noroshi, gen, desk, placeId, aiko, ben } = await startShelter()
  await using _server = noroshi
  const place = await turnOn(desk, placeId)
  const { id: childId } = await ben.fetch(dependantRoutes.create, { body: { kind: 'child', name: 'Sora' } })
  expect((await enter(aiko, place, [person(childId)])).body).toMatchObject({ code: 'dependant.notFound' })
  expect((await leave(aiko, place, [childId])).body).toMatchObject({ code: 'dependant.notFound' })
  expect((await enter(aiko, place, [])).status).toBe(400)
  const staff = { placeId, userId: ben.id }
  await gen.fetch(shelterStaffRoutes.set, { params: staff, body: { role: 'receptionist' } })
  const params = { placeId }
  expect((await ben.request(selfServiceRoutes.turnOn, { params })).status).toBe(403)
  expect((await ben.fetch(selfServiceRoutes.read, { params })).link).not.toBeNull()
  expect((await aiko.request(selfServiceRoutes.read, { params })).status).toBe(404)
  await enter(aiko, place)
  await gen.fetch(placeRoutes.update, { params: { id: placeId }, body: { state: 'closed' } })
  expect((await look(aiko, place)).body).toMatchObject({ isClosed: true })
  expect((await enter(ben, place)).body).toMatchObject({ code: 'shelter.closed' })
  expect((await leave(aiko, place)).status).toBe(200)
})

test('a user who was received at a desk is known at the entrance, and the other people of the household stay', async () => {
  const { noroshi, desk, placeId, aiko } = await startShelter()
  await using _server = noroshi
  const place = await turnOn(desk, placeId)
  const member = { kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId: aiko.id }
  await receive(desk, placeId, [member, guest({ name: 'Hana' })])
  expect((await look(aiko, place)).body.people?.map(({ mode }) => mode)).toEqual(['inside'])
  await leave(aiko, place)
  expect(await inside(desk, placeId)).toBe(1)
  const { id: childId } = await aiko.fetch(dependantRoutes.create, { body: { kind: 'child', name: 'Sora' } })
  const households = async () =>
    new Map(
      (await desk.fetch(receptionRoutes.register, { params: { placeId } })).items.map(({ name, householdId }) => [
        name,
        householdId,
      ]),
    )
  const before = (await households()).get('Hana')
  const stored = () => noroshi.db.selectFrom('households').select('id').execute()
  const count = (await stored()).length
  await enter(aiko, place)
  expect(await stored()).toHaveLength(count)
  await enter(aiko, place, [person(), person(childId)])
  expect((await households()).get('Aiko')).toBe(before)
  expect((await households()).get('Sora')).not.toBe(before)
})
