import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { startPersonalChat, setAcceptance, markThread, fetchThread, sendMessage } from '#/testing/scenes/chats.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const personalsOf = async (person: TestUser) => (await person.fetch(threadRoutes.personal)).items
const requestStart = (person: TestUser, recipient: string) => person.request(threadRoutes.startPersonal, { body: { recipient } })

describe('a personal thread', () => {
  test('is created once for two users who both start it several times at the same time', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? requestStart(aiko, ben.id) : requestStart(ben, aiko.id))),
    )
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(await personalsOf(ben)).toHaveLength(1)
    expect((await requestStart(ben, aiko.id)).status).toBe(200)
  })

  test('is announced to its initiator at once and to its recipient with the first message', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const [own, other, outsider] = await Promise.all([aiko.openSocket(), ben.openSocket(), dora.openSocket()])
    const thread = await startPersonalChat(aiko, ben)
    expect(thread).toMatchObject({
      isGroup: false,
      group: null,
      recipient: { id: ben.id },
      members: [{ id: aiko.id }, { id: ben.id }],
      memberCount: 2,
      hasAccepted: true,
      hasRecipientBlocked: false,
      unreadMessagesCount: 0,
      latestMessage: null,
      version: 1,
    })
    const { recipient: _r, hasAccepted: _a, hasRecipientBlocked: _b, unreadMessagesCount: _u, ...rest } = thread
    const { deliveredSeq: _d, seenSeq: _s, ...shared } = rest
    expect(await own.next('message-threads:new_personal')).toEqual(shared)
    await other.settle()
    expect(other.names()).toEqual([])
    const message = await sendMessage(aiko, thread.id)
    expect(await other.next('message-threads:new_personal')).toEqual({ ...shared, latestMessage: message })
    await sendMessage(aiko, thread.id)
    await other.settle()
    expect(other.payloadsOf('message-threads:new_personal')).toHaveLength(1)
    expect(await fetchThread(ben, thread.id)).toMatchObject({ recipient: { id: aiko.id }, hasAccepted: null })
    expect(await ben.fetch(threadRoutes.personalWith, { params: { userId: aiko.id } })).toEqual(await fetchThread(ben, thread.id))
    expect((await dora.request(threadRoutes.personalWith, { params: { userId: aiko.id } })).status).toBe(404)
    await outsider.settle()
    expect(outsider.names()).toEqual([])
  })

  test('without messages is hidden from its recipient', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    expect((await personalsOf(aiko)).map((thread) => thread.id)).toEqual([id])
    expect(await personalsOf(ben)).toEqual([])
    const withAiko = { params: { userId: aiko.id } }
    expect((await ben.request(threadRoutes.personalWith, withAiko)).body).toMatchObject({ code: 'thread.notFound' })
    await sendMessage(aiko, id)
    expect((await personalsOf(ben)).map((thread) => thread.id)).toEqual([id])
    expect(await ben.fetch(threadRoutes.personalWith, withAiko)).toMatchObject({ id, hasAccepted: null })
  })

  test('without messages is accepted by a recipient who starts the same chat; one with messages stays undecided', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const [empty, withMessage] = [await startPersonalChat(aiko, ben), await startPersonalChat(aiko, chie)]
    await sendMessage(aiko, withMessage.id)
    const tablet = await ben.openSocket()
    expect(await requestStart(ben, aiko.id)).toMatchObject({ status: 200, body: { id: empty.id, hasAccepted: true } })
    await tablet.next('membership:changed')
    expect((await personalsOf(ben)).map(({ id }) => id)).toEqual([empty.id])
    expect(await requestStart(ben, aiko.id)).toMatchObject({ status: 200, body: { id: empty.id } })
    expect(await requestStart(chie, aiko.id)).toMatchObject({ status: 200, body: { id: withMessage.id, hasAccepted: null } })
    await tablet.settle()
    expect(tablet.payloadsOf('membership:changed')).toHaveLength(1)
  })

  test('cannot be started with the viewer, an unknown or a deactivated user; an existing one is kept', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    expect(await requestStart(aiko, aiko.id)).toMatchObject({ status: 400, body: { code: 'thread.withSelf' } })
    expect(await requestStart(aiko, randomUUID())).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
    const { id } = await startPersonalChat(aiko, chie)
    await deactivateUser(noroshi, ben)
    await deactivateUser(noroshi, chie)
    expect(await requestStart(aiko, ben.id)).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
    expect(await requestStart(aiko, chie.id)).toMatchObject({ status: 200, body: { id } })
  })

  test('is accepted by a request or by a reply, and the other user is not notified', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const [first, second] = [await startPersonalChat(aiko, ben), await startPersonalChat(aiko, chie)]
    const [other, tablet, phone] = await Promise.all([aiko.openSocket(), ben.openSocket(), chie.openSocket()])
    expect(await setAcceptance(ben, first.id, true)).toMatchObject({ hasAccepted: true, version: 1 })
    await tablet.next('membership:changed')
    await sendMessage(chie, second.id, 'yes')
    await phone.next('membership:changed')
    expect((await fetchThread(chie, second.id)).hasAccepted).toBe(true)
    await sendMessage(chie, second.id, 'and again')
    await phone.settle()
    expect(phone.payloadsOf('membership:changed')).toHaveLength(1)
    await other.settle()
    expect(other.names().filter((name) => name !== 'messages:new_message')).toEqual([])
  })

  test('counts as unread if it has a message that the viewer has not seen', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const [first, second] = [await startPersonalChat(aiko, ben), await startPersonalChat(chie, ben)]
    const unread = () => ben.fetch(threadRoutes.unreadPersonal)
    expect(await unread()).toEqual({ threadIds: [], count: 0 })
    await sendMessage(aiko, first.id)
    await sendMessage(aiko, first.id)
    await sendMessage(chie, second.id)
    expect(await unread()).toEqual({ threadIds: [first.id, second.id].toSorted(), count: 2 })
    await markThread(ben, first.id)
    expect(await unread()).toEqual({ threadIds: [second.id], count: 1 })
  })

  test('is listed by its latest activity', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, emi] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Emi')
    const ids = [await startPersonalChat(aiko, ben), await startPersonalChat(aiko, chie), await startPersonalChat(aiko, emi)].map(
      ({ id }) => id,
    )
    noroshi.clock.advance({ seconds: 5 })
    await sendMessage(ben, ids[0] ?? '')
    expect((await personalsOf(aiko)).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]])
  })
})

