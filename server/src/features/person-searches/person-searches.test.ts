import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import {
  PERSON_SEARCH_DAYS,
  PERSON_SEARCHES_A_DAY_MAX,
  type PersonSearchForm,
  personSearchRoutes,
} from '@noroshi/contract/person-searches/person-searches.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import type { Caller } from '#/testing/caller.ts'
import { sendMessage, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'
import { answerDueSearches, deleteOldSearches } from './person-searches.service.ts'

const search = (caller: Caller, form: z.input<typeof PersonSearchForm>, clientId: string = randomUUID()) =>
  caller.request(personSearchRoutes.create, { body: { ...form, clientId } })
const read = (caller: Caller) => caller.fetch(personSearchRoutes.own)
const messages = async (desk: Caller, placeId: string) =>
  (await desk.fetch(personSearchRoutes.messages, { params: { placeId } })).items
const details = (mayBeFound: boolean) => ({ birthYear: 1990, needs: [], needsNote: '', mayBeFound })
const member = (userId: string) => ({ kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId })

type Scene = Awaited<ReturnType<typeof startShelter>>

/** Asks, and answers the question once it is due. @returns the answer */
async function answerOf({ noroshi }: Scene, caller: Caller, form: z.input<typeof PersonSearchForm>) {
  expect((await search(caller, form)).status).toBe(200)
  noroshi.clock.advance({ seconds: 60 })
  await answerDueSearches(noroshi.deps)
  return (await read(caller)).searches[0]?.answer
}

/** A shelter with people for each case. */
async function startCases() {
  const scene = await startShelter()
  const { noroshi, desk, placeId } = scene
  const [member1, member2, blocker] = await noroshi.people('Chika', 'Dai', 'Emi')
  const left = guest({ name: 'Left', mayBeFound: true })
  const removed = guest({ name: 'Removed', mayBeFound: true })
  await member1.fetch(dependantRoutes.setDetails, { body: details(true) })
  await member2.fetch(dependantRoutes.setDetails, { body: details(false) })
  await blocker.fetch(dependantRoutes.setDetails, { body: details(true) })
  await receive(desk, placeId, [
    guest({ name: '佐藤 花', kana: 'サトウ ハナ', birthYear: 1950, mayBeFound: true }),
    guest({ name: 'Refusing' }),
    left,
    removed,
    member(member1.id),
    member(member2.id),
    member(blocker.id),
  ])
  await desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [left.id] } })
  await desk.fetch(receptionRoutes.forget, { params: { placeId, personId: removed.id } })
  const { id } = await startPersonalChat(scene.aiko, blocker)
  await sendMessage(scene.aiko, id)
  await setAcceptance(blocker, id, false)
  return { ...scene, chika: member1, dai: member2, emi: blocker }
}

test('a question is answered after the same time by one of two answers, for whatever reason', async () => {
  const scene = await startCases()
  await using _server = scene.noroshi
  const { aiko, noroshi } = scene
  const cases = [
    ['佐藤花', 'passedOn'],
    ['Chika', 'passedOn'],
    ['Refusing', 'cannotSay'],
    ['Left', 'cannotSay'],
    ['Removed', 'cannotSay'],
    ['Dai', 'cannotSay'],
    ['Emi', 'cannotSay'], // blocks the searcher
    ['Unknown Person', 'cannotSay'],
  ] as const
  const replies = new Set<string>()
  const statements = new Set<string>()
  const answered = new Set<string>()
  for (const [name, expected] of cases) {
    replies.add(JSON.stringify(await search(aiko, { name, message: 'Call me' })))
    noroshi.clock.advance({ seconds: 59 })
    await answerDueSearches(noroshi.deps)
    expect((await read(aiko)).searches[0]?.answer).toBeNull()
    noroshi.clock.advance({ seconds: 1 })
    statements.add(await statementsOf(() => answerDueSearches(noroshi.deps)))
    const [own] = (await read(aiko)).searches
    expect(own?.answer).toBe(expected)
    answered.add(JSON.stringify({ ...own, id: '', name: '', createdAt: '', answer: '' }))
  }
  expect([replies.size, statements.size, answered.size]).toEqual([1, 1, 1])
  expect([...statements][0]).toMatch(/^begin;[^]*WITH search AS[^]*commit$/)
})

/** Returns the statements of the transaction in which a run answers a question. */
async function statementsOf(run: () => Promise<void>): Promise<string> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await run()
  const sent = query.mock.calls.map(([first], index) => ({
    text: typeof first === 'string' ? first : String((first as { text?: string }).text),
    client: query.mock.contexts[index],
  }))
  query.mockRestore()
  const client = sent.find(({ text }) => text.includes('WITH search AS'))?.client
  expect(client).toBeDefined()
  const texts = sent.filter((one) => one.client === client).map(({ text }) => text)
  const begin = texts.findLastIndex(
    (text, index) => text === 'begin' && texts.slice(index).some((each) => each.includes('WITH search AS')),
  )
  return texts.slice(begin, texts.indexOf('commit', begin) + 1).join(';\n')
}

