import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertGroup } from '#/testing/groups.ts'
import type { Caller } from '#/testing/caller.ts'
import { type Person, unit } from '#/testing/unit.ts'

const { raise, sendMessage, messages, upload, get } = alertRoutes
const raises = async (caller: Caller) => (await caller.gets(raise, { body: {} })).id
const says = (person: Person, alertId: string, text: string, more: object = {}) =>
  person.asks(sendMessage, { body: { alertId, text, ...more } })
const reads = (person: Person, id: string, query: Record<string, number> = {}) => person.gets(messages, { params: { id }, query })

describe('a message in an alert’s chat', () => {
  test('is heard by everyone who may read the alert, as a later reader reads it', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    await alertGroup(noroshi, [aiko, ben, chie])
    const [raiser, reader, outsider] = await Promise.all([aiko.listens(), chie.listens(), dora.listens()])
    const { id, alertMessageThread } = await aiko.gets(raise, { body: {} })
    const place = { latitude: '38.2', longitude: '' }
    const { status, body } = await says(ben, id, '  on my way\nwith water  ', { ...place, messageAt: '2026-03-11T05:46:00Z' })

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
    expect((await reads(aiko, id)).items).toEqual([body])
    await outsider.settles()
    expect(outsider.names()).toEqual([])
  })

  test('gets its place without a gap or a double, however many write at once', async () => {
    await using noroshi = await unit()
    const people = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora', 'Emi')
    const [aiko] = people
    const id = await raises(aiko)
    const listening = await aiko.listens()
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        says(people[place % 5] ?? aiko, id, `message ${place}`, { clientId: randomUUID() }),
      ),
    )
    const everySeq = Array.from({ length: 50 }, (_, place) => place + 1)
    expect(sent.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(everySeq)
    const { items } = await reads(aiko, id, { limit: 100 })
    expect(items.map(({ seq }) => seq)).toEqual(everySeq)
    const heard = []
    for (const _ of everySeq) heard.push(await listening.next('messages:new_message'))
    expect(heard.toSorted((a, b) => a.seq - b.seq)).toEqual(items)
  })

  test('sent again is the same, however often at once, and tells nobody twice', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raises(aiko)
    const listening = await ben.listens()
    const clientId = randomUUID()
    const sent = await Promise.all(Array.from({ length: 8 }, () => says(aiko, id, 'two of us', { clientId })))
    for (const { status, body } of sent) {
      expect(status).toBe(201)
      expect(body).toEqual(sent[0]?.body)
    }
    const next = await says(aiko, id, 'three', { clientId: randomUUID() })
    expect(next.body.seq).toBe(2)
    expect(await listening.next('messages:new_message')).toEqual(sent[0]?.body)
    expect(await listening.next('messages:new_message')).toEqual(next.body)
    expect((await reads(ben, id)).items).toHaveLength(2)
  })

  test('with other words or for another alert is no repetition; another person’s device may have the same id', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raises(aiko)
    const other = await raises(ben)
    const clientId = randomUUID()
    await says(aiko, id, 'two of us', { clientId })
    for (const answer of [await says(aiko, id, 'three of us', { clientId }), await says(aiko, other, 'two of us', { clientId })])
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await says(ben, id, 'I come', { clientId })).body.seq).toBe(2)
    expect((await reads(ben, other)).items).toEqual([])
  })

  test('has words, and at most 10000 characters; its writer is told so', async () => {
    await using noroshi = await unit()
    const [aiko] = await noroshi.people('Aiko')
    const id = await raises(aiko)
    const refusalOf = async (text: string) => (await says(aiko, id, text, { clientId: randomUUID() })).body
    expect(await refusalOf('  ')).toMatchObject({ code: 'invalid', issues: [{ path: 'text', message: 'Write a message first' }] })
    expect(await refusalOf('a'.repeat(10_001))).toMatchObject({
      issues: [{ message: 'Message cannot be more than 10000 characters' }],
    })
    const longest = 'あ'.repeat(10_000)
    expect((await says(aiko, id, longest)).body.text).toBe(longest)
  })

  test('is nothing that outsiders write or read, and the sender is who the session says', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const admin = await noroshi.admin('Gen')
    await alertGroup(noroshi, [aiko, ben])
    const id = await raises(aiko)
    expect(await says(dora, id, 'hello')).toMatchObject({ status: 404, body: { code: 'alert.notFound' } })
    expect((await dora.asks(messages, { params: { id } })).status).toBe(404)
    const { body } = await says(admin, id, 'the box is safe', { SenderId: aiko.id })
    expect(body.SenderId).toBe(admin.id)
  })

  test('without a clock of its own, or with one that is none, takes the server’s', async () => {
    await using noroshi = await unit()
    const [aiko] = await noroshi.people('Aiko')
    const id = await raises(aiko)
    for (const more of [{}, { messageAt: 'yesterday' }, { messageAt: 5 }]) {
      const { body } = await says(aiko, id, 'now', more)
      expect(body.messageAt).toBe(body.createdAt)
    }
  })
})

