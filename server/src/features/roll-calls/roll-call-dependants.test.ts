import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { answer, ask, read, silentOf } from '#/testing/scenes/roll-calls.ts'
import { receive, startShelter } from '#/testing/scenes/shelters.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'
import { repeatDueRollCalls } from './roll-calls.service.ts'

const addDependant = async (guardian: TestUser, name: string, kind: 'child' | 'elderly' | 'pet' = 'child') =>
  (await guardian.fetch(dependantRoutes.create, { body: { kind, name } })).id

const people = async (keeper: TestUser, id: string, query: Record<string, string> = {}) =>
  (await keeper.fetch(rollCallRoutes.people, { params: { id }, query })).items

test('dependants are asked through their guardian, and the tally counts each person once, without pets', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const sora = await addDependant(aiko, 'Sora')
  const mother = await addDependant(aiko, 'Mother', 'elderly')
  await addDependant(aiko, 'Rex', 'pet')
  const asked = await aiko.openSocket()
  const { id, counts } = await ask(gen)
  await asked.next('roll-call:asked')
  for (const dependantId of [sora, mother])
    expect(await asked.next('roll-call:dependant')).toMatchObject({ dependant: { id: dependantId, answer: null } })
  expect(counts).toMatchObject({ asked: 5, safe: 0 })
  const { viewer } = await read(aiko, id)
  expect(viewer.dependants).toMatchObject([
    { id: sora, kind: 'child', name: 'Sora', answer: null },
    { id: mother, kind: 'elderly', name: 'Mother', answer: null },
  ])
  expect((await read(ben, id)).viewer.dependants).toBeUndefined()
  const phone = await aiko.openSocket()
  expect((await answer(aiko, id, 'safe', { personId: sora })).status).toBe(200)
  const told = await phone.next('roll-call:dependant')
  expect(told).toMatchObject({ rollCallId: id, dependant: { id: sora, answer: { state: 'safe', source: 'proxy' } } })
  expect((await read(gen, id)).counts).toMatchObject({ asked: 5, reached: 1, seen: 1, safe: 1, injured: 0, needHelp: 0 })
  await answer(aiko, id, 'injured')
  await answer(aiko, id, 'needHelp', { personId: sora })
  expect((await read(gen, id)).counts).toMatchObject({ asked: 5, reached: 3, seen: 3, safe: 0, injured: 1, needHelp: 1 })
  expect(await silentOf(gen, id)).toEqual(['Ben', 'Gen', 'Mother'])
  expect((await read(aiko, id)).viewer).toMatchObject({ answer: { state: 'injured' } })
  const [child] = await people(gen, id, { filter: 'needHelp' })
  expect(child).toMatchObject({
    person: { id: sora, firstName: 'Sora' },
    dependant: { kind: 'child', guardian: { id: aiko.id } },
    answerCount: 2,
  })
  const history = await gen.fetch(rollCallRoutes.history, { params: { id, personId: sora } })
  expect(history.items.map(({ state }) => state)).toEqual(['needHelp', 'safe'])
  const own = await gen.fetch(rollCallRoutes.history, { params: { id, personId: aiko.id } })
  expect(own.items.map(({ state }) => state)).toEqual(['injured'])
})

test('only the guardian and keepers answer for a dependant, once for each client id, and no link is made', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const sora = await addDependant(aiko, 'Sora')
  const { id } = await ask(gen)
  expect((await answer(ben, id, 'safe', { personId: sora })).body).toMatchObject({ code: 'rollCall.notAsked' })
  const clientId = randomUUID()
  const replies = await Promise.all([1, 2, 3].map(() => answer(aiko, id, 'safe', { personId: sora, clientId })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await answer(aiko, id, 'safe', { clientId })).body).toMatchObject({ code: 'conflict' })
  expect((await read(gen, id)).counts).toMatchObject({ safe: 1 })
  expect((await answer(gen, id, 'injured', { personId: sora })).status).toBe(200)
  expect((await read(gen, id)).counts).toMatchObject({ safe: 0, injured: 1 })
  const link = await gen.request(rollCallRoutes.createLink, { params: { id, personId: sora } })
  expect(link.body).toMatchObject({ code: 'rollCall.notAsked' })
  await aiko.fetch(dependantRoutes.remove, { params: { id: sora } })
  expect((await answer(aiko, id, 'safe', { personId: sora })).status).toBe(200)
  expect((await read(gen, id)).counts).toMatchObject({ asked: 4, safe: 1, injured: 0 })
})

