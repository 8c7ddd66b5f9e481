import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import type { Caller } from '#/testing/caller.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'
import { longTest } from '#/testing/long-test.ts'

type Household = z.input<typeof receptionRoutes.receive.body>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const headcount = (caller: Caller, placeId: string) => caller.fetch(receptionRoutes.headcount, { params: { placeId } })
const ofCode = (code: string) => ({ kind: 'code' as const, id: randomUUID(), stayId: randomUUID(), code })
const codeOf = async (caller: Caller) => (await caller.fetch(dependantRoutes.own)).code

test('a code that a desk read without a connection is a user or a person of the register, and no other', async () => {
  const { noroshi, desk, aiko, placeId } = await startShelter()
  await using _server = noroshi
  const person = guest({ name: '鈴木 一郎' })
  const first = await receive(desk, placeId, [person, ofCode(await codeOf(aiko))])
  expect(first.status).toBe(201)
  const { items } = await desk.fetch(receptionRoutes.register, { params: { placeId }, query: { filter: 'all' } })
  expect(items.map(({ name, kind }) => `${kind} ${name}`).toSorted()).toEqual(['guest 鈴木 一郎', 'member Aiko'])
  const codes = items.map(({ code }) => code)

  const again = await receive(desk, placeId, codes.map(ofCode), { mode: 'elsewhere' })
  expect(again.status).toBe(201)
  expect((await headcount(desk, placeId)).now).toMatchObject({ inside: { people: 0 }, elsewhere: { people: 2 } })
  const unknown = await receive(desk, placeId, [ofCode('0000-0000')])
  expect(unknown.body).toMatchObject({ code: 'reception.personNotFound' })
  expect((await receive(desk, placeId, [ofCode('short')])).status).toBe(400)
  expect((await headcount(desk, placeId)).now.elsewhere.people).toBe(2)
})

test('an unknown code does not keep the others of a household out, and the reply names it, also to a repetition', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const people = [guest({ name: '鈴木 一郎' }), ofCode('0000-0000')]
  const body = { id: randomUUID(), people }
  for (const status of [201, 200]) {
    const reply = await desk.request(receptionRoutes.receive, { params: { placeId }, body })
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({ people: [{ name: '鈴木 一郎' }], unknownCodes: ['0000-0000'] })
  }
  expect((await headcount(desk, placeId)).now.inside.people).toBe(1)
})

test('the code of a person of another shelter is not found', async () => {
  const { noroshi, gen, desk, placeId } = await startShelter()
  await using _server = noroshi
  const body = { kind: 'hall', name: 'Hall', latitude: 38.2, longitude: 140.8 } as const
  const { id: hallId } = await gen.fetch(placeRoutes.create, { body })
  await gen.fetch(shelterStaffRoutes.set, { params: { placeId: hallId, userId: desk.id }, body: { role: 'manager' } })
  await receive(desk, hallId, [guest({})])
  const { items } = await desk.fetch(receptionRoutes.register, { params: { placeId: hallId } })
  const reply = await receive(
    desk,
    placeId,
    items.map(({ code }) => ofCode(code)),
  )
  expect(reply.body).toMatchObject({ code: 'reception.personNotFound' })
})

test('a household that is sent again later is the same one, and keeps the time of the desk', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const household = { id: randomUUID(), people: [guest({})] }
  const send = (ageMs: number) => desk.request(receptionRoutes.receive, { params: { placeId }, body: { ...household, ageMs } })
  const first = await send(25 * HOUR_MS)
  expect(first.status).toBe(201)
  noroshi.clock.advance({ hours: 1 })
  const repeated = await send(26 * HOUR_MS)
  expect(repeated.status).toBe(200)
  expect(repeated.body).toEqual(first.body)
  const hoursSince = (time: string | null) => Math.round((noroshi.clock.now().getTime() - Date.parse(time ?? '')) / HOUR_MS)
  const body = { personIds: household.people.map(({ id }) => id), ageMs: HOUR_MS }
  const left = await desk.fetch(receptionRoutes.leave, { params: { placeId }, body })
  expect(left.people.map(({ stay }) => [hoursSince(stay.enteredAt), hoursSince(stay.leftAt)])).toEqual([[26, 1]])
})

test('a desk gets the same secret each time, another desk and shelter another one, and each request is recorded', async () => {
  const { noroshi, gen, desk, placeId } = await startShelter('receptionist')
  await using _server = noroshi
  const deskId = randomUUID()
  const secretOf = async (params: { placeId: string; deskId: string }) =>
    (await desk.fetch(receptionRoutes.deskSecret, { params })).secret
  const secret = await secretOf({ placeId, deskId })
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(await secretOf({ placeId, deskId })).toBe(secret)
  expect(await secretOf({ placeId, deskId: randomUUID() })).not.toBe(secret)
  const { items } = await gen.fetch(auditRoutes.list)
  expect(items.filter(({ action }) => action === 'register.deskOpened')).toHaveLength(3)
})

