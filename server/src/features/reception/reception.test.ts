import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'

const headcount = async (caller: Caller, placeId: string, hours = 0) =>
  caller.fetch(receptionRoutes.headcount, { params: { placeId }, query: { hours: String(hours) } })
const register = async (caller: Caller, placeId: string, query: Record<string, string> = {}) =>
  (await caller.fetch(receptionRoutes.register, { params: { placeId }, query })).items
const leave = (caller: Caller, placeId: string, personIds: string[], more = {}) =>
  caller.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds, desk: 'Exit', ...more } })

test('a desk receives a household in one command: a member with dependants by code, and people without an account', async () => {
  const { noroshi, desk, placeId, aiko } = await startShelter()
  await using _server = noroshi
  const details = { birthYear: 1984, needs: ['medicine' as const], needsNote: '', mayBeFound: true }
  await aiko.fetch(dependantRoutes.setDetails, { body: details })
  const child = { kind: 'child', name: '佐藤 空', kana: 'サトウ ソラ', birthYear: 2024 } as const
  const { id: dependantId } = await aiko.fetch(dependantRoutes.create, { body: child })
  const { id: dogId } = await aiko.fetch(dependantRoutes.create, { body: { kind: 'pet', name: 'ポチ' } })
  const { code } = await aiko.fetch(dependantRoutes.own)
  const found = await desk.fetch(receptionRoutes.find, { params: { placeId }, query: { code: `noroshi:${code.toLowerCase()}` } })
  expect(found.member).toMatchObject({ person: { id: aiko.id }, ...details, dependants: [{ name: '佐藤 空' }, { name: 'ポチ' }] })
  expect(found.registered).toEqual([])
  const people = [
    { kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId: aiko.id },
    { kind: 'dependant' as const, id: randomUUID(), stayId: randomUUID(), dependantId },
    { kind: 'dependant' as const, id: randomUUID(), stayId: randomUUID(), dependantId: dogId },
    guest({ name: '佐藤 武', birthYear: 1950, sex: 'male', needs: ['wheelchair'] }),
  ]
  const received = await receive(desk, placeId, people, { desk: 'Desk 1' })
  expect(received.status).toBe(201)
  expect((await register(desk, placeId)).map(({ kind, isPet, stay }) => [kind, isPet, stay.enteredDesk])).toHaveLength(4)
  const { now } = await headcount(desk, placeId)
  expect(now.inside).toMatchObject({
    people: 3,
    households: 1,
    sex: { male: 1 },
    ages: { '0-2': 1, '13-64': 1, '75+': 1, unknown: 0 },
    needs: { medicine: 1, wheelchair: 1, pet: 1, infant: 0 },
  })
  const again = await desk.fetch(receptionRoutes.find, { params: { placeId }, query: { userId: aiko.id } })
  expect(again.registered).toHaveLength(3)
})

test('a repeated household is received once, also many at once, and the same id with other people is refused', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const [people, id] = [[guest({ name: '佐藤 花' })], randomUUID()]
  const replies = await Promise.all(Array.from({ length: 5 }, () => receive(desk, placeId, people, { id })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 201])
  expect((await receive(desk, placeId, [guest({ name: '別人' })], { id })).body).toMatchObject({ code: 'conflict' })
  expect((await headcount(desk, placeId)).now.inside.people).toBe(1)
})

test('two desks that receive the same member at once count one person, and another shelter ends the stay', async () => {
  const { noroshi, gen, desk, placeId, aiko, ben } = await startShelter()
  await using _server = noroshi
  await gen.fetch(shelterStaffRoutes.set, { params: { placeId, userId: ben.id }, body: { role: 'receptionist' } })
  const member = () => [{ kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId: aiko.id }]
  const replies = await Promise.all([receive(desk, placeId, member()), receive(ben, placeId, member())])
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect((await headcount(desk, placeId)).now.inside.people).toBe(1)
  const body = { kind: 'hall', name: 'Hall', latitude: 38.2, longitude: 140.8 } as const
  const { id: hallId } = await gen.fetch(placeRoutes.create, { body })
  await gen.fetch(shelterStaffRoutes.set, { params: { placeId: hallId, userId: ben.id }, body: { role: 'receptionist' } })
  noroshi.clock.advance({ minutes: 10 })
  const moved = member()
  await receive(ben, hallId, moved)
  expect((await headcount(desk, placeId)).now.inside.people).toBe(0)
  expect((await headcount(ben, hallId)).now.inside.people).toBe(1)
  await ben.fetch(receptionRoutes.undoStay, { params: { placeId: hallId, stayId: moved[0]?.stayId ?? '' } })
  expect((await headcount(desk, placeId)).now.inside.people).toBe(1)
  expect(await register(ben, hallId)).toEqual([])
})

