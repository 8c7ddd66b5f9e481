import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { runCleanup } from '#/cleanup-jobs.ts'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import {
  addMembers,
  startPersonalChat,
  createGroup,
  markThread,
  fetchThread,
  fetchMessages,
  removeMember,
  sendMessage,
} from '#/testing/scenes/chats.ts'
import type { TestSocket } from '#/testing/test-socket.ts'
import { TestUser, startTestServer } from '#/testing/test-server.ts'

/** Waits for the event with these watermarks. */
async function waitForWatermarks(listening: TestSocket, marks: { deliveredSeq: number; seenSeq: number }) {
  for (;;) {
    const { watermarks } = await listening.next('messages:status_updated')
    if (watermarks.deliveredSeq === marks.deliveredSeq && watermarks.seenSeq === marks.seenSeq) return
  }
}
const statusesOf = async (person: TestUser, id: string) => (await fetchMessages(person, id)).map(({ status }) => status)

describe('the status of a message', () => {
  test('is the lowest status of its readers: sent, delivered, seen', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    const listening = await aiko.openSocket()
    for (let count = 1; count <= 3; count += 1) await sendMessage(aiko, id)
    await markThread(ben, id)
    await markThread(chie, id, 'delivered', 2)
    await waitForWatermarks(listening, { deliveredSeq: 2, seenSeq: 0 })
    expect(await statusesOf(aiko, id)).toEqual(['delivered', 'delivered', 'sent'])
    await markThread(chie, id, 'seen', 1)
    await waitForWatermarks(listening, { deliveredSeq: 2, seenSeq: 1 })
    expect(await statusesOf(ben, id)).toEqual(['seen', 'delivered', 'sent'])
    await markThread(chie, id)
    await waitForWatermarks(listening, { deliveredSeq: 3, seenSeq: 3 })
    expect(await statusesOf(aiko, id)).toEqual(['seen', 'seen', 'seen'])
    expect((await fetchThread(ben, id)).watermarks).toEqual({ deliveredSeq: 3, seenSeq: 3 })
  })

  test('rises when the last member who has not seen it replies or is removed', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    const listening = await aiko.openSocket()
    await sendMessage(aiko, id)
    await markThread(chie, id)
    await sendMessage(ben, id)
    await waitForWatermarks(listening, { deliveredSeq: 1, seenSeq: 1 })
    await markThread(aiko, id)
    await removeMember(aiko, id, chie)
    await waitForWatermarks(listening, { deliveredSeq: 2, seenSeq: 2 })
  })

  test('does not depend on members added later', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben])
    const listening = await aiko.openSocket()
    await sendMessage(aiko, id)
    await addMembers(aiko, id, [chie])
    await markThread(ben, id)
    await waitForWatermarks(listening, { deliveredSeq: 1, seenSeq: 1 })
  })

  test('is emitted after a crash between the update of the watermark and its event', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    await sendMessage(aiko, id)
    const listening = await aiko.openSocket()
    const watermarks = { delivered_seq: 1, seen_seq: 1 }
    await noroshi.db.updateTable('thread_watermarks').set(watermarks).where('message_type', '=', 'normalChat').execute()
    await runCleanup(noroshi.deps)
    await waitForWatermarks(listening, { deliveredSeq: 1, seenSeq: 1 })
    await runCleanup(noroshi.deps)
    await listening.settle()
    expect(listening.payloadsOf('messages:status_updated')).toHaveLength(1)
  })
})

