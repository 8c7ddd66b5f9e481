import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { createGroup } from '#/testing/scenes/chats.ts'
import { createAlertGroup, deactivateUser } from '#/testing/scenes/groups.ts'
import { answer, ask, askRequest, read, rollCallForm, silentOf } from '#/testing/scenes/roll-calls.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { anonymiseOldRollCalls, countOldRollCalls } from './retained-roll-calls.service.ts'
import { repeatDueRollCalls } from './roll-calls.service.ts'

async function start(): Promise<{ noroshi: TestServer; gen: TestUser; aiko: TestUser; ben: TestUser }> {
  const noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  return { noroshi, gen: await noroshi.admin('Gen'), aiko, ben }
}

test('an administrator asks everyone, each answer is counted once, and the tally follows within its room', async () => {
  const { noroshi, gen, aiko, ben } = await start()
  await using _server = noroshi
  const [board, phone] = [await gen.openSocket(), await aiko.openSocket()]
  const { id, counts } = await ask(gen)
  expect(counts).toEqual({ asked: 3, reached: 0, seen: 0, safe: 0, injured: 0, needHelp: 0 })
  expect(await phone.next('roll-call:asked')).toMatchObject({ id, isUrgent: true, askedBy: { id: gen.id } })
  expect(await board.send('roll-call:join', { rollCallId: id })).toEqual({ ok: true })
  expect(await phone.send('roll-call:delivered', { rollCallIds: [id, id, randomUUID()] })).toEqual({ ok: true })
  await aiko.fetch(rollCallRoutes.markSeen, { params: { id } })
  expect((await read(aiko, id)).viewer).toMatchObject({ isAsked: true, answer: null, isKeeper: false })
  expect((await answer(aiko, id, 'safe', { note: 'at the school' })).status).toBe(200)
  expect(await phone.next('roll-call:answered')).toMatchObject({ rollCallId: id, viewer: { answer: null } }) // seen
  expect(await phone.next('roll-call:answered')).toMatchObject({ viewer: { answer: { state: 'safe', note: 'at the school' } } })
  expect((await answer(ben, id, 'needHelp')).status).toBe(200)
  await board.settle()
  const tallies = board.payloadsOf('roll-call:tally')
  expect(tallies.length).toBeGreaterThan(0)
  expect((await read(gen, id)).counts).toEqual({ asked: 3, reached: 2, seen: 2, safe: 1, injured: 0, needHelp: 1 })
  expect(await silentOf(gen, id)).toEqual(['Gen'])
  expect(phone.payloadsOf('roll-call:tally')).toEqual([])
})

test('a member may ask no one, a group admin their group once at a time and three times a day', async () => {
  const { noroshi, gen, aiko, ben } = await start()
  await using _server = noroshi
  const [chika] = await noroshi.people('Chika')
  const { id: threadId } = await createGroup(aiko, [ben])
  const audience = { kind: 'groups' as const, threadIds: [threadId] }
  expect((await askRequest(aiko)).status).toBe(403)
  expect((await askRequest(ben, { audience })).status).toBe(403)
  const first = await ask(aiko, { audience })
  expect(first).toMatchObject({ counts: { asked: 2 }, viewer: { isKeeper: true, isAsked: true } })
  expect((await chika.request(rollCallRoutes.get, { params: { id: first.id } })).status).toBe(404)
  expect((await ben.request(rollCallRoutes.people, { params: { id: first.id } })).status).toBe(404)
  const again = { ...rollCallForm({ audience }), isSeparate: true }
  expect((await aiko.request(rollCallRoutes.ask, { body: again })).body).toMatchObject({ code: 'rollCall.tooMany' })
  for (let asked = 1; asked < 3; asked++) {
    const [open] = (await aiko.fetch(rollCallRoutes.list, { query: { status: 'open' } })).items
    await aiko.fetch(rollCallRoutes.close, { params: { id: open?.id ?? '' }, body: { endText: '' } })
    await ask(aiko, { audience })
  }
  const [open] = (await aiko.fetch(rollCallRoutes.list, { query: { status: 'open' } })).items
  await gen.fetch(rollCallRoutes.close, { params: { id: open?.id ?? '' }, body: { endText: '' } })
  expect((await askRequest(aiko, { audience })).body).toMatchObject({ code: 'rollCall.tooMany' })
})

