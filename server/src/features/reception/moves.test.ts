import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import type { Caller } from '#/testing/caller.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'

/** Starts two shelters with one desk each. */
async function startTwo() {
  const scene = await startShelter()
  const body = { kind: 'hall', name: 'Hall', latitude: 38.2, longitude: 140.8 } as const
  const { id: hallId } = await scene.gen.fetch(placeRoutes.create, { body })
  const [hall] = await scene.noroshi.people('Hall')
  await scene.gen.fetch(shelterStaffRoutes.set, { params: { placeId: hallId, userId: hall.id }, body: { role: 'manager' } })
  return { ...scene, hall, hallId }
}
const inside = async (caller: Caller, placeId: string) =>
  (await caller.fetch(receptionRoutes.headcount, { params: { placeId } })).now.inside.people
const member = (userId: string) => ({ kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId })
const known = (id: string) => ({ kind: 'known' as const, id, stayId: randomUUID() })

/** Receives a user as a guest and as a member, and merges the member into the guest. */
async function receiveTwice(desk: Caller, placeId: string, userId: string) {
  const [first, second] = [guest({}), member(userId)]
  await receive(desk, placeId, [first])
  await receive(desk, placeId, [second])
  const body = { personId: first.id, otherId: second.id, decision: 'same' } as const
  await desk.fetch(receptionRoutes.decide, { params: { placeId }, body })
  return first.id
}

test('a member who was merged into a guest counts in one shelter: all stays of both rows end with the next one', async () => {
  const { noroshi, desk, placeId, hall, hallId, aiko } = await startTwo()
  await using _server = noroshi
  const root = await receiveTwice(desk, placeId, aiko.id)
  noroshi.clock.advance({ minutes: 10 })
  await receive(hall, hallId, [member(aiko.id)])
  expect([await inside(desk, placeId), await inside(hall, hallId)]).toEqual([0, 1])
  noroshi.clock.advance({ minutes: 10 })
  const back = known(root)
  await receive(desk, placeId, [back])
  expect([await inside(desk, placeId), await inside(hall, hallId)]).toEqual([1, 0])
  const states = noroshi.db.selectFrom('person_states').select(['person_id', 'state']).where('stay_id', '=', back.stayId)
  expect(await states.execute()).toEqual([{ person_id: aiko.id, state: 'safe' }])
})

test('two shelters that receive a known member at once count one person', async () => {
  const { noroshi, desk, placeId, hall, hallId, aiko } = await startTwo()
  await using _server = noroshi
  const root = await receiveTwice(desk, placeId, aiko.id)
  const inHall = member(aiko.id)
  await receive(hall, hallId, [inHall])
  await hall.fetch(receptionRoutes.leave, { params: { placeId: hallId }, body: { personIds: [inHall.id], desk: '' } })
  for (let round = 0; round < 10; round++) {
    noroshi.clock.advance({ minutes: 10 })
    await Promise.all([receive(desk, placeId, [known(root)]), receive(hall, hallId, [known(inHall.id)])])
    expect((await inside(desk, placeId)) + (await inside(hall, hallId))).toBe(1)
    await desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [root], desk: '' } })
    await hall.fetch(receptionRoutes.leave, { params: { placeId: hallId }, body: { personIds: [inHall.id], desk: '' } })
  }
})

test('undone receptions reopen the stay before, also in the wrong order and after the person was marked as left', async () => {
  const { noroshi, desk, placeId, hall, hallId, aiko, ben } = await startTwo()
  await using _server = noroshi
  const undo = (caller: Caller, shelterId: string, stayId: string) =>
    caller.fetch(receptionRoutes.undoStay, { params: { placeId: shelterId, stayId } })
  await receive(desk, placeId, [member(aiko.id), member(ben.id)])
  noroshi.clock.advance({ minutes: 10 })
  const [mistaken, second] = [member(aiko.id), member(ben.id)]
  await receive(hall, hallId, [mistaken, second])
  noroshi.clock.advance({ minutes: 10 })
  const third = member(ben.id)
  await receive(desk, placeId, [third], { mode: 'elsewhere' })
  await hall.fetch(receptionRoutes.leave, { params: { placeId: hallId }, body: { personIds: [mistaken.id], desk: '' } })
  await undo(hall, hallId, mistaken.stayId)
  expect([await inside(desk, placeId), await inside(hall, hallId)]).toEqual([1, 0])
  await undo(hall, hallId, second.stayId)
  await undo(desk, placeId, third.stayId)
  expect([await inside(desk, placeId), await inside(hall, hallId)]).toEqual([2, 0])
})

test('a leaving is not undone if the person was received and left again since', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const person = guest({})
  const leave = () => desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [person.id], desk: '' } })
  await receive(desk, placeId, [person])
  noroshi.clock.advance({ minutes: 10 })
  await leave()
  noroshi.clock.advance({ minutes: 10 })
  await receive(desk, placeId, [known(person.id)])
  noroshi.clock.advance({ minutes: 10 })
  await leave()
  const reply = await desk.request(receptionRoutes.undoLeaving, { params: { placeId, stayId: person.stayId } })
  expect(reply.body).toMatchObject({ code: 'reception.receivedSince' })
})

