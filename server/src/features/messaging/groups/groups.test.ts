import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ErrorReply } from '@noroshi/contract/errors'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import {
  addMembers,
  leaveGroup,
  createGroup,
  fetchThread,
  fetchMessages,
  removeMember,
  sendMessage,
} from '#/testing/scenes/chats.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { longTest } from '#/testing/long-test.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const membersOf = async (person: TestUser, id: string) => (await person.fetch(threadRoutes.members, { params: { id } })).items
const namesIn = async (person: TestUser, id: string) => (await membersOf(person, id)).map(({ user }) => user.firstName)
const admins = async (person: TestUser, id: string) =>
  (await membersOf(person, id)).filter(({ isAdmin }) => isAdmin).map(({ user }) => user.firstName)
const targetOf = (id: string, { id: userId }: TestUser) => ({ params: { id, userId } })

describe('a group', () => {
  test('is announced to its members, hidden from other users, and its creator is admin', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const listening = await Promise.all([aiko, ben, chie].map((person) => person.openSocket()))
    const outsider = await dora.openSocket()
    const body = {
      name: ' wakaba night watch ',
      description: 'who walks tonight',
      recipients: [ben.id, chie.id, ben.id, aiko.id],
    }
    const { status, body: group } = await aiko.request(threadRoutes.createGroup, { body })
    expect(status).toBe(201)
    expect(group).toMatchObject({
      isGroup: true,
      group: { name: 'Wakaba Night Watch', description: 'who walks tonight', imageUrl: null },
      members: [{ id: aiko.id }, { id: ben.id }, { id: chie.id }],
      memberCount: 3,
      recipient: null,
      hasAccepted: true,
      blockedBy: [],
      unreadMessagesCount: 0,
    })
    for (const one of listening)
      expect(await one.next('message-threads:new_group')).toMatchObject({ id: group.id, memberCount: 3 })
    expect(await fetchThread(ben, group.id)).toMatchObject({ hasAccepted: true, unreadMessagesCount: 0 })
    expect(await admins(ben, group.id)).toEqual(['Aiko'])
    expect((await ben.fetch(threadRoutes.groups)).items).toEqual([{ ...(await fetchThread(ben, group.id)), members: [] }])
    expect((await dora.fetch(threadRoutes.groups)).items).toEqual([])
    await outsider.settle()
    expect(outsider.names()).toEqual([])
  })

  longTest('lists up to 200 members, and its messages their recipients, where they are fetched', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    await sendMessage(ben, id, 'who walks?')
    const shown = await fetchThread(chie, id)
    expect(shown.members.map((member) => member.id)).toEqual([aiko.id, ben.id, chie.id])
    expect(shown.latestMessage?.userId).toEqual([aiko.id, chie.id])
    expect((await fetchMessages(chie, id)).map(({ userId }) => userId)).toEqual([[aiko.id, chie.id]])
    const others = await noroshi.people(...Array.from({ length: 198 }, (_, index) => `Member${index}`))
    await addMembers(aiko, id, others.slice(0, 197))
    expect((await fetchThread(chie, id)).members).toHaveLength(200)
    await addMembers(aiko, id, others.slice(197))
    const large = await fetchThread(chie, id)
    expect([large.members, large.memberCount, large.latestMessage?.userId]).toEqual([[], 201, []])
  })

  test('is created once for a repeated client id; other content with the same id gets 409', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const body = { name: 'Night watch', recipients: [ben.id], clientId: randomUUID() }
    const replies = await Promise.all(Array.from({ length: 5 }, () => aiko.request(threadRoutes.createGroup, { body })))
    for (const { status, body: group } of replies)
      expect({ status, id: group.id }).toEqual({ status: 201, id: replies[0]?.body.id })
    for (const change of [{ name: 'Day watch' }, { recipients: [chie.id] }, { description: 'x' }])
      expect(await aiko.request(threadRoutes.createGroup, { body: { ...body, ...change } })).toMatchObject({ status: 409 })
    expect((await ben.fetch(threadRoutes.groups)).items).toHaveLength(1)
  })

  test('needs a name of valid length and at least one other active user', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const errorOf = async (change: object) => {
      const body = { name: 'Night watch', recipients: [ben.id], ...change }
      return ErrorReply.parse((await aiko.request(threadRoutes.createGroup, { body })).body)
    }
    expect((await errorOf({ name: ' ' })).issues[0]).toMatchObject({ message: 'Please enter a name for the group' })
    expect(await errorOf({ name: 'ab' })).toMatchObject({ issues: [{ message: 'Group name must be longer than 3 characters' }] })
    expect(await errorOf({ name: 'a'.repeat(31) })).toMatchObject({
      issues: [{ message: 'Group name must not be longer than 30 characters' }],
    })
    for (const recipients of [[], [aiko.id]])
      expect(await errorOf({ recipients })).toMatchObject({
        issues: [{ path: 'recipients', message: 'Choose at least one person' }],
      })
    expect(await errorOf({ recipients: [ben.id, randomUUID()] })).toMatchObject({ code: 'user.notFound' })
    await deactivateUser(noroshi, ben)
    expect(await errorOf({})).toMatchObject({ code: 'user.notFound' })
    expect((await aiko.fetch(threadRoutes.groups)).items).toEqual([])
  })

  test('can be changed by an admin only, and its members get the change', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id, version } = await createGroup(aiko, [ben])
    const listening = await ben.openSocket()
    const body = { name: 'day watch', description: 'by the river' }
    expect(await ben.request(threadRoutes.editGroup, { params: { id }, body })).toMatchObject({
      status: 403,
      body: { code: 'thread.notAllowed' },
    })
    const edited = await aiko.fetch(threadRoutes.editGroup, { params: { id }, body })
    expect(edited).toMatchObject({ group: { name: 'Day Watch', description: 'by the river' }, version: version + 1 })
    expect(await listening.next('message-threads:updated')).toMatchObject({ group: edited.group, version: version + 1 })
  })

  test('lists the viewer first and the other members by name', async () => {
    await using noroshi = await startTestServer()
    const [chie, aiko, emi, ben] = await noroshi.people('Chie', 'Aiko', 'emi', 'Ben')
    const { id } = await createGroup(chie, [emi, aiko, ben])
    expect(await namesIn(chie, id)).toEqual(['Chie', 'Aiko', 'Ben', 'emi'])
    expect(await namesIn(emi, id)).toEqual(['emi', 'Aiko', 'Ben', 'Chie'])
    const own = await ben.fetch(threadRoutes.myMembership, { params: { id } })
    expect(own).toEqual((await membersOf(ben, id))[0])
  })

  test('routes answer 404 for a personal thread', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await aiko.fetch(threadRoutes.startPersonal, { body: { recipient: ben.id } })
    const params = { id, userId: ben.id }
    for (const route of [threadRoutes.group, threadRoutes.members, threadRoutes.myMembership, threadRoutes.leave])
      expect((await aiko.request(route, { params })).status).toBe(404)
    for (const route of [threadRoutes.removeMember, threadRoutes.makeAdmin, threadRoutes.removeAdmin])
      expect((await aiko.request(route, { params })).status).toBe(404)
    expect((await aiko.request(threadRoutes.addMembers, { params, body: { userIds: [chie.id] } })).status).toBe(404)
    expect((await aiko.request(threadRoutes.editGroup, { params, body: { name: 'Night' } })).status).toBe(404)
    expect((await aiko.fetch(threadRoutes.personal)).items).toHaveLength(1)
  })
})

