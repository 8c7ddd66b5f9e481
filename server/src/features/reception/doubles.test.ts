import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { continueDeletions } from '#/features/accounts/personal-data/deletion.service.ts'
import { repeatDueRollCalls } from '#/features/roll-calls/roll-calls.service.ts'
import type { Caller } from '#/testing/caller.ts'
import { PASSWORD, setPasswords } from '#/testing/access/request-values.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'
import type { TestServer } from '#/testing/test-server.ts'
import { anonymiseOldRegisters, countOldRegisters, noteClosedRegisters } from './retained-registers.service.ts'

const countOf = async (caller: Caller, placeId: string) => {
  const { now, doubles } = await caller.fetch(receptionRoutes.headcount, { params: { placeId } })
  return [now.inside.people, doubles]
}
const decide = (caller: Caller, placeId: string, personId: string, otherId: string, decision: string) =>
  caller.request(receptionRoutes.decide, { params: { placeId }, body: { personId, otherId, decision } })
const member = (userId: string) => ({ kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId })

/** Does what the jobs do of registers that are kept for 90 days. Returns the people that were anonymised. */
async function clean({ deps, db }: TestServer): Promise<number> {
  await noteClosedRegisters(deps)
  const before = new Date(deps.now().getTime() - 90 * 86_400_000)
  const count = await countOldRegisters(db, before)
  const people = await anonymiseOldRegisters(deps, before)
  expect(count > 0).toBe(people > 0)
  return people
}

test('the same kana with the birth year, and near names at one address, are offered as doubles and never merged by themselves', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const first = guest({ name: '佐藤 花', kana: 'サトウ ハナ', birthYear: 1950, address: '若葉町1-2' })
  await receive(desk, placeId, [first])
  const others = [
    guest({ name: '佐藤 はな', kana: 'さとうはな', birthYear: 1950 }),
    guest({ name: '佐藤 花子', kana: 'サトウ ハナコ', address: '若葉町１ー２' }),
    guest({ name: '佐藤 花', kana: 'サトウ ハナ', birthYear: 1981 }),
    guest({ name: '佐藤 花', kana: 'サトウ ハナ' }),
  ]
  const reply = await receive(desk, placeId, others)
  const pairs = (reply.body as { doubles: { first: { id: string }; second: { id: string } }[] }).doubles
  expect(pairs.map((pair) => [pair.first.id, pair.second.id].toSorted())).toEqual(
    expect.arrayContaining([others[0], others[1]].map((other) => [first.id, other?.id ?? ''].toSorted())),
  )
  expect(pairs).toHaveLength(2)
  expect(await countOf(desk, placeId)).toEqual([5, 2])
})

test('a merged person counts once, both rows are kept, and the merge can be undone, also of a chain', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const same = { name: '鈴木 一郎', kana: 'スズキ イチロウ', birthYear: 1970 }
  const [a, b, c] = [guest(same), guest(same), guest(same)]
  for (const person of [a, b, c]) await receive(desk, placeId, [person])
  expect(await countOf(desk, placeId)).toEqual([3, 3])
  expect((await decide(desk, placeId, b.id, c.id, 'same')).status).toBe(200)
  expect((await decide(desk, placeId, b.id, c.id, 'same')).status).toBe(200)
  expect(await countOf(desk, placeId)).toEqual([2, 1])
  expect((await decide(desk, placeId, a.id, c.id, 'same')).body).toMatchObject({ code: 'reception.notTwo' })
  await decide(desk, placeId, a.id, b.id, 'same')
  expect(await countOf(desk, placeId)).toEqual([1, 0])
  const { merged, stays } = await desk.fetch(receptionRoutes.person, { params: { placeId, personId: a.id } })
  expect([merged.length, stays.length]).toEqual([2, 3])
  await desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [a.id] } })
  expect(await countOf(desk, placeId)).toEqual([0, 0])
  await decide(desk, placeId, a.id, b.id, 'undecided')
  expect((await desk.fetch(receptionRoutes.person, { params: { placeId, personId: b.id } })).merged).toMatchObject([{ id: c.id }])
  expect((await countOf(desk, placeId))[1]).toBe(1)
  await decide(desk, placeId, a.id, b.id, 'different')
  expect((await countOf(desk, placeId))[1]).toBe(0)
  expect((await decide(desk, placeId, a.id, a.id, 'same')).body).toMatchObject({ code: 'reception.notTwo' })
})

test('two desks that decide a pair at once in both directions keep one of the two', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const same = { name: '鈴木 一郎', birthYear: 1970 }
  const [a, b] = [guest(same), guest(same)]
  await receive(desk, placeId, [a, b])
  await Promise.all([decide(desk, placeId, a.id, b.id, 'same'), decide(desk, placeId, b.id, a.id, 'same')])
  expect(await countOf(desk, placeId)).toEqual([1, 0])
})