test('a reader of an alert asks its audience once, without an alarm, and its raiser does not', async () => {
  const { noroshi, aiko, ben } = await start()
  await using _server = noroshi
  const [chika] = await noroshi.people('Chika')
  await createAlertGroup(noroshi, [aiko, ben])
  const { id: alertId } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const audience = { kind: 'alert' as const, alertId }
  expect((await askRequest(ben, { audience, isUrgent: true })).status).toBe(403)
  expect((await askRequest(aiko, { audience, isUrgent: false })).status).toBe(403)
  expect((await askRequest(chika, { audience, isUrgent: false })).status).toBe(404)
  const { id, counts } = await ask(ben, { audience, isUrgent: false })
  expect(counts.asked).toBe(2)
  await ben.fetch(rollCallRoutes.close, { params: { id }, body: { endText: 'Thank you' } })
  expect((await askRequest(ben, { audience, isUrgent: false })).body).toMatchObject({ code: 'rollCall.tooMany' })
})

test('two administrators who ask the same people at once share a roll-call unless one asks for another', async () => {
  const { noroshi, gen } = await start()
  await using _server = noroshi
  const hana = await noroshi.admin('Hana')
  const first = await ask(gen)
  const joined = await askRequest(hana)
  expect(joined).toMatchObject({ status: 200, body: { id: first.id } })
  expect((await ask(hana, { isSeparate: true })).id).not.toBe(first.id)
  const clientId = randomUUID()
  const [one, two] = await Promise.all([ask(gen, { isSeparate: true, clientId }), ask(gen, { isSeparate: true, clientId })])
  expect(one.id).toBe(two.id)
  expect((await ask(gen, { isDrill: true })).id).not.toBe(first.id)
})