describe('a user added to a group', () => {
  test('reads all messages, has none unread and gets later ones; all members are notified', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben])
    const before = await sendMessage(aiko, id)
    const [newcomer, member] = await Promise.all([chie.openSocket(), ben.openSocket()])
    const { items } = await addMembers(aiko, id, [chie, ben])
    expect(items.map(({ user }) => user.firstName)).toEqual(['Aiko', 'Ben', 'Chie'])
    expect(await newcomer.next('message-threads:new_group')).toMatchObject({ id, memberCount: 3 })
    await newcomer.next('membership:changed')
    expect(await member.next('message-threads:updated')).toMatchObject({ id, memberCount: 3 })
    expect(await fetchThread(chie, id)).toMatchObject({ unreadMessagesCount: 0, seenSeq: 1 })
    expect((await fetchMessages(chie, id)).map((message) => message.id)).toEqual([before.id])
    const later = await sendMessage(ben, id)
    expect(await newcomer.next('messages:new_message')).toEqual(later)
    expect((await fetchThread(chie, id)).unreadMessagesCount).toBe(1)
  })

  test('must exist, and only an admin may add them', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben])
    const requestAdd = (person: TestUser, userIds: string[]) =>
      person.request(threadRoutes.addMembers, { params: { id }, body: { userIds } })
    expect(await requestAdd(aiko, [chie.id, randomUUID()])).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
    expect(await requestAdd(ben, [chie.id])).toMatchObject({ status: 403, body: { code: 'thread.notAllowed' } })
    expect(await requestAdd(chie, [chie.id])).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
    expect(await namesIn(aiko, id)).toEqual(['Aiko', 'Ben'])
  })
})

