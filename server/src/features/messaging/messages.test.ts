import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import {
  addMembers,
  startPersonalChat,
  setAcceptance,
  leaveGroup,
  createGroup,
  markThread,
  fetchThread,
  fetchMessages,
  removeMember,
  sendMessage,
  requestSend,
} from '#/testing/scenes/chats.ts'
import { startTestServer } from '#/testing/test-server.ts'

describe('a message', () => {
  test('in a personal thread is emitted to the recipient and equals what a later request returns', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const [other, outsider] = await Promise.all([ben.openSocket(), dora.openSocket()])
    const { id } = await startPersonalChat(aiko, ben)
    const details = { latitude: '38.2', longitude: '140.9', messageAt: '2026-03-11T05:46:00Z' }
    const { status, body } = await requestSend(aiko, id, ' the bridge\r\nis closed ', details)

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
    expect(await fetchMessages(ben, id)).toEqual([body])
    expect((await fetchThread(ben, id)).latestMessage).toEqual(body)
    await outsider.settle()
    expect(outsider.names()).toEqual([])
  })

  test('in a group is one event for all members, also for members added later', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben])
    const listening = [await ben.openSocket(), await chie.openSocket()]
    await addMembers(aiko, id, [chie])
    const sent = await sendMessage(ben, id, 'all well here', { messageThreadId: id })
    expect(sent).toMatchObject({ isGroupMessage: true, userId: [] })
    for (const one of listening) expect(await one.next('messages:new_message')).toEqual(sent)
    const logged = await noroshi.db.selectFrom('events').select('rooms').where('name', '=', 'messages:new_message').execute()
    expect(logged).toEqual([{ rooms: [`thread:${id}`] }])
  })

  test('gets a `seq` without gaps or duplicates when many are sent at the same time', async () => {
    await using noroshi = await startTestServer()
    const people = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const [aiko, ...others] = people
    const { id } = await createGroup(aiko, others)
    const sent = await Promise.all(Array.from({ length: 60 }, (_, index) => sendMessage(people[index % 4] ?? aiko, id)))
    const everySeq = Array.from({ length: 60 }, (_, index) => index + 1)
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(everySeq)
    expect((await fetchMessages(aiko, id, { limit: 100 })).map(({ seq }) => seq)).toEqual(everySeq)
  })

  test('is inserted once for concurrent repeats of a client id; other content with the same id gets 409', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const other = await createGroup(aiko, [ben])
    const listening = await ben.openSocket()
    const clientId = randomUUID()
    const sent = await Promise.all(Array.from({ length: 6 }, () => requestSend(aiko, id, 'two of us', { clientId })))
    for (const { status, body } of sent) expect({ status, body }).toEqual({ status: 201, body: sent[0]?.body })
    const withLocation = { clientId, latitude: '38', longitude: '140' }
    for (const reply of [
      await requestSend(aiko, id, 'three of us', { clientId }),
      await requestSend(aiko, id, 'two of us', withLocation),
      await requestSend(aiko, other.id, 'two of us', { clientId }),
    ])
      expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await sendMessage(ben, id, 'I come', { clientId })).seq).toBe(2)
    await listening.settle()
    expect(listening.payloadsOf('messages:new_message')).toHaveLength(2)
  })

  test('that was inserted before a block is returned for a repeat after it; both members get 403 for a new one', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const clientId = randomUUID()
    const sent = await sendMessage(aiko, id, 'hello', { clientId })
    await setAcceptance(ben, id, false)
    expect(await sendMessage(aiko, id, 'hello', { clientId })).toEqual(sent)
    for (const person of [aiko, ben])
      expect(await requestSend(person, id, 'hello?', { clientId: randomUUID() })).toMatchObject({
        status: 403,
        body: { code: 'thread.blocked' },
      })
    expect(await requestSend(aiko, id, 'hello, again', { clientId })).toMatchObject({ status: 403 })
    expect(await fetchMessages(ben, id)).toEqual([sent])
  })

  test('cannot be sent or read by outsiders and former members', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const { id } = await createGroup(aiko, [ben, chie])
    const sent = await sendMessage(aiko, id, 'the key is under the stone')
    await removeMember(aiko, id, ben)
    await leaveGroup(chie, id)
    for (const person of [ben, chie, dora]) {
      for (const reply of [
        await requestSend(person, id, 'hello'),
        await person.request(messageRoutes.list, { params: { id } }),
        await person.request(messageRoutes.setStatus, { params: { id: sent.id }, body: { status: 'seen' } }),
      ])
        expect(reply.status).toBe(404)
    }
    expect((await fetchThread(aiko, id)).latestMessage).toMatchObject({ id: sent.id })
  })
})

describe('a chat', () => {
  test('is read in pages before or after a `seq`, each page oldest first', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    for (let count = 1; count <= 7; count += 1) await sendMessage(aiko, id)
    const page = async (query: Record<string, number>) => {
      const { items, nextCursor } = await ben.fetch(messageRoutes.list, { params: { id }, query })
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

  test('counts messages of others above the seen watermark as unread, and a reply marks all as seen', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    for (let count = 1; count <= 4; count += 1) await sendMessage(aiko, id)
    expect(await fetchThread(ben, id)).toMatchObject({ unreadMessagesCount: 4, seenSeq: 0 })
    expect(await fetchThread(aiko, id)).toMatchObject({ unreadMessagesCount: 0, seenSeq: 4, deliveredSeq: 4 })
    await markThread(ben, id, 'delivered')
    expect(await fetchThread(ben, id)).toMatchObject({ unreadMessagesCount: 4, seenSeq: 0, deliveredSeq: 4 })
    await markThread(ben, id, 'seen', 3)
    expect(await fetchThread(ben, id)).toMatchObject({ unreadMessagesCount: 1, seenSeq: 3 })
    await sendMessage(ben, id)
    expect(await fetchThread(ben, id)).toMatchObject({ unreadMessagesCount: 0, seenSeq: 5 })
    expect(await fetchThread(aiko, id)).toMatchObject({ unreadMessagesCount: 1, seenSeq: 4 })
  })
})