test('a member who is received is safe in an open roll-call and asked no more, and an undone reception withdraws it', async () => {
  const { noroshi, gen, desk, placeId, aiko, ben } = await startShelter()
  await using _server = noroshi
  const form = { template: 'earthquake', title: 'Are you safe?', isUrgent: true, isDrill: false } as const
  const audience = { kind: 'everyone' } as const
  const { id } = await gen.fetch(rollCallRoutes.ask, { body: { ...form, audience, clientId: randomUUID() } })
  const phone = await aiko.openSocket()
  const person = member(aiko.id)
  await receive(desk, placeId, [person, member(ben.id)])
  const read = async (caller: Caller) => caller.fetch(rollCallRoutes.get, { params: { id } })
  expect((await read(gen)).counts).toMatchObject({ safe: 2, reached: 2, seen: 2 })
  expect((await read(aiko)).viewer.answer).toMatchObject({ state: 'safe', source: 'desk', place: '若葉小学校' })
  expect(await phone.next('roll-call:answered')).toMatchObject({ rollCallId: id, viewer: { answer: { source: 'desk' } } })
  noroshi.clock.advance({ minutes: 6 })
  await repeatDueRollCalls(noroshi.deps)
  await phone.settle()
  expect(phone.payloadsOf('roll-call:repeat')).toEqual([])
  await desk.fetch(receptionRoutes.undoStay, { params: { placeId, stayId: person.stayId } })
  expect((await read(gen)).counts).toMatchObject({ safe: 1 })
  expect((await read(aiko)).viewer.answer).toBeNull()
  noroshi.clock.advance({ minutes: 10 })
  await repeatDueRollCalls(noroshi.deps)
  expect(await phone.next('roll-call:repeat')).toEqual({ rollCallIds: [id] })
})

test('a later answer of the person stays when an older reception arrives, and without a roll-call the ledger has the entry', async () => {
  const { noroshi, gen, desk, placeId, aiko, ben } = await startShelter()
  await using _server = noroshi
  await receive(desk, placeId, [member(ben.id)])
  const rows = await noroshi.db.selectFrom('person_states').select(['person_id', 'source', 'roll_call_id']).execute()
  expect(rows).toEqual([{ person_id: ben.id, source: 'desk', roll_call_id: null }])
  const form = { template: 'flood', title: 'Are you safe?', isUrgent: false, isDrill: false } as const
  const audience = { kind: 'everyone' } as const
  const { id } = await gen.fetch(rollCallRoutes.ask, { body: { ...form, audience, clientId: randomUUID() } })
  noroshi.clock.advance({ minutes: 30 })
  const body = { state: 'injured', clientId: randomUUID() } as const
  await aiko.fetch(rollCallRoutes.answer, { params: { id }, body })
  const person = member(aiko.id)
  await receive(desk, placeId, [person], { ageMs: 10 * 60_000 })
  expect((await aiko.fetch(rollCallRoutes.get, { params: { id } })).counts).toMatchObject({ injured: 1, safe: 0 })
  await desk.fetch(receptionRoutes.undoStay, { params: { placeId, stayId: person.stayId } })
  expect((await aiko.fetch(rollCallRoutes.get, { params: { id } })).counts).toMatchObject({ injured: 1, safe: 0 })
})

test('a reception that a desk sends late answers no roll-call that was asked after it', async () => {
  const { noroshi, gen, desk, placeId, aiko, ben } = await startShelter()
  await using _server = noroshi
  const form = { template: 'flood', title: 'Are you safe?', isUrgent: false, isDrill: false } as const
  const audience = { kind: 'everyone' } as const
  const ask = () => gen.fetch(rollCallRoutes.ask, { body: { ...form, audience, isSeparate: true, clientId: randomUUID() } })
  const read = ({ id }: { readonly id: string }) => gen.fetch(rollCallRoutes.get, { params: { id } })
  const before = await ask()
  noroshi.clock.advance({ minutes: 60 })
  const after = await ask()
  noroshi.clock.advance({ minutes: 30 })
  const late = member(aiko.id)
  await receive(desk, placeId, [late], { ageMs: 45 * 60_000 })
  expect((await read(before)).counts).toMatchObject({ safe: 1 })
  expect((await read(after)).counts).toMatchObject({ safe: 0, reached: 0 })
  await receive(desk, placeId, [member(ben.id)], { ageMs: 105 * 60_000 })
  const rows = await noroshi.db.selectFrom('person_states').select(['person_id', 'roll_call_id']).orderBy('id').execute()
  expect(rows).toEqual([
    { person_id: aiko.id, roll_call_id: before.id },
    { person_id: ben.id, roll_call_id: null },
  ])
  await desk.fetch(receptionRoutes.undoStay, { params: { placeId, stayId: late.stayId } })
  expect((await read(before)).counts).toMatchObject({ safe: 0 })
})

