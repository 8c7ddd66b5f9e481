import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { PASSWORD, setPasswords } from '#/testing/access/request-values.ts'
import { answer, ask, askRequest, read } from '#/testing/scenes/roll-calls.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { PROXIES_MAX } from './answer.service.ts'
import { repeatDueRollCalls } from './roll-calls.service.ts'

async function start(): Promise<{ noroshi: TestServer; gen: TestUser; aiko: TestUser; ben: TestUser }> {
  const noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  return { noroshi, gen: await noroshi.admin('Gen'), aiko, ben }
}

test('a person changes an answer and keeps its history; an older one that waited on a device replaces nothing', async () => {
  const { noroshi, gen, aiko } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  await answer(aiko, id, 'safe')
  noroshi.clock.advance({ minutes: 10 })
  await answer(aiko, id, 'injured', { note: 'my hand' })
  await answer(aiko, id, 'needHelp', { ageMs: 5 * 60_000 })
  const { counts, viewer } = await read(aiko, id)
  expect(viewer.answer).toMatchObject({ state: 'injured', note: 'my hand', source: 'self' })
  expect(counts).toMatchObject({ safe: 0, injured: 1, needHelp: 0 })
  const { items } = await gen.fetch(rollCallRoutes.history, { params: { id, personId: aiko.id } })
  expect(items.map(({ state }) => state)).toEqual(['injured', 'needHelp', 'safe'])
  await answer(aiko, id, 'safe', { isSpoken: true })
  expect((await read(aiko, id)).viewer.answer).toMatchObject({ state: 'safe', source: 'voice', answeredBy: { id: aiko.id } })
})

test('a repeated answer changes nothing, also many at once, and the same id with another answer is refused', async () => {
  const { noroshi, gen, aiko } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  const clientId = randomUUID()
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await answer(aiko, id, 'safe', { clientId })).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await answer(aiko, id, 'injured', { clientId })).status).toBe(409)
  expect((await read(gen, id)).counts).toMatchObject({ safe: 1, injured: 0 })
  const { items } = await gen.fetch(rollCallRoutes.people, { params: { id }, query: { filter: 'safe' } })
  expect(items).toMatchObject([{ answerCount: 1, person: { id: aiko.id } }])
})

test('an answer without details keeps what the person said before, and an empty one removes it', async () => {
  const { noroshi, gen, aiko, ben } = await start()
  await using _server = noroshi
  const { id } = await ask(gen, { questions: [{ kind: 'text', text: 'What do you need?' }] })
  const location = { latitude: 35.1, longitude: 139.2, accuracy: 12 }
  await answer(aiko, id, 'safe', { note: 'at the school', location, replies: ['water'] })
  await answer(aiko, id, 'injured')
  expect((await read(aiko, id)).viewer.answer).toMatchObject({
    state: 'injured',
    note: 'at the school',
    location,
    replies: ['water'],
  })
  await answer(ben, id, 'safe', { personId: aiko.id })
  expect((await read(aiko, id)).viewer.answer).toMatchObject({ source: 'proxy', note: '', location: null })
  await answer(aiko, id, 'safe', { note: '' })
  expect((await read(aiko, id)).viewer.answer).toMatchObject({ state: 'safe', note: '', location, replies: ['water'] })
})

