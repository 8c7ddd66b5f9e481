import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const { raise, sendMessage, messages, upload, get } = alertRoutes
const send = (person: TestUser, alertId: string, text: string, more: object = {}) =>
  person.request(sendMessage, { body: { alertId, text, ...more } })
const readChat = (person: TestUser, id: string, query: Record<string, number> = {}) =>
  person.fetch(messages, { params: { id }, query })

describe('a message in an alert’s chat', () => {
  test('all readers of the alert receive a message with the data of a later read', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    await createAlertGroup(noroshi, [aiko, ben, chie])
    const [raiser, reader, outsider] = await Promise.all([aiko.openSocket(), chie.openSocket(), dora.openSocket()])
    const { id, alertMessageThread } = await aiko.fetch(raise, { body: {} })
    const location = { latitude: '38.2', longitude: '' }
    const { status, body } = await send(ben, id, '  on my way\nwith water  ', { ...location, messageAt: '2026-03-11T05:46:00Z' })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      seq: 1,
      text: 'on my way\nwith water',
      SenderId: ben.id,
      sender: { fullName: 'Ben' },
      alertId: id,
      MessageThreadId: alertMessageThread.MessageThreadId,
      messageType: 'alertChat',
      userId: [],
      latitude: 38.2,
      longitude: null,
      messageAt: '2026-03-11T05:46:00.000Z',
    })
    for (const listening of [raiser, reader]) expect(await listening.next('messages:new_message')).toEqual(body)
    expect((await readChat(aiko, id)).items).toEqual([body])
    await outsider.settle()
    expect(outsider.names()).toEqual([])
  })

  test('concurrent messages get seq numbers without gaps or repetitions', async () => {
    await using noroshi = await startTestServer()
    const people = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora', 'Emi')
    const [aiko] = people
    const id = await raiseSos(aiko)
    const listening = await aiko.openSocket()
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(people[index % 5] ?? aiko, id, `message ${index}`, { clientId: randomUUID() }),
      ),
    )
    const everySeq = Array.from({ length: 50 }, (_, index) => index + 1)
    expect(sent.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(everySeq)
    const { items } = await readChat(aiko, id, { limit: 100 })
    expect(items.map(({ seq }) => seq)).toEqual(everySeq)
    const received = []
    for (const _ of everySeq) received.push(await listening.next('messages:new_message'))
    expect(received.toSorted((a, b) => a.seq - b.seq)).toEqual(items)
  })

  test('a repeated message returns the same row and emits one event, also concurrently', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    const listening = await ben.openSocket()
    const clientId = randomUUID()
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(aiko, id, 'two of us', { clientId })))
    for (const { status, body } of sent) {
      expect(status).toBe(201)
      expect(body).toEqual(sent[0]?.body)
    }
    const next = await send(aiko, id, 'three', { clientId: randomUUID() })
    expect(next.body.seq).toBe(2)
    expect(await listening.next('messages:new_message')).toEqual(sent[0]?.body)
    expect(await listening.next('messages:new_message')).toEqual(next.body)
    expect((await readChat(ben, id)).items).toHaveLength(2)
  })

  test('a clientId with another text or alert gets 409, and another user may use the same clientId', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    const other = await raiseSos(ben)
    const clientId = randomUUID()
    await send(aiko, id, 'two of us', { clientId })
    for (const answer of [await send(aiko, id, 'three of us', { clientId }), await send(aiko, other, 'two of us', { clientId })])
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await send(ben, id, 'I come', { clientId })).body.seq).toBe(2)
    expect((await readChat(ben, other)).items).toEqual([])
  })

  test('an empty message, or one over 10000 characters, gets 400 with a message', async () => {
    await using noroshi = await startTestServer()
    const [aiko] = await noroshi.people('Aiko')
    const id = await raiseSos(aiko)
    const refusalOf = async (text: string) => (await send(aiko, id, text, { clientId: randomUUID() })).body
    expect(await refusalOf('  ')).toMatchObject({ code: 'invalid', issues: [{ path: 'text', message: 'Write a message first' }] })
    expect(await refusalOf('a'.repeat(10_001))).toMatchObject({
      issues: [{ message: 'Message cannot be more than 10000 characters' }],
    })
    const longest = 'あ'.repeat(10_000)
    expect((await send(aiko, id, longest)).body.text).toBe(longest)
  })

  test('an outsider gets 404 for the chat, and the sender of a message is the user of the session', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const admin = await noroshi.admin('Gen')
    await createAlertGroup(noroshi, [aiko, ben])
    const id = await raiseSos(aiko)
    expect(await send(dora, id, 'hello')).toMatchObject({ status: 404, body: { code: 'alert.notFound' } })
    expect((await dora.request(messages, { params: { id } })).status).toBe(404)
    const { body } = await send(admin, id, 'the box is safe', { SenderId: aiko.id })
    expect(body.SenderId).toBe(admin.id)
  })

  test('a message without a valid messageAt gets the time of the server', async () => {
    await using noroshi = await startTestServer()
    const [aiko] = await noroshi.people('Aiko')
    const id = await raiseSos(aiko)
    for (const more of [{}, { messageAt: 'yesterday' }, { messageAt: 5 }]) {
      const { body } = await send(aiko, id, 'now', more)
      expect(body.messageAt).toBe(body.createdAt)
    }
  })
})