describe('a seen watermark', () => {
  test('is emitted to the user’s own devices only, several threads in one event', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const [personal, group] = [await startPersonalChat(aiko, ben), await createGroup(aiko, [ben])]
    for (const { id } of [personal, group, group]) await sendMessage(aiko, id)
    const [tablet, other] = await Promise.all([ben.openSocket(), aiko.openSocket()])
    const body = [
      { messageThreadId: personal.id, status: 'seen', seq: 1 },
      { messageThreadId: group.id, status: 'delivered', seq: 2 },
      { messageThreadId: group.id, status: 'seen', seq: 1 },
    ]
    await ben.fetch(messageRoutes.setStatuses, { body })
    const { updates } = await tablet.next('messages:status_updated_multiple')
    const own = { messageType: 'normalChat', deliveredSeq: 1, seenSeq: 1, unreadMessagesCount: 0 }
    expect(updates.toSorted((a, b) => a.deliveredSeq - b.deliveredSeq)).toEqual([
      { ...own, MessageThreadId: personal.id },
      { ...own, MessageThreadId: group.id, deliveredSeq: 2, unreadMessagesCount: 1 },
    ])
    await ben.fetch(messageRoutes.setStatuses, { body })
    await tablet.settle()
    expect(tablet.payloadsOf('messages:status_updated_multiple')).toHaveLength(1)
    await other.settle()
    expect(other.names()).not.toContain('messages:status_updated_multiple')
  })

  test('is journaled for the user’s devices; a delivered watermark is not', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await createGroup(aiko, [ben])
    const [tablet, sender] = await Promise.all([ben.openSocket(), aiko.openSocket()])
    await sendMessage(aiko, id)
    await markThread(ben, id, 'delivered')
    await waitForWatermarks(sender, { deliveredSeq: 1, seenSeq: 0 })
    await tablet.settle()
    expect(tablet.names()).not.toContain('messages:status_updated_multiple')
    const logged = noroshi.db.selectFrom('events').select('id').where('name', '=', 'messages:status_updated_multiple')
    expect(await logged.execute()).toEqual([])
    await markThread(ben, id)
    expect(await tablet.next('messages:status_updated_multiple')).toMatchObject({ updates: [{ seenSeq: 1 }] })
    expect(await logged.execute()).toHaveLength(1)
  })

  test('never falls, never exceeds the last message, and is not stored for threads of other users', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await startPersonalChat(aiko, ben)
    for (let count = 1; count <= 3; count += 1) await sendMessage(aiko, id)
    await markThread(ben, id, 'seen', 2)
    await markThread(ben, id, 'seen', 1)
    await markThread(ben, id, 'delivered', 0)
    expect(await fetchThread(ben, id)).toMatchObject({ deliveredSeq: 2, seenSeq: 2 })
    await markThread(ben, id, 'seen', 1_000_000)
    expect(await fetchThread(ben, id)).toMatchObject({ deliveredSeq: 3, seenSeq: 3 })
    await markThread(dora, id)
    await markThread(dora, randomUUID())
    expect(await noroshi.db.selectFrom('thread_watermarks').select('user_id').where('user_id', '=', dora.id).execute()).toEqual(
      [],
    )
  })

  test('can be set by a message id, up to its `seq`', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await startPersonalChat(aiko, ben)
    const sent = [await sendMessage(aiko, id), await sendMessage(aiko, id)]
    const requestSeen = (person: TestUser, messageId = '') =>
      person.request(messageRoutes.setStatus, { params: { id: messageId }, body: { status: 'seen' } })
    expect((await requestSeen(ben, sent[0]?.id)).status).toBe(200)
    expect(await fetchThread(ben, id)).toMatchObject({ deliveredSeq: 1, seenSeq: 1, unreadMessagesCount: 1 })
    for (const reply of [await requestSeen(dora, sent[0]?.id), await requestSeen(ben, randomUUID())])
      expect(reply).toMatchObject({ status: 404, body: { code: 'message.notFound' } })
  })
})