test('a chat is read from its end upwards, page by page, oldest first in each', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const id = await raises(aiko)
  for (let place = 1; place <= 7; place += 1) await says(aiko, id, `message ${place}`)
  const seqs = async (query: Record<string, number>) => {
    const { items, nextCursor } = await reads(aiko, id, query)
    return { seqs: items.map(({ seq }) => seq), nextCursor }
  }
  expect(await seqs({ limit: 3 })).toEqual({ seqs: [5, 6, 7], nextCursor: '5' })
  expect(await seqs({ limit: 3, before: 5 })).toEqual({ seqs: [2, 3, 4], nextCursor: '2' })
  expect(await seqs({ limit: 3, before: 2 })).toEqual({ seqs: [1], nextCursor: null })
  expect(await seqs({ before: 1 })).toEqual({ seqs: [], nextCursor: null })
  expect(await seqs({})).toMatchObject({ nextCursor: null })
})

describe('information on a named alert', () => {
  test('is its raiser’s to add: words, a place; everybody is told', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raises(aiko)
    const listening = await ben.listens()
    const form = { alertId: id, textContent: 'on the roof', latitude: '38', longitude: '140' }
    const { viewer: _mine, ...added } = await aiko.gets(upload, { form })
    expect(added).toMatchObject({ textContent: 'on the roof', latitude: 38, longitude: 140, version: 2 })
    expect(await listening.next('alert:existing_alert')).toEqual(added)

    const refused = await ben.asks(upload, { form: { alertId: id, textContent: 'I see her' } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await aiko.asks(upload, { form: { alertId: id, latitude: '38' } })).body).toMatchObject({ code: 'file.missing' })
  })

  test('sent again changes nothing, with other words it is a conflict', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raises(aiko)
    const form = { alertId: id, clientId: randomUUID(), textContent: 'on the roof', latitude: '38', longitude: '140' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => aiko.asks(upload, { form })))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { version: 2 } })
    for (const change of [{ textContent: 'on the hill' }, { latitude: '39' }, { caption: 'roof' }])
      expect(await aiko.asks(upload, { form: { ...form, ...change } })).toMatchObject({ status: 409, body: { code: 'conflict' } })

    await ben.gets(alertRoutes.resolve, { body: { AlertId: id } })
    // A device that did not hear the answer asks once more: it was added before the end.
    expect(await aiko.asks(upload, { form })).toMatchObject({ status: 200, body: { version: 3 } })
    const late = await aiko.asks(upload, { form: { ...form, clientId: randomUUID() } })
    expect(late).toMatchObject({ status: 409, body: { code: 'alert.alreadyResolved' } })
    expect((await ben.gets(get, { params: { id } })).textContent).toBe('on the roof')
  })
})
