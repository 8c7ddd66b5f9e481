import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { familyRoutes, RELATIVES_MAX } from '@noroshi/contract/families/families.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { answerLinkRoutes, rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { createGroup, sendMessage, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { answer, ask, read } from '#/testing/scenes/roll-calls.ts'
import { receive, startShelter } from '#/testing/scenes/shelters.ts'
import { PASSWORD, setPasswords } from '#/testing/access/request-values.ts'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'

const familyOf = (caller: Caller) => caller.fetch(familyRoutes.own)
const invite = (caller: Caller, userId: string) => caller.request(familyRoutes.invite, { body: { userId } })
const on = (caller: Caller, route: 'accept' | 'remove', id: string) => caller.request(familyRoutes[route], { params: { id } })

/** Makes a family of two users. @returns the id of their link */
async function link(inviter: TestUser, invitee: TestUser): Promise<string> {
  await invite(inviter, invitee.id)
  const id = (await familyOf(invitee)).received[0]?.id ?? ''
  expect((await on(invitee, 'accept', id)).status).toBe(200)
  return id
}

test('two users who accept each other see the last answer: state, time and who gave it, until either ends it', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  const phone = await ben.openSocket()
  await invite(aiko, ben.id)
  await phone.next('family:changed')
  expect(await familyOf(ben)).toMatchObject({ relatives: [], received: [{ person: { id: aiko.id } }], sent: [] })
  expect(await familyOf(aiko)).toMatchObject({ relatives: [], received: [], sent: [{ person: { id: ben.id } }] })
  const { id } = await ask(gen)
  await answer(ben, id, 'injured', { note: 'canary-note', place: 'canary-place', stayingAt: 'canary-stay' })
  expect((await familyOf(aiko)).relatives).toEqual([]) // not accepted
  const linkId = (await familyOf(ben)).received[0]?.id ?? ''
  for (const person of [aiko, chika, gen]) expect((await on(person, 'accept', linkId)).status).toBe(404)
  expect((await on(chika, 'remove', linkId)).status).toBe(404)
  for (const _ of [1, 2]) expect((await on(ben, 'accept', linkId)).status).toBe(200)
  const seen = await familyOf(aiko)
  expect(seen.relatives).toMatchObject([
    { id: linkId, person: { id: ben.id }, answer: { state: 'injured', source: 'self', isDrill: false } },
  ])
  expect(JSON.stringify(seen)).not.toContain('canary')
  expect(JSON.stringify(seen)).not.toContain(id)
  await answer(gen, id, 'safe', { personId: ben.id })
  expect((await familyOf(aiko)).relatives[0]?.answer).toMatchObject({ source: 'proxy', answeredBy: { id: gen.id } })
  expect(await familyOf(chika)).toEqual({ relatives: [], received: [], sent: [], dependants: [] })
  expect((await on(ben, 'remove', linkId)).body).toMatchObject({ relatives: [] })
  expect((await familyOf(aiko)).relatives).toEqual([])
  expect((await on(ben, 'remove', linkId)).status).toBe(404)
})

test('a relative is told at once when there is an answer, and no other user is', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  await link(aiko, ben)
  const { id } = await ask(gen)
  const [phone, other] = [await aiko.openSocket(), await chika.openSocket()]
  await answer(ben, id, 'safe')
  await phone.next('family:changed')
  expect((await familyOf(aiko)).relatives[0]?.answer?.state).toBe('safe')
  await other.settle()
  expect(other.payloadsOf('family:changed')).toEqual([])
})

test('a relative is told when the only answer is withdrawn, because the reception was undone, and not when the question is opened', async () => {
  const { noroshi, gen, desk, aiko, ben, placeId } = await startShelter()
  await using _server = noroshi
  await link(aiko, ben)
  const { id } = await ask(gen)
  await ben.fetch(rollCallRoutes.markSeen, { params: { id } })
  const [stayId, phone] = [randomUUID(), await aiko.openSocket()]
  await receive(desk, placeId, [{ kind: 'member', id: randomUUID(), stayId, userId: ben.id }])
  // A consumer emits the event some time after the reception.
  await noroshi.consumers.flush()
  await phone.settle()
  const before = phone.payloadsOf('family:changed').length
  await desk.fetch(receptionRoutes.undoStay, { params: { placeId, stayId } })
  await vi.waitFor(() => expect(phone.payloadsOf('family:changed')).toHaveLength(before + 1))
  expect((await familyOf(aiko)).relatives[0]?.answer).toBeNull()
  await ben.fetch(rollCallRoutes.markSeen, { params: { id } })
  await noroshi.consumers.flush()
  await phone.settle()
  expect(phone.payloadsOf('family:changed')).toHaveLength(before + 1)
})

const answerFor = (caller: Caller, dependantId: string, state: string, clientId: string = randomUUID(), ageMs = 0) =>
  caller.request(familyRoutes.answer, { params: { id: dependantId }, body: { state, clientId, ageMs } })