describe('a status without `seq`', () => {
  const markSent = (person: TestUser, ...ids: string[]) =>
    person.fetch(messageRoutes.setStatuses, { body: ids.map((messageThreadId) => ({ messageThreadId, status: 'seen' })) })
  const seen = async (person: TestUser, id: string) => (await fetchThread(person, id)).seenSeq

  test('changes nothing for a session that got no message', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    await sendMessage(aiko, id)
    await ben.fetch(threadRoutes.unreadPersonal)
    await markSent(ben, id)
    // Another session of the same user gets the message; this one does not.
    const token = await createSession(noroshi.db, ben.id, 'tablet', noroshi.clock.now())
    const tablet = new TestUser(noroshi.url, token, ben.id, 'Ben', () => noroshi)
    await fetchMessages(tablet, id)
    await markSent(ben, id)
    expect(await noroshi.db.selectFrom('thread_watermarks').select('seen_seq').where('user_id', '=', ben.id).execute()).toEqual([
      { seen_seq: 0 },
      { seen_seq: 0 },
    ])
    await markSent(tablet, id)
    expect(await seen(tablet, id)).toBe(1)
  })

  const reads: Record<string, (person: TestUser, id: string) => Promise<unknown>> = {
    'a page of messages': (person, id) => fetchMessages(person, id),
    'the thread': fetchThread,
    'the list of threads': (person) => person.fetch(threadRoutes.personal),
    'the thread with a user': async (person, id) => {
      const { items } = await person.fetch(threadRoutes.personal)
      const userId = items.find((thread) => thread.id === id)?.recipient?.id ?? ''
      return person.fetch(threadRoutes.personalWith, { params: { userId } })
    },
    'a search': (person) => person.fetch(messageSearchRoutes.search, { query: { text: 'second' } }),
  }
  test.each(Object.entries(reads))('goes up to the last message in %s', async (_, read) => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    for (const text of ['first', 'second']) await sendMessage(aiko, id, text)
    await read(ben, id)
    await sendMessage(aiko, id, 'third')
    await markSent(ben, id)
    expect(await seen(ben, id)).toBe(2)
  })

  test('goes up to the last message that was emitted to a socket of the session', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const [live, past] = [await startPersonalChat(aiko, ben), await createGroup(aiko, [ben])]
    await sendMessage(aiko, past.id)
    const page = await ben.openSocket()
    for (let count = 0; count < 2; count += 1) await sendMessage(aiko, live.id)
    for (let count = 0; count < 2; count += 1) await page.next('messages:new_message')
    await markSent(ben, live.id, past.id)
    expect(await page.next('messages:status_updated_multiple')).toMatchObject({
      updates: [{ MessageThreadId: live.id, seenSeq: 2, unreadMessagesCount: 0 }],
    })
    expect([await seen(ben, live.id), await seen(ben, past.id)]).toEqual([2, 0])
  })

  test('goes up to the last message of a catch-up', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const { cursor } = await ben.fetch(eventRoutes.since)
    await sendMessage(aiko, id)
    await ben.fetch(eventRoutes.since, { query: { since: cursor } })
    await sendMessage(aiko, id)
    await markSent(ben, id)
    expect(await seen(ben, id)).toBe(1)
  })
})

test('many members who read at the same time cause one event', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const readers = (await noroshi.people(...Array.from({ length: 30 }, (_, index) => `Person${index}`))) as TestUser[] // as many as names
  const { id } = await createGroup(aiko, readers)
  const listening = await aiko.openSocket()
  await sendMessage(aiko, id)
  await Promise.all(readers.map((person) => markThread(person, id)))
  await waitForWatermarks(listening, { deliveredSeq: 1, seenSeq: 1 })
  expect(listening.payloadsOf('messages:status_updated')).toHaveLength(1)
})

test('the server emits pending watermarks before it shuts down', async () => {
  const noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  await sendMessage(aiko, id)
  await markThread(ben, id)
  await noroshi.app.close()
  const events = await noroshi.db.selectFrom('events').select('payload').where('name', '=', 'messages:status_updated').execute()
  expect(events.map(({ payload }) => payload)).toMatchObject([{ watermarks: { deliveredSeq: 1, seenSeq: 1 } }])
  await noroshi[Symbol.asyncDispose]()
})