test('anonymous visitors, outsiders, the staff of another shelter and former staff get no secret of a desk', async () => {
  const { noroshi, gen, desk, aiko, ben, placeId } = await startShelter()
  await using _server = noroshi
  const body = { kind: 'hall', name: 'Hall', latitude: 38.2, longitude: 140.8 } as const
  const { id: hallId } = await gen.fetch(placeRoutes.create, { body })
  await gen.fetch(shelterStaffRoutes.set, { params: { placeId: hallId, userId: ben.id }, body: { role: 'receptionist' } })
  const params = { placeId, deskId: randomUUID() }
  const ask = (caller: Pick<Caller, 'request'>) => caller.request(receptionRoutes.deskSecret, { params })
  expect((await ask(desk)).status).toBe(200)
  for (const caller of [aiko, ben, gen]) expect((await ask(caller)).body).toMatchObject({ code: 'shelter.notFound' })
  expect((await ask(noroshi.visitor)).status).toBe(401)
  await gen.fetch(shelterStaffRoutes.remove, { params: { placeId, userId: desk.id } })
  expect((await ask(desk)).status).toBe(404)
})

const HOUSEHOLDS = 200
const SIZE = 5
const DOUBLES = 50

/** Returns a copy of a guest whose name or address was written in another way. */
function nearDouble(person: ReturnType<typeof guest>, index: number) {
  const { kana = '', ...details } = person
  const ids = { id: randomUUID(), stayId: randomUUID() }
  return index % 2 === 0
    ? { ...person, ...ids, name: `${details.name} `, address: '' }
    : { ...details, ...ids, kana: `${kana.slice(0, -1)}ァ`, birthYear: null }
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)

longTest(
  'four desks, of which three send half an hour later in any order and repeatedly, count 1,000 people and the undecided doubles',
  async () => {
    const { noroshi, gen, desk, placeId } = await startShelter()
    await using _server = noroshi
    const others = await noroshi.people('Desk B', 'Desk C', 'Desk D')
    for (const { id: userId } of others)
      await gen.fetch(shelterStaffRoutes.set, { params: { placeId, userId }, body: { role: 'receptionist' } })
    const desks: readonly Caller[] = [desk, ...others]
    const households = Array.from({ length: HOUSEHOLDS }, (_, number): Household & { people: ReturnType<typeof guest>[] } => ({
      id: randomUUID(),
      people: Array.from({ length: SIZE }, (_unused, member) => {
        const number_ = number * SIZE + member
        const letters = Array.from(
          { length: 6 },
          (_letter, index) => 'アイウエオカキクケコ'[(Math.floor(number_ / 4 ** index) % 4) + (index % 3) * 2],
        )
        return guest({
          name: `人${number_}`,
          kana: letters.join('') + 'サシスセソ'[member],
          birthYear: 1930 + (number_ % 90),
          address: `若葉町${number}-1`,
        })
      }),
    }))
    const doubles = households.slice(0, DOUBLES).map(({ people: [person] }, index): Household => ({
      id: randomUUID(),
      people: [nearDouble(person as ReturnType<typeof guest>, index)],
    }))
    // The first desk has a connection; a double is received at another desk than the person.
    const sentBy = (index: number): Caller => desks[index % desks.length] as Caller
    const sent = [
      ...households.map((household, index) => ({ caller: sentBy(index), household })),
      ...doubles.map((household, index) => ({ caller: sentBy(index + 1), household })),
    ]
    const send = ({ caller, household }: (typeof sent)[number], ageMs: number) =>
      caller.request(receptionRoutes.receive, { params: { placeId }, body: { ...household, ageMs } })
    const isConnected = ({ caller }: (typeof sent)[number]) => caller === desk
    const middle = new Date(noroshi.clock.now().getTime() + 15 * MINUTE_MS)
    for (const each of sent.filter(isConnected)) expect((await send(each, 0)).status).toBe(201)
    noroshi.clock.advance({ minutes: 30 })
    const late = sent.filter((each) => !isConnected(each))
    const repeated = shuffled([...late, ...shuffled(late).slice(0, late.length / 2)])
    const queues = others.map((caller) => repeated.filter((each) => each.caller === caller))
    await Promise.all(
      queues.map(async (queue) => {
        for (const each of queue) expect([200, 201]).toContain((await send(each, 30 * MINUTE_MS)).status)
      }),
    )

    const counted = await headcount(desk, placeId)
    expect([counted.now.inside.people, counted.doubles]).toEqual([HOUSEHOLDS * SIZE + DOUBLES, DOUBLES])
    const stays = await noroshi.db.selectFrom('stays').select('entered_at').where('entered_at', '>', middle).execute()
    expect(stays, 'a stay keeps the time of its desk').toEqual([])
    const { items } = await desk.fetch(receptionRoutes.doubles, { params: { placeId } })
    const planted = new Set(doubles.flatMap(({ people }) => people.map(({ id }) => id)))
    expect(items.every(({ first, second }) => planted.has(first.id) !== planted.has(second.id))).toBe(true)
    expect(items).toHaveLength(DOUBLES)
    for (const { first, second } of items) {
      const [kept, double] = planted.has(first.id) ? [second, first] : [first, second]
      const body = { personId: kept.id, otherId: double.id, decision: 'same' } as const
      await desk.fetch(receptionRoutes.decide, { params: { placeId }, body })
    }
    const decided = await headcount(desk, placeId)
    expect([decided.now.inside.people, decided.doubles]).toEqual([HOUSEHOLDS * SIZE, 0])
  },
  180_000,
)