test('a person who opens a repeated question again ends its alarm on all devices', async () => {
  const { noroshi, gen, aiko } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  await aiko.fetch(rollCallRoutes.markSeen, { params: { id } })
  noroshi.clock.advance({ minutes: 6 })
  await repeatDueRollCalls(noroshi.deps)
  const phone = await aiko.openSocket()
  const { viewer } = await aiko.fetch(rollCallRoutes.markSeen, { params: { id } })
  expect(await phone.next('roll-call:answered')).toMatchObject({ viewer: { seenAt: viewer.seenAt, answer: null } })
  const { items } = await gen.fetch(rollCallRoutes.people, { params: { id }, query: { filter: 'silent' } })
  const first = items.find(({ person }) => person.id === aiko.id)?.seenAt
  expect(Date.parse(viewer.seenAt ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(6 * 60_000)
  expect((await read(gen, id)).counts.seen).toBe(1)
})

test('people for whom others answered count as reached, and the list of people is ordered by name', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [, ben, aiko] = await noroshi.people('Yuki', 'ben', 'Aiko')
  const { id } = await ask(gen)
  await answer(ben, id, 'safe', { personId: aiko.id })
  expect((await read(gen, id)).counts).toMatchObject({ asked: 4, reached: 1, seen: 1, safe: 1 })
  await aiko.fetch(rollCallRoutes.markSeen, { params: { id } })
  await answer(aiko, id, 'safe')
  expect((await read(gen, id)).counts).toMatchObject({ reached: 1, seen: 1, safe: 1 })
  const namesAfter = async (cursor?: string) =>
    (await gen.fetch(rollCallRoutes.people, { params: { id }, query: { ...(cursor !== undefined && { cursor }) } })).items.map(
      ({ person }) => person.firstName,
    )
  expect(await namesAfter()).toEqual(['Aiko', 'ben', 'Gen', 'Yuki'])
  expect(await namesAfter(ben.id)).toEqual(['Gen', 'Yuki'])
})

test('a member answers for as many people as a household has, and a keeper for all', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  const others = await noroshi.people(...Array.from({ length: PROXIES_MAX + 1 }, (_, index) => `Person ${index}`))
  const { id } = await ask(gen)
  const statuses = await Promise.all(
    others.map(async ({ id: personId }) => (await answer(aiko, id, 'safe', { personId })).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(PROXIES_MAX)
  const refused = others[statuses.indexOf(409)]?.id ?? ''
  expect((await answer(aiko, id, 'safe', { personId: refused })).body).toMatchObject({ code: 'rollCall.tooManyProxies' })
  expect((await answer(gen, id, 'safe', { personId: refused })).status).toBe(200)
})

test('one member cannot use up the answers about another person', async () => {
  const { noroshi, gen, aiko, ben } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  const replies = await Promise.all(Array.from({ length: 30 }, () => answer(aiko, id, 'safe', { personId: ben.id })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
  expect((await answer(aiko, id, 'safe', { personId: ben.id })).body).toMatchObject({ code: 'rollCall.tooManyAnswers' })
  expect((await answer(gen, id, 'safe', { personId: ben.id })).status).toBe(200)
  expect((await answer(ben, id, 'injured')).status).toBe(200)
})

test('a person with a deleted account stays in the numbers, with the state alone', async () => {
  const { noroshi, gen, aiko } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  await answer(aiko, id, 'safe', { note: 'canary-of-the-note' })
  await setPasswords(noroshi)
  await gen.fetch(personalDataRoutes.deleteOf, {
    params: { id: aiko.id },
    body: { currentPassword: PASSWORD, deletesMessages: false },
  })
  const { items } = await gen.fetch(rollCallRoutes.people, { params: { id }, query: { filter: 'safe' } })
  expect(items).toMatchObject([{ state: 'safe', answer: null }])
  expect(JSON.stringify(items)).not.toMatch(/Aiko|canary/)
})

test('a member answers for another one by name of the sayer, and never over a later answer of that person', async () => {
  const { noroshi, gen, aiko, ben } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  await answer(aiko, id, 'safe', { personId: ben.id })
  expect((await read(ben, id)).viewer.answer).toMatchObject({ state: 'safe', source: 'proxy', answeredBy: { id: aiko.id } })
  noroshi.clock.advance({ minutes: 5 })
  await answer(ben, id, 'injured')
  await answer(aiko, id, 'safe', { personId: ben.id, ageMs: 60_000 })
  expect((await read(ben, id)).viewer.answer).toMatchObject({ state: 'injured', source: 'self' })
  expect((await answer(aiko, id, 'safe', { personId: randomUUID() })).body).toMatchObject({ code: 'rollCall.notAsked' })
})

test('own questions accept only replies of their kind', async () => {
  const { noroshi, gen, aiko } = await start()
  await using _server = noroshi
  const questions = [
    { kind: 'choice' as const, text: 'Where are you?', options: ['Home', 'School'] },
    { kind: 'number' as const, text: 'How many are with you?' },
    { kind: 'text' as const, text: 'What do you need?' },
  ]
  const { id } = await ask(gen, { questions })
  for (const replies of [['Office'], [null, 'two'], [null, null, 3], ['Home', 1, 'water', 'more']])
    expect((await answer(aiko, id, 'safe', { replies })).body).toMatchObject({ code: 'rollCall.notAnOption' })
  expect((await answer(aiko, id, 'safe', { replies: ['School', 2, ''] })).status).toBe(200)
  expect((await read(aiko, id)).viewer.answer?.replies).toEqual(['School', 2, null])
  const six = Array.from({ length: 6 }, () => ({ kind: 'number' as const, text: 'How many?' }))
  expect((await askRequest(gen, { questions: six })).status).toBe(400)
})