test('relatives see the dependants of each other, and answer the open roll-calls for them', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  const { id: sora } = await ben.fetch(dependantRoutes.create, {
    body: { kind: 'child', name: 'Sora', needsNote: 'canary-note' },
  })
  await ben.fetch(dependantRoutes.create, { body: { kind: 'pet', name: 'canary-pet' } })
  const linkId = await link(aiko, ben)
  expect((await familyOf(aiko)).relatives[0]?.dependants).toEqual([
    { id: sora, kind: 'child', name: 'Sora', isAsked: false, answer: null },
  ])
  expect((await familyOf(ben)).dependants).toMatchObject([{ id: sora }])
  expect((await answerFor(aiko, sora, 'safe')).body).toMatchObject({ code: 'rollCall.notAsked' })
  // Aiko is asked by neither.
  const { id: groupId } = await createGroup(ben, [chika])
  const { id } = await ask(gen, { audience: { kind: 'groups', threadIds: [groupId] } })
  const { id: drillId } = await ask(gen, { audience: { kind: 'groups', threadIds: [groupId] }, isDrill: true })
  expect((await answerFor(chika, sora, 'safe')).body).toMatchObject({ code: 'dependant.notFound' })
  expect((await answerFor(aiko, randomUUID(), 'safe')).body).toMatchObject({ code: 'dependant.notFound' })
  const [clientId, phone] = [randomUUID(), await ben.openSocket()]
  const replies = await Promise.all([1, 2].map(() => answerFor(aiko, sora, 'injured', clientId)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await answerFor(aiko, sora, 'safe', clientId)).body).toMatchObject({ code: 'conflict' })
  await phone.next('family:changed')
  expect((await read(gen, id)).counts).toMatchObject({ asked: 3, injured: 1 })
  expect((await read(gen, drillId)).counts).toMatchObject({ asked: 3, injured: 0 })
  const seen = await familyOf(aiko)
  expect(seen.relatives[0]?.dependants).toMatchObject([
    { isAsked: true, answer: { state: 'injured', answeredBy: { id: aiko.id } } },
  ])
  for (const hidden of ['canary', id, drillId]) expect(JSON.stringify(seen)).not.toContain(hidden)
  expect((await aiko.request(rollCallRoutes.get, { params: { id } })).status).toBe(404)
  expect((await answerFor(ben, sora, 'safe')).status).toBe(200)
  await on(aiko, 'remove', linkId)
  expect((await answerFor(aiko, sora, 'needHelp')).body).toMatchObject({ code: 'dependant.notFound' })
  expect((await read(gen, id)).counts).toMatchObject({ safe: 1, injured: 0, needHelp: 0 })
})

test('a drill is marked as one, is answered only while no real roll-call asks, and its answer replaces no real one', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id: sora } = await ben.fetch(dependantRoutes.create, { body: { kind: 'child', name: 'Sora' } })
  await link(aiko, ben)
  const seen = async () => (await familyOf(aiko)).relatives[0]
  const drill = await ask(gen, { isDrill: true })
  expect((await seen())?.dependants).toMatchObject([{ isAsked: true, isAskedByDrill: true }])
  await answerFor(aiko, sora, 'needHelp')
  await answer(ben, drill.id, 'needHelp')
  expect(await seen()).toMatchObject({
    answer: { isDrill: true },
    dependants: [{ answer: { state: 'needHelp', isDrill: true } }],
  })
  const real = await ask(gen)
  expect((await seen())?.dependants[0]).not.toHaveProperty('isAskedByDrill')
  await answerFor(aiko, sora, 'safe')
  await answer(ben, real.id, 'safe')
  expect((await read(gen, drill.id)).counts).toMatchObject({ safe: 0, needHelp: 2 })
  expect((await read(gen, real.id)).counts).toMatchObject({ safe: 2, needHelp: 0 })
  noroshi.clock.advance({ minutes: 1 })
  await gen.fetch(rollCallRoutes.close, { params: { id: real.id }, body: {} })
  await answerFor(aiko, sora, 'injured')
  await answer(ben, drill.id, 'injured')
  expect((await read(gen, drill.id)).counts).toMatchObject({ injured: 2 })
  expect(await seen()).toMatchObject({
    answer: { state: 'safe', isDrill: false },
    dependants: [{ isAskedByDrill: true, answer: { state: 'safe', isDrill: false } }],
  })
})