test('two administrators who ask everyone in the same moment ask once', async () => {
  const { noroshi, gen } = await start()
  await using _server = noroshi
  const hana = await noroshi.admin('Hana')
  const replies = await Promise.all([askRequest(gen), askRequest(hana)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201])
  expect(new Set(replies.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
})

test('a group admin who loses the role no longer reads answers, and members of a group learn of no other one', async () => {
  const { noroshi, gen, aiko, ben } = await start()
  await using _server = noroshi
  const [chika] = await noroshi.people('Chika')
  const [first, second] = [await createGroup(aiko, [ben]), await createGroup(aiko, [chika])]
  const phone = await ben.openSocket()
  const { id, audience } = await ask(aiko, { audience: { kind: 'groups', threadIds: [first.id, second.id] } })
  expect(audience.groups).toHaveLength(2)
  expect((await phone.next('roll-call:asked')).audience.groups).toEqual([])
  expect((await read(ben, id)).audience.groups).toEqual([])
  await noroshi.db.updateTable('thread_members').set({ is_admin: false }).where('user_id', '=', aiko.id).execute()
  expect((await aiko.request(rollCallRoutes.people, { params: { id } })).status).toBe(404)
  expect((await read(aiko, id)).viewer.isKeeper).toBe(false)
  expect((await gen.request(rollCallRoutes.people, { params: { id } })).status).toBe(200)
})

test('a reader of an alert that has ended asks no one', async () => {
  const { noroshi, aiko, ben } = await start()
  await using _server = noroshi
  await createAlertGroup(noroshi, [aiko, ben])
  const { id: alertId } = await aiko.fetch(alertRoutes.raise, { body: {} })
  await aiko.fetch(alertRoutes.resolve, { body: { AlertId: alertId } })
  const audience = { kind: 'alert' as const, alertId }
  expect((await askRequest(ben, { audience, isUrgent: false })).body).toMatchObject({ code: 'alert.alreadyResolved' })
})

test('exactly those without an answer are asked again after 5, 15 and 60 minutes, those of an ended one never', async () => {
  const { noroshi, gen, aiko, ben } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  const ended = await ask(gen, { isSeparate: true })
  await gen.fetch(rollCallRoutes.close, { params: { id: ended.id }, body: { endText: '' } })
  const listeners = [await aiko.openSocket(), await ben.openSocket()]
  const countRepeats = async () => {
    await Promise.all(Array.from({ length: 3 }, () => repeatDueRollCalls(noroshi.deps)))
    for (const listening of listeners) await listening.settle()
    return listeners.map((listening) => listening.payloadsOf('roll-call:repeat').length)
  }
  await aiko.fetch(rollCallRoutes.markSeen, { params: { id } }) // opening is not answering
  noroshi.clock.advance({ minutes: 4 })
  expect(await countRepeats()).toEqual([0, 0])
  noroshi.clock.advance({ minutes: 2 })
  expect(await countRepeats()).toEqual([1, 1])
  await answer(aiko, id, 'safe')
  noroshi.clock.advance({ minutes: 10 })
  expect(await countRepeats()).toEqual([1, 2])
  noroshi.clock.advance({ minutes: 45 })
  expect(await countRepeats()).toEqual([1, 3])
  noroshi.clock.advance({ hours: 2 })
  expect(await countRepeats()).toEqual([1, 3]) // the third one is the last
})

test('at the end all who were asked get the numbers and the text, and later answers are refused', async () => {
  const { noroshi, gen, aiko, ben } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  await answer(aiko, id, 'safe')
  const phone = await ben.openSocket()
  expect((await aiko.request(rollCallRoutes.close, { params: { id }, body: { endText: 'x' } })).status).toBe(403)
  await gen.fetch(rollCallRoutes.close, { params: { id }, body: { endText: 'The school is open.' } })
  await gen.fetch(rollCallRoutes.close, { params: { id }, body: { endText: 'Another text' } })
  expect(await phone.next('roll-call:ended')).toMatchObject({ id, endText: 'The school is open.', counts: { asked: 3, safe: 1 } })
  expect((await answer(ben, id, 'safe')).body).toMatchObject({ code: 'rollCall.closed' })
  const actions = (await gen.fetch(auditRoutes.list)).items.map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('rollCall.'))).toEqual(['rollCall.ended', 'rollCall.asked'])
})

test('a roll-call without anyone but its asker is refused, and deactivated users are not asked', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  await deactivateUser(noroshi, aiko)
  expect((await askRequest(gen)).body).toMatchObject({ code: 'rollCall.noPeople' })
})

test('the people and answers of a roll-call are removed days after its end, and its numbers stay', async () => {
  const { noroshi, gen, aiko } = await start()
  await using _server = noroshi
  const { id } = await ask(gen)
  await answer(aiko, id, 'safe', { note: 'canary-of-the-note' })
  const earlier = noroshi.deps.now()
  await gen.fetch(rollCallRoutes.close, { params: { id }, body: { endText: '' } })
  expect(await anonymiseOldRollCalls(noroshi.deps, earlier)).toBe(0)
  noroshi.clock.advance({ hours: 24 })
  const later = noroshi.deps.now()
  expect([await countOldRollCalls(noroshi.db, later), await anonymiseOldRollCalls(noroshi.deps, later)]).toEqual([1, 1])
  expect(await countOldRollCalls(noroshi.db, later)).toBe(0)
  expect(await noroshi.db.selectFrom('person_states').selectAll().execute()).toEqual([])
  const row = await noroshi.db.selectFrom('roll_calls').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ asked: 3, safe: 1 })
})