test('a manager removes the data of a person, and 90 days after the end those of all; the numbers stay', async () => {
  const { noroshi, gen, desk, placeId, aiko } = await startShelter()
  await using _server = noroshi
  const details = { name: 'canary', address: 'canary', needsNote: 'canary', birthYear: 1947, sex: 'female' } as const
  const [first, second] = [guest(details), guest(details)]
  await aiko.fetch(dependantRoutes.setDetails, { body: { birthYear: 1990, needs: [], needsNote: '', mayBeFound: true } })
  await receive(desk, placeId, [first, second, member(aiko.id)], { mode: 'elsewhere', whereabouts: 'canary' })
  const before = (await desk.fetch(receptionRoutes.headcount, { params: { placeId } })).now.elsewhere
  await desk.fetch(receptionRoutes.forget, { params: { placeId, personId: first.id } })
  const stored = async () =>
    JSON.stringify([
      await noroshi.db.selectFrom('registered_people').selectAll().execute(),
      await noroshi.db.selectFrom('stays').selectAll().execute(),
    ])
  expect((await stored()).split('canary')).toHaveLength(8)
  await gen.fetch(placeRoutes.update, { params: { id: placeId }, body: { state: 'closed' } })
  expect(await clean(noroshi)).toBe(0)
  noroshi.clock.advance({ hours: 89 * 24 })
  expect(await clean(noroshi)).toBe(0)
  await desk.fetch(receptionRoutes.mine) // keeps the session
  noroshi.clock.advance({ hours: 48 })
  expect(await clean(noroshi)).toBe(2)
  expect(await stored()).not.toContain('canary')
  expect(await stored()).not.toContain(aiko.id)
  const after = (await desk.fetch(receptionRoutes.headcount, { params: { placeId } })).now.elsewhere
  expect(after).toEqual(before)
})

test('what a reception said outside of roll-calls is removed with the people, also of those who are sent after the end', async () => {
  const { noroshi, gen, desk, placeId, aiko } = await startShelter()
  await using _server = noroshi
  await receive(desk, placeId, [member(aiko.id)])
  await gen.fetch(placeRoutes.update, { params: { id: placeId }, body: { state: 'closed' } })
  await clean(noroshi)
  for (const hours of [60 * 24, 31 * 24]) {
    noroshi.clock.advance({ hours })
    await desk.fetch(receptionRoutes.mine) // keeps the session
  }
  expect(await clean(noroshi)).toBe(1)
  expect(await noroshi.db.selectFrom('person_states').selectAll().execute()).toEqual([])
  expect((await receive(desk, placeId, [guest({ name: 'canary' })], { ageMs: 60_000 })).status).toBe(201)
  expect(await clean(noroshi)).toBe(1)
  expect(JSON.stringify(await noroshi.db.selectFrom('registered_people').selectAll().execute())).not.toContain('canary')
})

test('the deletion of an account leaves the age group of its rows, and the next cleanup removes where they stayed', async () => {
  const { noroshi, desk, placeId, aiko } = await startShelter()
  await using _server = noroshi
  await setPasswords(noroshi)
  await receive(desk, placeId, [{ ...member(aiko.id), birthYear: 1947 }], { mode: 'elsewhere', whereabouts: 'canary' })
  const before = (await desk.fetch(receptionRoutes.headcount, { params: { placeId } })).now.elsewhere
  const body = { currentPassword: PASSWORD, deletesMessages: false }
  expect((await aiko.request(personalDataRoutes.delete, { body })).status).toBe(200)
  await continueDeletions(noroshi.deps)
  await clean(noroshi)
  const { birth_year } = await noroshi.db.selectFrom('registered_people').select('birth_year').executeTakeFirstOrThrow()
  expect(birth_year).not.toBe(1947)
  expect((await desk.fetch(receptionRoutes.headcount, { params: { placeId } })).now.elsewhere).toEqual(before)
  expect(await noroshi.db.selectFrom('stays').select('whereabouts').execute()).toEqual([{ whereabouts: '' }])
})

test('a shelter that opens again within 90 days keeps its register', async () => {
  const { noroshi, gen, desk, placeId } = await startShelter()
  await using _server = noroshi
  await receive(desk, placeId, [guest({})])
  const setState = (state: 'open' | 'closed') => gen.fetch(placeRoutes.update, { params: { id: placeId }, body: { state } })
  await setState('closed')
  await clean(noroshi)
  noroshi.clock.advance({ hours: 80 * 24 })
  await setState('open')
  await clean(noroshi)
  await setState('closed')
  await clean(noroshi)
  noroshi.clock.advance({ hours: 80 * 24 })
  expect(await clean(noroshi)).toBe(0)
})
