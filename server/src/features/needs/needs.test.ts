import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { NEEDS_A_DAY_MAX, needRoutes, NEEDS_MAX, NEEDS_OF_USER_MAX } from '@noroshi/contract/needs/needs.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { askAboutExpired } from './needs.service.ts'

const blankets = { kind: 'need', subject: 'things', title: '毛布', amount: '20枚', isUrgent: true } as const
const HOUR = 3_600_000

const add = (caller: Caller, body: Record<string, unknown> = blankets) => caller.fetch(needRoutes.create, { body })
const list = async (caller: Caller) => (await caller.fetch(needRoutes.list)).items
const on = (caller: Caller, route: 'claim' | 'release' | 'finish' | 'prolong' | 'remove', id: string) =>
  caller.request(needRoutes[route], { params: { id } })

test('all signed-in users see an entry at once, and one of them takes care of it until it is done', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  const phone = await ben.openSocket()
  const need = await add(aiko)
  expect(need).toMatchObject({ ...blankets, note: '', place: null, claimedBy: null, doneAt: null, version: 1 })
  expect(await phone.next('needs:updated')).toEqual(need)
  const claims = await Promise.all([ben, chika].map((person) => on(person, 'claim', need.id)))
  expect(claims.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [winner, loser] = claims[0]?.status === 200 ? [ben, chika] : [chika, ben]
  expect((await list(aiko))[0]).toMatchObject({ claimedBy: { id: winner.id }, version: 2 })
  expect((await on(winner, 'claim', need.id)).body).toMatchObject({ version: 2 }) // a repetition
  expect((await on(aiko, 'claim', need.id)).body).toMatchObject({ code: 'need.own' })
  expect((await on(loser, 'release', need.id)).status).toBe(403)
  expect((await on(winner, 'release', need.id)).body).toMatchObject({ claimedBy: null, version: 3 })
  expect((await on(loser, 'claim', need.id)).status).toBe(200)
  expect((await on(winner, 'finish', need.id)).status).toBe(403)
  const done = await on(loser, 'finish', need.id)
  expect(done.body).toMatchObject({ claimedBy: { id: loser.id }, version: 5 })
  for (const route of ['claim', 'release', 'prolong'] as const)
    expect((await on(aiko, route, need.id)).body).toMatchObject({ code: 'need.done' })
  expect((await on(aiko, 'finish', need.id)).body).toMatchObject({ version: 5 })
  expect(await on(aiko, 'remove', need.id)).toMatchObject({ status: 200, body: { version: 6 } })
  await phone.settle()
  expect(phone.payloadsOf('needs:removed')).toEqual([{ id: need.id, version: 6 }])
  expect((await on(aiko, 'remove', need.id)).status).toBe(404)
})

test('an entry leaves the board after 48 hours, unless its owner says that it still holds', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const need = await add(aiko)
  const phones = [await aiko.openSocket(), await ben.openSocket()]
  /** Runs the job at two processes at once. Returns how often Aiko was asked about the entry; Ben never is. */
  const countQuestions = async () => {
    await Promise.all([askAboutExpired(noroshi.deps), askAboutExpired(noroshi.deps)])
    for (const phone of phones) await phone.settle()
    const [own, other] = phones.map((phone) => phone.payloadsOf('needs:expired'))
    expect(other).toEqual([])
    for (const question of own ?? []) expect(question).toEqual({ ids: [need.id] })
    return own?.length
  }
  noroshi.clock.advance({ hours: 47 })
  expect(await countQuestions()).toBe(0)
  noroshi.clock.advance({ hours: 1 })
  expect(await countQuestions()).toBe(1)
  expect(await countQuestions()).toBe(1) // once
  expect(await list(ben)).toEqual([])
  expect(await list(aiko)).toMatchObject([{ id: need.id }])
  expect(await list(gen)).toMatchObject([{ id: need.id }])
  expect((await on(ben, 'prolong', need.id)).status).toBe(403)
  expect((await on(aiko, 'prolong', need.id)).status).toBe(200)
  expect(await list(ben)).toMatchObject([{ id: need.id, version: 2 }])
  expect(await countQuestions()).toBe(1)
  noroshi.clock.advance({ hours: 48 })
  expect(await countQuestions()).toBe(2)
  await on(aiko, 'finish', need.id)
  noroshi.clock.advance({ hours: 23 })
  expect(await list(ben)).toHaveLength(1)
  noroshi.clock.advance({ hours: 2 })
  expect(await list(aiko)).toEqual([])
})