test('reminders reach the guardian while a dependant is silent, and opening the question marks both', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const sora = await addDependant(aiko, 'Sora')
  const { id } = await ask(gen)
  await aiko.fetch(rollCallRoutes.markSeen, { params: { id } })
  expect((await read(gen, id)).counts).toMatchObject({ reached: 2, seen: 2 })
  for (const person of [aiko, ben, gen]) await answer(person, id, 'safe')
  const { viewer } = await read(aiko, id)
  const [phone, other] = [await aiko.openSocket(), await ben.openSocket()]
  noroshi.clock.advance({ minutes: 5 })
  await repeatDueRollCalls(noroshi.deps)
  await phone.next('roll-call:repeat')
  // Opening it again ends its alarm.
  const seen = await aiko.fetch(rollCallRoutes.markSeen, { params: { id } })
  expect(seen.viewer.seenAt).not.toBe(viewer.seenAt)
  await answer(aiko, id, 'safe', { personId: sora })
  noroshi.clock.advance({ minutes: 10 })
  await repeatDueRollCalls(noroshi.deps)
  await phone.settle()
  await other.settle()
  expect(phone.payloadsOf('roll-call:repeat')).toHaveLength(1)
  expect(other.payloadsOf('roll-call:repeat')).toEqual([])
})

test('a dependant who is received at a shelter is safe, until the reception is undone', async () => {
  const { noroshi, gen, desk, aiko, placeId } = await startShelter()
  await using _server = noroshi
  const sora = await addDependant(aiko, 'Sora')
  const { id } = await ask(gen)
  await answer(aiko, id, 'injured', { personId: sora })
  noroshi.clock.advance({ minutes: 1 })
  const stayId = randomUUID()
  await receive(desk, placeId, [{ kind: 'dependant', id: randomUUID(), stayId, dependantId: sora }])
  expect((await read(gen, id)).counts).toMatchObject({ safe: 1, injured: 0 })
  expect((await read(aiko, id)).viewer).toMatchObject({
    answer: null,
    dependants: [{ answer: { source: 'desk', state: 'safe' } }],
  })
  await desk.fetch(receptionRoutes.undoStay, { params: { placeId, stayId } })
  expect((await read(gen, id)).counts).toMatchObject({ safe: 0, injured: 1 })
  expect((await read(aiko, id)).viewer.dependants).toMatchObject([{ answer: { source: 'proxy', state: 'injured' } }])
})

test('an undone reception is not counted as reached and seen, for users and dependants, and the next answer counts once', async () => {
  const { noroshi, gen, desk, aiko, ben, placeId } = await startShelter()
  await using _server = noroshi
  const sora = await addDependant(aiko, 'Sora')
  const { id } = await ask(gen)
  await ben.fetch(rollCallRoutes.markSeen, { params: { id } })
  const people = [
    { kind: 'dependant' as const, dependantId: sora },
    { kind: 'member' as const, userId: aiko.id },
    { kind: 'member' as const, userId: ben.id },
  ].map((person) => ({ ...person, id: randomUUID(), stayId: randomUUID() }))
  for (const _ of [1, 2]) {
    for (const person of people) person.stayId = randomUUID()
    await receive(desk, placeId, people)
    expect((await read(gen, id)).counts).toMatchObject({ safe: 3, reached: 3, seen: 3 })
    for (const { stayId } of people) await desk.fetch(receptionRoutes.undoStay, { params: { placeId, stayId } })
    expect((await read(gen, id)).counts).toMatchObject({ safe: 0, reached: 1, seen: 1 })
  }
  await answer(aiko, id, 'safe')
  await answer(aiko, id, 'safe', { personId: sora })
  expect((await read(gen, id)).counts).toMatchObject({ safe: 2, reached: 3, seen: 3 })
})

test('answers about users and dependants that arrive at once are each counted once', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const guardians = await noroshi.people(...Array.from({ length: 8 }, (_, at) => `Guardian${at}`))
  const dependants = await Promise.all(
    guardians.map(async (guardian) => [guardian, await addDependant(guardian, 'Sora')] as const),
  )
  const { id } = await ask(gen)
  const sent = dependants.flatMap(([guardian, personId], at) => [
    answer(guardian, id, at % 2 === 0 ? 'safe' : 'injured'),
    answer(guardian, id, 'safe', { personId }),
    answer(guardian, id, 'needHelp', { personId }),
    guardian.fetch(rollCallRoutes.markSeen, { params: { id } }),
  ])
  await Promise.all(sent)
  const { counts } = await read(gen, id)
  expect(counts).toMatchObject({ asked: 17, reached: 16, seen: 16 })
  expect(counts.safe + counts.injured + counts.needHelp).toBe(16)
  for (const state of ['safe', 'injured', 'needHelp'] as const)
    expect(await people(gen, id, { filter: state })).toHaveLength(counts[state])
  expect(await people(gen, id)).toHaveLength(17)
})