test('a repeated reception and an undone leaving of a person who is here are reads of the audit log', async () => {
  const { noroshi, gen, desk, placeId } = await startShelter()
  await using _server = noroshi
  const [people, id] = [[guest({})], randomUUID()]
  for (let time = 0; time < 2; time++) await receive(desk, placeId, people, { id })
  await desk.fetch(receptionRoutes.undoLeaving, { params: { placeId, stayId: people[0]?.stayId ?? '' } })
  const entries = (await gen.fetch(auditRoutes.list)).items.filter(({ actor }) => actor?.id === desk.id)
  expect(entries.map(({ action }) => action)).toEqual(['registeredPerson.read', 'register.read', 'register.received'])
})

test('a guest who was received is repeated with other people, and stays one person', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const person = guest({})
  await receive(desk, placeId, [person])
  noroshi.clock.advance({ minutes: 10 })
  const reply = await receive(desk, placeId, [person, guest({ name: '佐藤 空' })])
  expect(reply).toMatchObject({ status: 201, body: { people: [{}, {}] } })
  expect(await inside(desk, placeId)).toBe(2)
  await desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [person.id], desk: '' } })
  expect((await receive(desk, placeId, [person])).status).toBe(201)
  expect(await inside(desk, placeId)).toBe(1)
})

test('a person whose only reception was undone is read and removed by a manager, and not listed', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const person = guest({})
  await receive(desk, placeId, [person])
  await desk.fetch(receptionRoutes.undoStay, { params: { placeId, stayId: person.stayId } })
  const params = { placeId, personId: person.id }
  const read = await desk.fetch(receptionRoutes.person, { params })
  expect(read).toMatchObject({ name: person.name, stays: [] })
  expect(read.stay.leftAt).not.toBeNull()
  expect((await desk.fetch(receptionRoutes.register, { params: { placeId }, query: {} })).items).toEqual([])
  await desk.fetch(receptionRoutes.forget, { params })
  expect((await desk.fetch(receptionRoutes.person, { params })).name).toBe('')
})

test('a person who was merged over another one is separated again', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const [a, b, c] = [guest({}), guest({}), guest({})]
  await receive(desk, placeId, [a, b, c])
  const decide = (personId: string, otherId: string, decision: 'same' | 'undecided') =>
    desk.fetch(receptionRoutes.decide, { params: { placeId }, body: { personId, otherId, decision } })
  await decide(b.id, a.id, 'same')
  await decide(c.id, b.id, 'same')
  await decide(c.id, a.id, 'undecided')
  const { merged } = await desk.fetch(receptionRoutes.person, { params: { placeId, personId: c.id } })
  expect(merged.map(({ id }) => id)).toEqual([b.id])
  expect(await inside(desk, placeId)).toBe(2)
})

test('a person who comes back alone stays in the household, also from a page of the version before', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const family = [guest({ name: '佐藤 花' }), guest({ name: '佐藤 空' })]
  const householdId = randomUUID()
  await receive(desk, placeId, family, { householdId })
  const [first, second] = family.map(({ id }) => id) as [string, string] // two
  const leave = () => desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [first] } })
  const householdOf = async (personId: string) =>
    (await desk.fetch(receptionRoutes.person, { params: { placeId, personId } })).household.map(({ id }) => id)
  for (const more of [{ householdId: null }, {}]) {
    noroshi.clock.advance({ minutes: 10 })
    await leave()
    noroshi.clock.advance({ minutes: 10 })
    const [people, id] = [[known(first)], randomUUID()]
    const replies = [await receive(desk, placeId, people, { id, ...more }), await receive(desk, placeId, people, { id, ...more })]
    expect(replies.map(({ status }) => status)).toEqual([201, 200])
    for (const { body } of replies) expect(body).toMatchObject({ people: [{ id: first, householdId, stay: { leftAt: null } }] })
    expect(await householdOf(first)).toEqual([second])
    const { now } = await desk.fetch(receptionRoutes.headcount, { params: { placeId }, query: {} })
    expect(now.inside).toMatchObject({ people: 2, households: 1 })
  }
})

test('a reception has a household of its own, and one without a household adds no new person', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const [person, other] = [guest({ name: '佐藤 花' }), guest({ name: '鈴木 一' })]
  const householdId = randomUUID()
  const received = await receive(desk, placeId, [person], { householdId })
  expect(received.body).toMatchObject({ people: [{ householdId }] })
  expect((await receive(desk, placeId, [other], { householdId })).body).toMatchObject({ code: 'conflict' })
  expect((await receive(desk, placeId, [other], { householdId: null })).body).toMatchObject({ code: 'reception.personNotFound' })
  const together = await receive(desk, placeId, [known(person.id), other])
  const people = (together.body as { people: { householdId: string }[] }).people
  expect(new Set(people.map((each) => each.householdId)).size).toBe(1)
  expect(people).toHaveLength(2)
})