describe('a user who is removed from a group or leaves it', () => {
  test('loses access to messages and events immediately, and the others are notified', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    const [removed, left, admin] = await Promise.all([ben.openSocket(), chie.openSocket(), aiko.openSocket()])
    await removeMember(aiko, id, ben)
    await removed.next('membership:changed')
    expect(await admin.next('message-threads:updated')).toMatchObject({ memberCount: 2 })
    await left.next('message-threads:updated')
    const { version } = await leaveGroup(chie, id)
    await left.next('membership:changed')
    expect(await left.next('message-threads:removed')).toEqual({ id, version })
    expect(await admin.next('message-threads:updated')).toMatchObject({ memberCount: 1 })
    await sendMessage(aiko, id)
    for (const one of [removed, left]) {
      await one.settle()
      expect(one.names().filter((name) => name !== 'message-threads:updated')).toEqual([
        'membership:changed',
        'message-threads:removed',
      ])
    }
    expect(removed.payloadsOf('message-threads:updated')).toEqual([])
    for (const person of [ben, chie]) {
      for (const route of [threadRoutes.get, threadRoutes.group, threadRoutes.members, threadRoutes.myMembership])
        expect((await person.request(route, { params: { id } })).status).toBe(404)
      expect((await person.fetch(threadRoutes.groups)).items).toEqual([])
    }
  })

  test('can be removed only by an admin other than themselves, and only if they are a member', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const { id } = await createGroup(aiko, [ben, chie])
    const requestRemoval = (person: TestUser, other: TestUser) => person.request(threadRoutes.removeMember, targetOf(id, other))
    expect(await requestRemoval(ben, chie)).toMatchObject({ status: 403, body: { code: 'thread.notAllowed' } })
    expect(await requestRemoval(aiko, aiko)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await requestRemoval(aiko, dora)).toMatchObject({ status: 404, body: { code: 'thread.memberNotFound' } })
    expect(await requestRemoval(dora, ben)).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
  })

  test('leaves the role of the last admin to the member who joined first', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const { id } = await createGroup(aiko, [chie])
    noroshi.clock.advance({ minutes: 1 })
    await addMembers(aiko, id, [ben])
    await addMembers(aiko, id, [dora])
    const successor = await chie.openSocket()
    await leaveGroup(aiko, id)
    await successor.next('membership:changed')
    expect(await admins(ben, id)).toEqual(['Chie'])
    await leaveGroup(chie, id)
    expect(await admins(dora, id)).toEqual(['Ben'])
    await leaveGroup(ben, id)
    await leaveGroup(dora, id)
    expect((await noroshi.db.selectFrom('thread_members').selectAll().execute()).length).toBe(0)
  })

  test('is exactly one of two admins who remove each other at the same time', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    await aiko.fetch(threadRoutes.makeAdmin, targetOf(id, ben))
    const replies = await Promise.all([
      aiko.request(threadRoutes.removeMember, targetOf(id, ben)),
      ben.request(threadRoutes.removeMember, targetOf(id, aiko)),
    ])
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404'])
    expect(await admins(chie, id)).toHaveLength(1)
  })
})

test('an admin appoints and removes other admins but not themselves; all members are notified', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  const [own, other] = await Promise.all([ben.openSocket(), chie.openSocket()])
  expect(await ben.request(threadRoutes.makeAdmin, targetOf(id, ben))).toMatchObject({
    status: 403,
    body: { code: 'thread.notAllowed' },
  })
  expect(await aiko.fetch(threadRoutes.makeAdmin, targetOf(id, ben))).toMatchObject({ UserId: ben.id, isAdmin: true })
  await own.next('membership:changed')
  const { version } = await other.next('message-threads:updated')
  expect(await aiko.fetch(threadRoutes.makeAdmin, targetOf(id, ben))).toMatchObject({ isAdmin: true })
  expect((await fetchThread(chie, id)).version).toBe(version)
  expect(await ben.fetch(threadRoutes.removeAdmin, targetOf(id, aiko))).toMatchObject({ UserId: aiko.id, isAdmin: false })
  expect(await ben.request(threadRoutes.removeAdmin, targetOf(id, ben))).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect(await aiko.request(threadRoutes.makeAdmin, targetOf(id, chie))).toMatchObject({ status: 403 })
  expect(await admins(chie, id)).toEqual(['Ben'])
})