test('a person who is found with consent is told who asked, and the staff passes on the message to a guest', async () => {
  const scene = await startCases()
  await using _server = scene.noroshi
  const { aiko, ben, chika, desk, placeId, gen } = scene
  const phone = await chika.openSocket()
  expect(await answerOf(scene, aiko, { name: 'Chika', message: 'Call me' })).toBe('passedOn')
  await phone.next('person-searches:changed')
  expect((await read(chika)).received).toMatchObject([{ searcher: { id: aiko.id }, name: 'Chika', message: 'Call me' }])
  expect(await answerOf(scene, aiko, { name: 'Hana Sato', kana: 'さとう はな', birthYear: 1950, message: 'I am well' })).toBe(
    'passedOn',
  )
  const [message, ...more] = await messages(desk, placeId)
  expect(more).toEqual([])
  expect(message).toMatchObject({ searcher: { id: aiko.id }, name: '佐藤 花', message: 'I am well', passedOnAt: null })
  const { id = '', registeredId = '' } = message ?? {}
  const params = { placeId, id, registeredId }
  expect((await ben.request(personSearchRoutes.passOn, { params })).status).toBe(404)
  for (const _ of [1, 2]) expect((await desk.request(personSearchRoutes.passOn, { params })).status).toBe(200)
  expect((await messages(desk, placeId))[0]?.passedOnAt).not.toBeNull()
  expect((await read(ben)).searches).toEqual([])
  const { items } = await gen.fetch(auditRoutes.list, { query: {} })
  const actions = items.map(({ action }) => action)
  expect(actions.filter((action) => action === 'personSearch.asked')).toHaveLength(2)
  expect(actions).toContain('register.messagesRead')
  expect(JSON.stringify(items)).not.toContain('佐藤')
})

test('no message is taken for a person whose account is not active, or whose shelter is closed or has no staff', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { noroshi, aiko, desk, gen, placeId } = scene
  const [chika] = await noroshi.people('Chika')
  await chika.fetch(dependantRoutes.setDetails, { body: details(true) })
  await receive(desk, placeId, [member(chika.id), guest({ name: 'Hana', mayBeFound: true })])
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', chika.id).execute()
  expect(await answerOf(scene, aiko, { name: 'Chika' })).toBe('cannotSay')
  await gen.fetch(placeRoutes.update, { params: { id: placeId }, body: { state: 'closed' } })
  expect(await answerOf(scene, aiko, { name: 'Hana' })).toBe('cannotSay')
  await gen.fetch(placeRoutes.update, { params: { id: placeId }, body: { state: 'full' } })
  expect(await answerOf(scene, aiko, { name: 'Hana' })).toBe('passedOn')
  await gen.fetch(shelterStaffRoutes.remove, { params: { placeId, userId: desk.id } })
  expect(await answerOf(scene, aiko, { name: 'Hana' })).toBe('cannotSay')
})

test('the year of birth chooses among namesakes, and a wrong year is answered as a right one', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, desk, placeId } = scene
  const [older, younger, refusing, unknown] = [
    guest({ name: '佐藤 花', birthYear: 1950, mayBeFound: true }),
    guest({ name: '佐藤 花', birthYear: 1990, mayBeFound: true }),
    guest({ name: '佐藤 花', birthYear: 2010 }),
    guest({ name: 'Hana', mayBeFound: true }),
  ]
  await receive(desk, placeId, [older, younger, refusing, unknown, guest({ name: 'Kei', birthYear: 1980 })])
  const found = async (name: string, birthYear: number) => {
    expect(await answerOf(scene, aiko, { name, birthYear, message: `${name} ${birthYear}` })).toBe('passedOn')
    const received = (await messages(desk, placeId)).filter(({ message }) => message === `${name} ${birthYear}`)
    return received.map(({ registeredId }) => registeredId).toSorted()
  }
  expect(await found('佐藤 花', 1950)).toEqual([older.id])
  expect(await found('佐藤 花', 1990)).toEqual([younger.id])
  for (const year of [1951, 2010]) expect(await found('佐藤 花', year)).toEqual([older.id, younger.id].toSorted())
  for (const year of [1950, 1951]) expect(await found('Hana', year)).toEqual([unknown.id])
  for (const birthYear of [1980, 1981]) expect(await answerOf(scene, aiko, { name: 'Kei', birthYear })).toBe('cannotSay')
})

test('a question is asked once for a client id, ten times a day, and deleted after a while', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { noroshi, aiko } = scene
  const clientId = randomUUID()
  const repeated = await Promise.all([1, 2, 3].map(() => search(aiko, { name: 'Chika' }, clientId)))
  expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await search(aiko, { name: 'Dai' }, clientId)).body).toMatchObject({ code: 'conflict' })
  expect((await read(aiko)).searches).toHaveLength(1)
  const more = await Promise.all(Array.from({ length: PERSON_SEARCHES_A_DAY_MAX }, () => search(aiko, { name: 'Chika' })))
  expect(more.filter(({ status }) => status === 200)).toHaveLength(PERSON_SEARCHES_A_DAY_MAX - 4)
  expect(more.at(-1)?.body).toMatchObject({ code: 'personSearch.tooManyToday' })
  expect((await search(aiko, { name: ' ' })).status).toBe(400)
  noroshi.clock.advance({ hours: (PERSON_SEARCH_DAYS + 1) * 24 })
  await deleteOldSearches(noroshi.deps)
  expect(await noroshi.db.selectFrom('person_searches').selectAll().execute()).toEqual([])
})