test('a person counts from entering to leaving, by interval, inside or elsewhere, and an undone leaving counts again', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const people = [guest({ name: '佐藤 花' }), guest({ name: '鈴木 一郎' })]
  await receive(desk, placeId, people)
  noroshi.clock.advance({ hours: 1 })
  const [first, second] = [people[0]?.id ?? '', people[1]?.id ?? '']
  const inCar = { kind: 'known' as const, id: second, stayId: randomUUID() }
  await receive(desk, placeId, [inCar], { mode: 'elsewhere', whereabouts: '駐車場B' })
  expect((await headcount(desk, placeId)).now).toMatchObject({ inside: { people: 1 }, elsewhere: { people: 1 } })
  noroshi.clock.advance({ hours: 1 })
  await leave(desk, placeId, [first])
  await leave(desk, placeId, [first])
  noroshi.clock.advance({ minutes: 30 })
  const { now, hours } = await headcount(desk, placeId, 4)
  expect(now).toMatchObject({ inside: { people: 0, households: 0 }, elsewhere: { people: 1 } })
  expect(hours).toHaveLength(4)
  expect(hours.map(({ inside }) => inside.people).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 2])
  const [left] = await register(desk, placeId, { filter: 'left' })
  expect(left).toMatchObject({ id: first, stay: { leftDesk: 'Exit' } })
  await desk.fetch(receptionRoutes.undoLeaving, { params: { placeId, stayId: left?.stay.id ?? '' } })
  expect((await headcount(desk, placeId)).now.inside.people).toBe(1)
  const { stays } = await desk.fetch(receptionRoutes.person, { params: { placeId, personId: second } })
  expect(stays).toMatchObject([{ mode: 'elsewhere', whereabouts: '駐車場B' }, { mode: 'inside' }])
})

test('entries of a desk that had no connection count by their own time, in any order', async () => {
  const { noroshi, desk, placeId, aiko } = await startShelter()
  await using _server = noroshi
  noroshi.clock.advance({ hours: 5 })
  const member = () => [{ kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId: aiko.id }]
  await receive(desk, placeId, member(), { mode: 'elsewhere', ageMs: 3_600_000 })
  await receive(desk, placeId, member(), { ageMs: 3 * 3_600_000 })
  expect((await headcount(desk, placeId)).now).toMatchObject({ inside: { people: 0 }, elsewhere: { people: 1 } })
  const [person] = await register(desk, placeId)
  const { stays } = await desk.fetch(receptionRoutes.person, { params: { placeId, personId: person?.id ?? '' } })
  expect(stays.map(({ mode, leftAt }) => [mode, leftAt === null])).toEqual([
    ['elsewhere', true],
    ['inside', false],
  ])
  expect(stays[1]?.leftAt).toBe(stays[0]?.enteredAt)
})

test('wrong input is refused: no people, a year of no one, an unknown user, a closed shelter, a name that shows nothing', async () => {
  const { noroshi, gen, desk, placeId } = await startShelter()
  await using _server = noroshi
  for (const people of [
    [],
    [guest({ name: ' ' })],
    [guest({ name: 'A', birthYear: 1200 })],
    Array.from({ length: 21 }, () => guest({})),
  ])
    expect((await receive(desk, placeId, people)).status).toBe(400)
  const unknown = { kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId: randomUUID() }
  expect((await receive(desk, placeId, [unknown])).body).toMatchObject({ code: 'user.notFound' })
  const stranger = { kind: 'known' as const, id: randomUUID(), stayId: randomUUID() }
  expect((await receive(desk, placeId, [stranger])).body).toMatchObject({ code: 'reception.personNotFound' })
  expect((await desk.request(receptionRoutes.find, { params: { placeId }, query: { code: 'あいう' } })).status).toBe(400)
  await gen.fetch(placeRoutes.update, { params: { id: placeId }, body: { state: 'closed' } })
  expect((await receive(desk, placeId, [guest({})])).body).toMatchObject({ code: 'shelter.closed' })
  expect((await receive(desk, placeId, [guest({})], { ageMs: 60_000 })).status).toBe(201)
})

test('an id of a later year is refused, above which the ids of the server would rise', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const later = '0aaaaaaa-0000-7000-8000-000000000000'
  for (const ids of [{ id: later }, { stayId: later }])
    expect((await receive(desk, placeId, [{ ...guest({}), ...ids }])).body).toMatchObject({ code: 'conflict' })
  expect((await receive(desk, placeId, [guest({})], { id: later })).body).toMatchObject({ code: 'conflict' })
})

test('the register is filtered by state, need, name, kana, address and code', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const people = [
    guest({ name: '佐藤 花', kana: 'サトウ ハナ', address: '若葉町1-2', needs: ['allergy', 'medicine'] }),
    guest({ name: 'Müller Jan', address: 'Aoba 3' }),
  ]
  await receive(desk, placeId, people)
  const all = await register(desk, placeId)
  const names = async (query: Record<string, string>) => (await register(desk, placeId, query)).map(({ name }) => name)
  expect(await names({ text: 'さとう' })).toEqual(['佐藤 花'])
  expect(await names({ text: '佐藤花' })).toEqual(['佐藤 花'])
  expect(await names({ text: '若葉町１－２' })).toEqual(['佐藤 花'])
  expect(await names({ text: 'muller' })).toEqual(['Müller Jan'])
  expect(await names({ text: all.find(({ name }) => name === 'Müller Jan')?.code ?? '' })).toEqual(['Müller Jan'])
  expect(await names({ need: 'allergy' })).toEqual(['佐藤 花'])
  expect(await names({ filter: 'elsewhere' })).toEqual([])
  expect(await names({ text: '%' })).toEqual([])
})