test('the owner and administrators change an entry, which may name a place', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const school = { kind: 'shelter', name: '若葉小学校', latitude: 38.26, longitude: 140.87 }
  const { id: placeId } = await gen.fetch(placeRoutes.create, { body: school })
  const need = await add(aiko, { ...blankets, placeId, whereabouts: '体育館' })
  expect(need.place).toEqual({ id: placeId, name: '若葉小学校' })
  const change = (caller: Caller, body: Record<string, unknown>) =>
    caller.request(needRoutes.update, { params: { id: need.id }, body })
  expect((await change(ben, { amount: '1' })).status).toBe(403)
  await Promise.all([change(aiko, { amount: '10枚' }), change(gen, { isUrgent: false }), change(aiko, { note: '大人用' })])
  expect(await list(ben)).toMatchObject([{ amount: '10枚', isUrgent: false, note: '大人用', version: 4 }])
  expect((await change(aiko, { placeId: randomUUID() })).body).toMatchObject({ code: 'place.notFound' })
  await gen.fetch(placeRoutes.remove, { params: { id: placeId } })
  expect(await list(ben)).toMatchObject([{ place: null, whereabouts: '体育館' }])
})

test('a wrong field is refused in the language of the caller, and a repeated id adds one entry', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const wrong = [
    [{ kind: 'wish' }, 'kind'],
    [{ subject: null }, 'subject'],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(81) }, 'title'],
    [{ amount: 'x'.repeat(101) }, 'amount'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ isUrgent: 'yes' }, 'isUrgent'],
    [{ placeId: '1' }, 'placeId'],
    [{ whereabouts: 'a\nb' }, 'whereabouts'],
  ] as const
  for (const [fields, path] of wrong) {
    const reply = await aiko.request(needRoutes.create, { body: { ...blankets, ...fields } })
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  }
  const ja = await aiko.request(needRoutes.create, { body: { ...blankets, title: '' }, headers: { 'accept-language': 'ja' } })
  expect(ja.body).toMatchObject({ issues: [{ message: '品名・内容を入力してください' }] })
  const clientId = randomUUID()
  const sent = await Promise.all([1, 2, 3].map(() => aiko.request(needRoutes.create, { body: { ...blankets, clientId } })))
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
  expect(await list(aiko)).toHaveLength(1)
  const other = await aiko.request(needRoutes.create, { body: { ...blankets, title: 'Water', clientId } })
  expect(other.body).toMatchObject({ code: 'conflict' })
})

test('a user has at most 30 open entries, and the board at most 2,000, also with additions at once', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const at = new Date()
  const row = (owner_id: string) => ({
    id: randomUUID(),
    owner_id,
    kind: 'need',
    subject: 'things',
    title: 'Water',
    amount: '',
    note: '',
    is_urgent: false,
    whereabouts: '',
    expires_at: new Date(at.getTime() + HOUR),
    created_at: at,
    updated_at: at,
  })
  const fill = (owner: { id: string }, count: number) =>
    noroshi.db
      .insertInto('needs')
      .values(Array.from({ length: count }, () => row(owner.id)))
      .execute()
  const twice = async (caller: Caller) => {
    const replies = await Promise.all([1, 2].map(() => caller.request(needRoutes.create, { body: blankets })))
    return replies.toSorted((a, b) => a.status - b.status)
  }
  await fill(aiko, NEEDS_OF_USER_MAX - 1)
  expect(await twice(aiko)).toMatchObject([{ status: 201 }, { status: 409, body: { code: 'need.tooMany' } }])
  await noroshi.db.deleteFrom('needs').execute()
  await fill(aiko, NEEDS_MAX - 1)
  expect(await twice(ben)).toMatchObject([{ status: 201 }, { status: 409, body: { code: 'need.full' } }])
})

test('a user adds at most 100 entries a day, also of those that are done, and expired ones leave room on the board', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  for (let added = 0; added < NEEDS_A_DAY_MAX; added++) {
    if (added % 15 === 0) noroshi.clock.advance({ minutes: 1 })
    const { id } = await add(aiko)
    await on(aiko, 'finish', id)
  }
  noroshi.clock.advance({ minutes: 1 })
  const refused = await aiko.request(needRoutes.create, { body: blankets })
  expect(refused).toMatchObject({ status: 429, body: { code: 'need.tooManyToday' } })
  await noroshi.db
    .updateTable('needs')
    .set({ done_at: null, expires_at: new Date(0) })
    .execute()
  await add(ben)
  expect(await list(ben)).toHaveLength(1)
})