test('relatives do not learn from an answer that a person is in a shelter; a guardian does of a dependant', async () => {
  const { noroshi, gen, desk, aiko, ben, placeId } = await startShelter()
  await using _server = noroshi
  const [chika] = await noroshi.people('Chika')
  const { id: sora } = await ben.fetch(dependantRoutes.create, { body: { kind: 'child', name: 'Sora' } })
  await link(aiko, ben)
  await link(aiko, chika)
  const { id } = await ask(gen)
  await receive(desk, placeId, [
    { kind: 'member', id: randomUUID(), stayId: randomUUID(), userId: ben.id },
    { kind: 'dependant', id: randomUUID(), stayId: randomUUID(), dependantId: sora },
  ])
  const created = await gen.fetch(rollCallRoutes.createLink, { params: { id, personId: chika.id } })
  const secret = created.link.split('#')[1] ?? ''
  await noroshi.visitor.fetch(answerLinkRoutes.answer, { body: { secret, state: 'safe', clientId: randomUUID() } })
  const seen = await familyOf(aiko)
  const like = { state: 'safe', source: 'proxy', answeredBy: null, answeredAt: expect.any(String) as string, isDrill: false }
  expect(seen.relatives.map((relative) => relative.answer)).toEqual([like, like])
  expect(seen.relatives[0]?.dependants[0]?.answer).toEqual(like)
  expect(JSON.stringify(seen)).not.toContain(desk.id)
  expect((await familyOf(ben)).dependants).toMatchObject([{ answer: { source: 'desk', answeredBy: { id: desk.id } } }])
})

test('an answer for a dependant that arrives late answers no roll-call that was asked after it', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const { id: sora } = await ben.fetch(dependantRoutes.create, { body: { kind: 'child', name: 'Sora' } })
  const before = await ask(gen)
  noroshi.clock.advance({ minutes: 60 })
  const after = await ask(gen, { isSeparate: true })
  noroshi.clock.advance({ minutes: 30 })
  expect((await answerFor(ben, sora, 'safe', randomUUID(), 45 * 60_000)).status).toBe(200)
  expect((await read(gen, before.id)).counts).toMatchObject({ safe: 1 })
  expect((await read(gen, after.id)).counts).toMatchObject({ safe: 0 })
  expect((await answerFor(ben, sora, 'safe', randomUUID(), 105 * 60_000)).body).toMatchObject({ code: 'rollCall.notAsked' })
})

test('two users who invite each other at once are one family, and a repetition changes nothing', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await Promise.all([invite(aiko, ben.id), invite(ben, aiko.id), invite(aiko, ben.id)])
  expect((await familyOf(aiko)).relatives).toMatchObject([{ person: { id: ben.id } }])
  expect(await familyOf(ben)).toMatchObject({ relatives: [{ person: { id: aiko.id } }], received: [], sent: [] })
  expect((await invite(aiko, ben.id)).body).toMatchObject({ relatives: [{ person: { id: ben.id } }], sent: [] })
})

test('an unknown user, the own account and a user who blocks the viewer cannot be invited', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  expect((await invite(aiko, randomUUID())).body).toMatchObject({ code: 'user.notFound' })
  expect((await invite(aiko, aiko.id)).body).toMatchObject({ code: 'family.self' })
  expect((await aiko.request(familyRoutes.invite, { body: { userId: 'ben' } })).status).toBe(400)
  const { id } = await startPersonalChat(aiko, ben)
  await sendMessage(aiko, id)
  await setAcceptance(ben, id, false)
  expect((await invite(aiko, ben.id)).body).toMatchObject({ code: 'family.isBlocked' })
})

test('a user has a bounded number of relatives and of invitations a day, also with many requests at once', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ...others] = await noroshi.people('Aiko', ...Array.from({ length: RELATIVES_MAX + 2 }, (_, at) => `P${at}`))
  const replies = await Promise.all(others.map(({ id }) => invite(aiko, id)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(RELATIVES_MAX)
  const { sent } = await familyOf(aiko)
  const [left] = others.filter(({ id }) => sent.every(({ person }) => person.id !== id))
  expect((await invite(aiko, left?.id ?? '')).body).toMatchObject({ code: 'family.tooMany' })
  expect((await invite(left ?? aiko, aiko.id)).status).toBe(200)
  const [received] = (await familyOf(aiko)).received
  expect((await on(aiko, 'accept', received?.id ?? '')).body).toMatchObject({ code: 'family.tooMany' })
  await on(aiko, 'remove', sent[0]?.id ?? '')
  await on(aiko, 'remove', sent[1]?.id ?? '')
  expect((await on(aiko, 'accept', received?.id ?? '')).status).toBe(200)
  const again = sent[0]?.person.id ?? ''
  expect((await invite(aiko, again)).body).toMatchObject({ code: 'family.tooManyToday' })
  noroshi.clock.advance({ hours: 25 })
  expect((await invite(aiko, again)).status).toBe(200)
})

test('the deletion of an account ends its families', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  await link(aiko, ben)
  await link(ben, chika)
  await setPasswords(noroshi)
  await ben.fetch(personalDataRoutes.delete, { body: { currentPassword: PASSWORD, deletesMessages: false } })
  for (const person of [aiko, chika]) expect((await familyOf(person)).relatives).toEqual([])
  expect(await noroshi.db.selectFrom('family_links').selectAll().execute()).toEqual([])
})