test('each read of a register or a person is in the audit log, without a name of the person', async () => {
  const { noroshi, gen, desk, placeId } = await startShelter()
  await using _server = noroshi
  const person = guest({ name: 'canary-name', address: 'canary-address' })
  await receive(desk, placeId, [person])
  await register(desk, placeId)
  await desk.fetch(receptionRoutes.person, { params: { placeId, personId: person.id } })
  await desk.fetch(receptionRoutes.doubles, { params: { placeId } })
  await desk.fetch(receptionRoutes.find, { params: { placeId }, query: { userId: desk.id } })
  await desk.fetch(receptionRoutes.correct, { params: { placeId, personId: person.id }, body: { birthYear: 1950 } })
  const entries = (await gen.fetch(auditRoutes.list)).items.filter(({ actor }) => actor?.id === desk.id)
  expect(entries.map(({ action }) => action)).toEqual([
    'registeredPerson.corrected',
    'register.personFound',
    'register.doublesRead',
    'registeredPerson.read',
    'register.read',
    'register.received',
  ])
  expect(JSON.stringify(entries)).not.toContain('canary')
})

test('a receptionist whose role was removed reads nothing, and an administrator without a role only numbers', async () => {
  const { noroshi, gen, desk, placeId } = await startShelter('receptionist')
  await using _server = noroshi
  const person = guest({})
  await receive(desk, placeId, [person])
  const params = { placeId, personId: person.id }
  expect((await desk.request(receptionRoutes.forget, { params })).status).toBe(403)
  expect((await gen.request(receptionRoutes.register, { params: { placeId } })).status).toBe(404)
  expect((await headcount(gen, placeId)).now.inside.people).toBe(1)
  await gen.fetch(shelterStaffRoutes.remove, { params: { placeId, userId: desk.id } })
  for (const route of [receptionRoutes.register, receptionRoutes.doubles, receptionRoutes.headcount])
    expect((await desk.request(route, { params: { placeId } })).body).toMatchObject({ code: 'shelter.notFound' })
  expect((await receive(desk, placeId, [guest({})])).status).toBe(404)
  expect((await desk.request(receptionRoutes.person, { params })).status).toBe(404)
})

test('the staff of one shelter reads no person of another one', async () => {
  const { noroshi, gen, desk, placeId, ben } = await startShelter()
  await using _server = noroshi
  const body = { kind: 'shelter', name: 'Other', latitude: 38.2, longitude: 140.8 } as const
  const { id: otherId } = await gen.fetch(placeRoutes.create, { body })
  await gen.fetch(shelterStaffRoutes.set, { params: { placeId: otherId, userId: ben.id }, body: { role: 'manager' } })
  const person = guest({})
  await receive(desk, placeId, [person])
  const [known] = await register(desk, placeId)
  const params = { placeId: otherId, personId: person.id }
  for (const route of [receptionRoutes.person, receptionRoutes.forget])
    expect((await ben.request(route, { params })).body).toMatchObject({ code: 'reception.personNotFound' })
  expect((await ben.request(receptionRoutes.correct, { params, body: { birthYear: 1950 } })).status).toBe(404)
  expect((await ben.request(receptionRoutes.undoStay, { params: { placeId: otherId, stayId: person.stayId } })).status).toBe(404)
  const query = { code: known?.code ?? '' }
  expect((await ben.request(receptionRoutes.find, { params: { placeId: otherId }, query })).status).toBe(404)
  expect((await desk.fetch(receptionRoutes.find, { params: { placeId }, query })).registered).toMatchObject([{ id: person.id }])
})

test('the dependants of a user belong to that user alone, and their number is limited', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const body = { kind: 'elderly', name: '佐藤 武' } as const
  const clientId = randomUUID()
  const { id } = await aiko.fetch(dependantRoutes.create, { body: { ...body, clientId } })
  expect(await aiko.request(dependantRoutes.create, { body: { ...body, clientId } })).toMatchObject({ status: 200, body: { id } })
  expect((await aiko.request(dependantRoutes.create, { body: { ...body, name: 'x', clientId } })).status).toBe(409)
  expect((await ben.request(dependantRoutes.update, { params: { id }, body: { name: 'x' } })).status).toBe(404)
  await aiko.fetch(dependantRoutes.update, { params: { id }, body: { birthYear: 1941 } })
  expect((await aiko.fetch(dependantRoutes.own)).dependants).toMatchObject([{ name: '佐藤 武', birthYear: 1941, version: 2 }])
  const replies = await Promise.all(Array.from({ length: 25 }, () => aiko.request(dependantRoutes.create, { body })))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(19)
  expect(replies.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'dependant.tooMany' })
})
