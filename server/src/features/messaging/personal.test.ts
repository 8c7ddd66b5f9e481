import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { begins, decides, marks, opens, says } from '#/testing/chats.ts'
import { deactivates } from '#/testing/groups.ts'
import { type Person, unit } from '#/testing/unit.ts'

const personalsOf = async (person: Person) => (await person.gets(threadRoutes.personal)).items
const asksFor = (person: Person, recipient: string) => person.asks(threadRoutes.startPersonal, { body: { recipient } })

describe('a personal thread', () => {
  test('is one for two, whoever begins it and however many at once', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const begun = await Promise.all(
      Array.from({ length: 8 }, (_, place) => (place % 2 === 0 ? asksFor(aiko, ben.id) : asksFor(ben, aiko.id))),
    )
    expect(new Set(begun.map(({ body }) => body.id)).size).toBe(1)
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(await personalsOf(ben)).toHaveLength(1)
    expect((await asksFor(ben, aiko.id)).status).toBe(200)
  })

  test('is told to both at once, and each sees the other in it', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const [own, other, outsider] = await Promise.all([aiko.listens(), ben.listens(), dora.listens()])
    const thread = await begins(aiko, ben)
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
    for (const listening of [own, other]) expect(await listening.next('message-threads:new_personal')).toEqual(shared)
    expect(await opens(ben, thread.id)).toMatchObject({ recipient: { id: aiko.id }, hasAccepted: null })
    expect(await ben.gets(threadRoutes.personalWith, { params: { userId: aiko.id } })).toEqual(await opens(ben, thread.id))
    expect((await dora.asks(threadRoutes.personalWith, { params: { userId: aiko.id } })).status).toBe(404)
    await outsider.settles()
    expect(outsider.names()).toEqual([])
  })

  test('is not begun with oneself, nor with somebody unknown or deactivated; one that is there stays', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    expect(await asksFor(aiko, aiko.id)).toMatchObject({ status: 400, body: { code: 'thread.withOneself' } })
    expect(await asksFor(aiko, randomUUID())).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
    const { id } = await begins(aiko, chie)
    await deactivates(noroshi, ben)
    await deactivates(noroshi, chie)
    expect(await asksFor(aiko, ben.id)).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
    expect(await asksFor(aiko, chie.id)).toMatchObject({ status: 200, body: { id } })
  })

  test('is accepted by a word or by a reply; the other never learns of it', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const [first, second] = [await begins(aiko, ben), await begins(aiko, chie)]
    const [other, tablet, phone] = await Promise.all([aiko.listens(), ben.listens(), chie.listens()])
    expect(await decides(ben, first.id, true)).toMatchObject({ hasAccepted: true, version: 1 })
    await tablet.next('membership:changed')
    await says(chie, second.id, 'yes')
    await phone.next('membership:changed')
    expect((await opens(chie, second.id)).hasAccepted).toBe(true)
    await says(chie, second.id, 'and again')
    await phone.settles()
    expect(phone.payloadsOf('membership:changed')).toHaveLength(1)
    await other.settles()
    expect(other.names().filter((name) => name !== 'messages:new_message')).toEqual([])
  })

  test('counts as unread where the other wrote something that was not seen', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const [first, second] = [await begins(aiko, ben), await begins(chie, ben)]
    const unread = () => ben.gets(threadRoutes.unreadPersonal)
    expect(await unread()).toEqual({ threadIds: [], count: 0 })
    await says(aiko, first.id)
    await says(aiko, first.id)
    await says(chie, second.id)
    expect(await unread()).toEqual({ threadIds: [first.id, second.id].toSorted(), count: 2 })
    await marks(ben, first.id)
    expect(await unread()).toEqual({ threadIds: [second.id], count: 1 })
  })

  test('stands in the list by its latest activity', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, emi] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Emi')
    const ids = [await begins(aiko, ben), await begins(aiko, chie), await begins(aiko, emi)].map(({ id }) => id)
    noroshi.clock.advance({ seconds: 5 })
    await says(ben, ids[0] ?? '')
    expect((await personalsOf(aiko)).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]])
  })
})

describe('a block', () => {
  test('is told to both, quiets both, and ends by being taken back', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    const other = await aiko.listens()
    expect(await decides(ben, id, false)).toMatchObject({ hasAccepted: false, hasRecipientBlocked: false, version: 2 })
    expect(await other.next('message-threads:updated')).toMatchObject({ blockedBy: [ben.id], version: 2 })
    expect(await opens(aiko, id)).toMatchObject({ hasAccepted: true, hasRecipientBlocked: true })
    await decides(ben, id, false)
    expect(await decides(ben, id, true)).toMatchObject({ hasAccepted: true, version: 3 })
    expect(await other.next('message-threads:updated')).toMatchObject({ blockedBy: [], version: 3 })
    expect((await says(aiko, id)).seq).toBe(1)
  })

  test('keeps from the blocked what the other got and saw, until it ends', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await begins(aiko, ben)
    const another = await begins(aiko, chie)
    await says(aiko, id)
    await says(aiko, another.id)
    await decides(ben, id, false)
    const [other, own] = await Promise.all([aiko.listens(), ben.listens()])
    await marks(ben, id)
    expect(await own.next('messages:status_updated_multiple')).toMatchObject({
      updates: [{ seenSeq: 1, unreadMessagesCount: 0 }],
    })
    // What is told in the same breath of another thread has come: nothing of this one was.
    await marks(chie, another.id)
    expect(await other.next('messages:status_updated')).toMatchObject({ MessageThreadId: another.id })
    expect(other.names()).toEqual(['messages:status_updated'])
    expect(await opens(aiko, id)).toMatchObject({
      watermarks: { deliveredSeq: 0, seenSeq: 0 },
      latestMessage: { status: 'sent' },
    })
    await decides(ben, id, true)
    expect(await other.next('messages:status_updated')).toMatchObject({ watermarks: { deliveredSeq: 1, seenSeq: 1 } })
  })

  test('is nothing of a group', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const body = { name: 'Night watch', recipients: [ben.id] }
    const { id } = await aiko.gets(threadRoutes.createGroup, { body })
    const answer = await ben.asks(threadRoutes.accept, { params: { id }, body: { hasAccepted: false } })
    expect(answer).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
  })
})