test('a member reads a chat in pages from its end, each page oldest first', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const id = await raiseSos(aiko)
  for (let seq = 1; seq <= 7; seq += 1) await send(aiko, id, `message ${seq}`)
  const seqs = async (query: Record<string, number>) => {
    const { items, nextCursor } = await readChat(aiko, id, query)
    return { seqs: items.map(({ seq }) => seq), nextCursor }
  }
  expect(await seqs({ limit: 3 })).toEqual({ seqs: [5, 6, 7], nextCursor: '5' })
  expect(await seqs({ limit: 3, before: 5 })).toEqual({ seqs: [2, 3, 4], nextCursor: '2' })
  expect(await seqs({ limit: 3, before: 2 })).toEqual({ seqs: [1], nextCursor: null })
  expect(await seqs({ before: 1 })).toEqual({ seqs: [], nextCursor: null })
  expect(await seqs({})).toMatchObject({ nextCursor: null })
  expect(await seqs({ limit: 3, after: 2 })).toEqual({ seqs: [3, 4, 5], nextCursor: '5' })
  expect(await seqs({ limit: 3, after: 5 })).toEqual({ seqs: [6, 7], nextCursor: null })
})

describe('information on a named alert', () => {
  test('only the raiser adds a text and a location, and the audience receives the event', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    const listening = await ben.openSocket()
    const form = { alertId: id, textContent: 'on the roof', latitude: '38', longitude: '140' }
    const { viewer: _viewer, alertMedias, ...added } = await aiko.fetch(upload, { form })
    expect(alertMedias).toEqual([])
    expect(added).toMatchObject({ textContent: 'on the roof', latitude: 38, longitude: 140, version: 2 })
    expect(await listening.next('alert:existing_alert')).toEqual({ ...added, addedMedias: [], mediaCount: 0 })

    const refused = await ben.request(upload, { form: { alertId: id, textContent: 'I see her' } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await aiko.request(upload, { form: { alertId: id, latitude: '38' } })).body).toMatchObject({ code: 'file.missing' })
  })

  test('a repeated upload changes nothing, and one with another text gets 409', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    const form = { alertId: id, clientId: randomUUID(), textContent: 'on the roof', latitude: '38', longitude: '140' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => aiko.request(upload, { form })))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { version: 2 } })
    for (const change of [{ textContent: 'on the hill' }, { latitude: '39' }, { caption: 'roof' }])
      expect(await aiko.request(upload, { form: { ...form, ...change } })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      })

    await ben.fetch(alertRoutes.resolve, { body: { AlertId: id } })
    // A device that did not receive the reply repeats the upload, which was accepted before the resolution.
    expect(await aiko.request(upload, { form })).toMatchObject({ status: 200, body: { version: 3 } })
    const late = await aiko.request(upload, { form: { ...form, clientId: randomUUID() } })
    expect(late).toMatchObject({ status: 409, body: { code: 'alert.alreadyResolved' } })
    expect((await ben.fetch(get, { params: { id } })).textContent).toBe('on the roof')
  })
})