describe('a block', () => {
  test('is reported to both users, stops messages of both, and ends with an unblock', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const other = await aiko.openSocket()
    expect(await setAcceptance(ben, id, false)).toMatchObject({ hasAccepted: false, hasRecipientBlocked: false, version: 2 })
    expect(await other.next('message-threads:updated')).toMatchObject({ blockedBy: [ben.id], version: 2 })
    expect(await fetchThread(aiko, id)).toMatchObject({ hasAccepted: true, hasRecipientBlocked: true })
    await setAcceptance(ben, id, false)
    expect(await setAcceptance(ben, id, true)).toMatchObject({ hasAccepted: true, version: 3 })
    expect(await other.next('message-threads:updated')).toMatchObject({ blockedBy: [], version: 3 })
    expect((await sendMessage(aiko, id)).seq).toBe(1)
  })

  test('hides delivered and seen watermarks from the blocked user until it ends', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await startPersonalChat(aiko, ben)
    const another = await startPersonalChat(aiko, chie)
    await sendMessage(aiko, id)
    await sendMessage(aiko, another.id)
    await setAcceptance(ben, id, false)
    const [other, own] = await Promise.all([aiko.openSocket(), ben.openSocket()])
    await markThread(ben, id)
    expect(await own.next('messages:status_updated_multiple')).toMatchObject({
      updates: [{ seenSeq: 1, unreadMessagesCount: 0 }],
    })
    // The event of another thread in the same batch has arrived, so no event of this thread was emitted.
    await markThread(chie, another.id)
    expect(await other.next('messages:status_updated')).toMatchObject({ MessageThreadId: another.id })
    expect(other.names()).toEqual(['messages:status_updated'])
    expect(await fetchThread(aiko, id)).toMatchObject({
      watermarks: { deliveredSeq: 0, seenSeq: 0 },
      latestMessage: { status: 'sent' },
    })
    await setAcceptance(ben, id, true)
    expect(await other.next('messages:status_updated')).toMatchObject({ watermarks: { deliveredSeq: 1, seenSeq: 1 } })
  })

  test('excludes unread messages from all counts of the blocker until it ends', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    for (let count = 0; count < 3; count += 1) await sendMessage(aiko, id)
    await markThread(ben, id, 'seen', 1)
    const counts = async () => ({
      list: (await personalsOf(ben)).map(({ unreadMessagesCount }) => unreadMessagesCount),
      unread: (await ben.fetch(threadRoutes.unreadPersonal)).threadIds,
    })
    expect(await counts()).toEqual({ list: [2], unread: [id] })
    const tablet = await ben.openSocket()
    expect(await setAcceptance(ben, id, false)).toMatchObject({ unreadMessagesCount: 0, seenSeq: 1 })
    expect(await counts()).toEqual({ list: [0], unread: [] })
    // The other devices of the blocker get both: the block, and the request to refetch what depends on it.
    expect(await tablet.next('message-threads:updated')).toMatchObject({ id, blockedBy: [ben.id] })
    await tablet.next('membership:changed')
    await markThread(ben, id, 'seen', 2)
    expect(await tablet.next('messages:status_updated_multiple')).toMatchObject({
      updates: [{ seenSeq: 2, unreadMessagesCount: 0 }],
    })
    expect(await setAcceptance(ben, id, true)).toMatchObject({ unreadMessagesCount: 1 })
    expect(await counts()).toEqual({ list: [1], unread: [id] })
  })

  test('by the other user does not change the unread count of the viewer', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    await sendMessage(ben, id)
    await setAcceptance(ben, id, false)
    expect(await fetchThread(aiko, id)).toMatchObject({ unreadMessagesCount: 1, hasRecipientBlocked: true })
    expect(await aiko.fetch(threadRoutes.unreadPersonal)).toEqual({ threadIds: [id], count: 1 })
  })

  test('of a group gets 404', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const body = { name: 'Night watch', recipients: [ben.id] }
    const { id } = await aiko.fetch(threadRoutes.createGroup, { body })
    const reply = await ben.request(threadRoutes.accept, { params: { id }, body: { hasAccepted: false } })
    expect(reply).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
  })
})
