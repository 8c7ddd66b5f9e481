import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { adds, begins, decides, leaves, makesGroup, marks, opens, reads, removes, says, writes } from '#/testing/chats.ts'
import { unit } from '#/testing/unit.ts'

describe('a message', () => {
  test('goes live to the other of a personal thread, and is what a later reader reads', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const [other, outsider] = await Promise.all([ben.listens(), dora.listens()])
    const { id } = await begins(aiko, ben)
    const place = { latitude: '38.2', longitude: '140.9', messageAt: '2026-03-11T05:46:00Z' }
    const { status, body } = await writes(aiko, id, ' the bridge\r\nis closed ', place)

    expect(status).toBe(201)
    expect(body).toMatchObject({
      MessageThreadId: id,
      seq: 1,
      text: 'the bridge\nis closed',
      SenderId: aiko.id,
      sender: { fullName: 'Aiko' },
      messageType: 'normalChat',
      status: 'sent',
      messageMedias: [],
      latitude: 38.2,
      longitude: 140.9,
      alertId: null,
      isGroupMessage: false,
      userId: [ben.id],
      messageAt: '2026-03-11T05:46:00.000Z',
    })
    expect(await other.next('messages:new_message')).toEqual(body)
    expect(await reads(ben, id)).toEqual([body])
    expect((await opens(ben, id)).latestMessage).toEqual(body)
    await outsider.settles()
    expect(outsider.names()).toEqual([])
  })

  test('of a group is one event for all who are in it, those added later too', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben])
    const listening = [await ben.listens(), await chie.listens()]
    await adds(aiko, id, [chie])
    const sent = await says(ben, id, 'all well here', { messageThreadId: id })
    expect(sent).toMatchObject({ isGroupMessage: true, userId: [] })
    for (const one of listening) expect(await one.next('messages:new_message')).toEqual(sent)
    const logged = await noroshi.db.selectFrom('events').select('rooms').where('name', '=', 'messages:new_message').execute()
    expect(logged).toEqual([{ rooms: [`thread:${id}`] }])
  })

  test('gets its place without a gap or a double, however many write at once', async () => {
    await using noroshi = await unit()
    const people = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const [aiko, ...others] = people
    const { id } = await makesGroup(aiko, others)
    const sent = await Promise.all(Array.from({ length: 60 }, (_, place) => says(people[place % 4] ?? aiko, id)))
    const everySeq = Array.from({ length: 60 }, (_, place) => place + 1)
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(everySeq)
    expect((await reads(aiko, id, { limit: 100 })).map(({ seq }) => seq)).toEqual(everySeq)
  })

  test('sent again is the same, however often at once; with anything else under its id it is a conflict', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    const other = await makesGroup(aiko, [ben])
    const listening = await ben.listens()
    const clientId = randomUUID()
    const sent = await Promise.all(Array.from({ length: 6 }, () => writes(aiko, id, 'two of us', { clientId })))
    for (const { status, body } of sent) expect({ status, body }).toEqual({ status: 201, body: sent[0]?.body })
    const place = { clientId, latitude: '38', longitude: '140' }
    for (const answer of [
      await writes(aiko, id, 'three of us', { clientId }),
      await writes(aiko, id, 'two of us', place),
      await writes(aiko, other.id, 'two of us', { clientId }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await says(ben, id, 'I come', { clientId })).seq).toBe(2)
    await listening.settles()
    expect(listening.payloadsOf('messages:new_message')).toHaveLength(2)
  })

  test('that arrived before a block is answered again after it, and a new one is refused to both', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    const clientId = randomUUID()
    const sent = await says(aiko, id, 'hello', { clientId })
    await decides(ben, id, false)
    expect(await says(aiko, id, 'hello', { clientId })).toEqual(sent)
    for (const person of [aiko, ben])
      expect(await writes(person, id, 'hello?', { clientId: randomUUID() })).toMatchObject({
        status: 403,
        body: { code: 'thread.blocked' },
      })
    expect(await writes(aiko, id, 'hello, again', { clientId })).toMatchObject({ status: 403 })
    expect(await reads(ben, id)).toEqual([sent])
  })

  test('is nothing that outsiders, and who was removed or left, write or read', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const { id } = await makesGroup(aiko, [ben, chie])
    const sent = await says(aiko, id, 'the key is under the stone')
    await removes(aiko, id, ben)
    await leaves(chie, id)
    for (const person of [ben, chie, dora]) {
      for (const answer of [
        await writes(person, id, 'hello'),
        await person.asks(messageRoutes.list, { params: { id } }),
        await person.asks(messageRoutes.setStatus, { params: { id: sent.id }, body: { status: 'seen' } }),
      ])
        expect(answer.status).toBe(404)
    }
    expect((await opens(aiko, id)).latestMessage).toMatchObject({ id: sent.id })
  })
})

describe('a chat', () => {
  test('is read from its end upwards and from a place downwards, page by page, oldest first in each', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    for (let place = 1; place <= 7; place += 1) await says(aiko, id)
    const page = async (query: Record<string, number>) => {
      const { items, nextCursor } = await ben.gets(messageRoutes.list, { params: { id }, query })
      return { seqs: items.map(({ seq }) => seq), nextCursor }
    }
    expect(await page({ limit: 3 })).toEqual({ seqs: [5, 6, 7], nextCursor: '5' })
    expect(await page({ limit: 3, before: 5 })).toEqual({ seqs: [2, 3, 4], nextCursor: '2' })
    expect(await page({ limit: 3, before: 2 })).toEqual({ seqs: [1], nextCursor: null })
    expect(await page({ limit: 3, after: 0 })).toEqual({ seqs: [1, 2, 3], nextCursor: '3' })
    expect(await page({ limit: 3, after: 4 })).toEqual({ seqs: [5, 6, 7], nextCursor: null })
    expect(await page({ after: 7 })).toEqual({ seqs: [], nextCursor: null })
    expect(await page({})).toMatchObject({ nextCursor: null })
  })

  test('counts as unread what others wrote above what one saw, and answering is seeing', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    for (let place = 1; place <= 4; place += 1) await says(aiko, id)
    expect(await opens(ben, id)).toMatchObject({ unreadMessagesCount: 4, seenSeq: 0 })
    expect(await opens(aiko, id)).toMatchObject({ unreadMessagesCount: 0, seenSeq: 4, deliveredSeq: 4 })
    await marks(ben, id, 'delivered')
    expect(await opens(ben, id)).toMatchObject({ unreadMessagesCount: 4, seenSeq: 0, deliveredSeq: 4 })
    await marks(ben, id, 'seen', 3)
    expect(await opens(ben, id)).toMatchObject({ unreadMessagesCount: 1, seenSeq: 3 })
    await says(ben, id)
    expect(await opens(ben, id)).toMatchObject({ unreadMessagesCount: 0, seenSeq: 5 })
    expect(await opens(aiko, id)).toMatchObject({ unreadMessagesCount: 1, seenSeq: 4 })
  })
})
