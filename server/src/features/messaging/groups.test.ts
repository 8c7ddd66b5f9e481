import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ErrorReply } from '@noroshi/contract/errors'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { adds, leaves, makesGroup, opens, reads, removes, says } from '#/testing/chats.ts'
import { deactivates } from '#/testing/groups.ts'
import { type Person, unit } from '#/testing/unit.ts'

const membersOf = async (person: Person, id: string) => (await person.gets(threadRoutes.members, { params: { id } })).items
const namesIn = async (person: Person, id: string) => (await membersOf(person, id)).map(({ user }) => user.firstName)
const admins = async (person: Person, id: string) =>
  (await membersOf(person, id)).filter(({ isAdmin }) => isAdmin).map(({ user }) => user.firstName)
const about = (id: string, { id: userId }: Person) => ({ params: { id, userId } })

describe('a group', () => {
  test('is made by its admin, told to all of its people, and by nobody else known of', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const listening = await Promise.all([aiko, ben, chie].map((person) => person.listens()))
    const outsider = await dora.listens()
    const body = {
      name: ' wakaba night watch ',
      description: 'who walks tonight',
      recipients: [ben.id, chie.id, ben.id, aiko.id],
    }
    const { status, body: group } = await aiko.asks(threadRoutes.createGroup, { body })
    expect(status).toBe(201)
    expect(group).toMatchObject({
      isGroup: true,
      group: { name: 'Wakaba Night Watch', description: 'who walks tonight', imageUrl: null },
      members: [],
      memberCount: 3,
      recipient: null,
      hasAccepted: true,
      blockedBy: [],
      unreadMessagesCount: 0,
    })
    for (const one of listening)
      expect(await one.next('message-threads:new_group')).toMatchObject({ id: group.id, memberCount: 3 })
    expect(await opens(ben, group.id)).toMatchObject({ hasAccepted: true, unreadMessagesCount: 0 })
    expect(await admins(ben, group.id)).toEqual(['Aiko'])
    expect((await ben.gets(threadRoutes.groups)).items).toEqual([await opens(ben, group.id)])
    expect((await dora.gets(threadRoutes.groups)).items).toEqual([])
    await outsider.settles()
    expect(outsider.names()).toEqual([])
  })

  test('made again by the same id is the same; with anything else it is a conflict', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const body = { name: 'Night watch', recipients: [ben.id], clientId: randomUUID() }
    const made = await Promise.all(Array.from({ length: 5 }, () => aiko.asks(threadRoutes.createGroup, { body })))
    for (const { status, body: group } of made) expect({ status, id: group.id }).toEqual({ status: 201, id: made[0]?.body.id })
    for (const change of [{ name: 'Day watch' }, { recipients: [chie.id] }, { description: 'x' }])
      expect(await aiko.asks(threadRoutes.createGroup, { body: { ...body, ...change } })).toMatchObject({ status: 409 })
    expect((await ben.gets(threadRoutes.groups)).items).toHaveLength(1)
  })

  test('has a name of its length, and somebody in it whom the unit knows', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const refusal = async (change: object) => {
      const body = { name: 'Night watch', recipients: [ben.id], ...change }
      return ErrorReply.parse((await aiko.asks(threadRoutes.createGroup, { body })).body)
    }
    expect((await refusal({ name: ' ' })).issues[0]).toMatchObject({ message: 'Please enter a name for the group' })
    expect(await refusal({ name: 'ab' })).toMatchObject({ issues: [{ message: 'Group name must be longer than 3 characters' }] })
    expect(await refusal({ name: 'a'.repeat(31) })).toMatchObject({
      issues: [{ message: 'Group name must not be longer than 30 characters' }],
    })
    for (const recipients of [[], [aiko.id]])
      expect(await refusal({ recipients })).toMatchObject({
        issues: [{ path: 'recipients', message: 'Choose at least one person' }],
      })
    expect(await refusal({ recipients: [ben.id, randomUUID()] })).toMatchObject({ code: 'user.notFound' })
    await deactivates(noroshi, ben)
    expect(await refusal({})).toMatchObject({ code: 'user.notFound' })
    expect((await aiko.gets(threadRoutes.groups)).items).toEqual([])
  })

  test('is changed by its admins alone, and everybody in it sees the change', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id, version } = await makesGroup(aiko, [ben])
    const listening = await ben.listens()
    const body = { name: 'day watch', description: 'by the river' }
    expect(await ben.asks(threadRoutes.editGroup, { params: { id }, body })).toMatchObject({
      status: 403,
      body: { code: 'thread.notAllowed' },
    })
    const edited = await aiko.gets(threadRoutes.editGroup, { params: { id }, body })
    expect(edited).toMatchObject({ group: { name: 'Day Watch', description: 'by the river' }, version: version + 1 })
    expect(await listening.next('message-threads:updated')).toMatchObject({ group: edited.group, version: version + 1 })
  })

  test('names its members, oneself first and then by name', async () => {
    await using noroshi = await unit()
    const [chie, aiko, emi, ben] = await noroshi.people('Chie', 'Aiko', 'emi', 'Ben')
    const { id } = await makesGroup(chie, [emi, aiko, ben])
    expect(await namesIn(chie, id)).toEqual(['Chie', 'Aiko', 'Ben', 'emi'])
    expect(await namesIn(emi, id)).toEqual(['emi', 'Aiko', 'Ben', 'Chie'])
    const own = await ben.gets(threadRoutes.myMembership, { params: { id } })
    expect(own).toEqual((await membersOf(ben, id))[0])
  })

  test('is no personal thread, by none of its addresses', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await aiko.gets(threadRoutes.startPersonal, { body: { recipient: ben.id } })
    const params = { id, userId: ben.id }
    for (const route of [threadRoutes.group, threadRoutes.members, threadRoutes.myMembership, threadRoutes.leave])
      expect((await aiko.asks(route, { params })).status).toBe(404)
    for (const route of [threadRoutes.removeMember, threadRoutes.makeAdmin, threadRoutes.removeAdmin])
      expect((await aiko.asks(route, { params })).status).toBe(404)
    expect((await aiko.asks(threadRoutes.addMembers, { params, body: { userIds: [chie.id] } })).status).toBe(404)
    expect((await aiko.asks(threadRoutes.editGroup, { params, body: { name: 'Night' } })).status).toBe(404)
    expect((await aiko.gets(threadRoutes.personal)).items).toHaveLength(1)
  })
})

describe('who is added to a group', () => {
  test('reads all of it and has nothing unread, and hears what comes; all learn of it', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben])
    const before = await says(aiko, id)
    const [newcomer, member] = await Promise.all([chie.listens(), ben.listens()])
    const { items } = await adds(aiko, id, [chie, ben])
    expect(items.map(({ user }) => user.firstName)).toEqual(['Aiko', 'Ben', 'Chie'])
    expect(await newcomer.next('message-threads:new_group')).toMatchObject({ id, memberCount: 3 })
    await newcomer.next('membership:changed')
    expect(await member.next('message-threads:updated')).toMatchObject({ id, memberCount: 3 })
    expect(await opens(chie, id)).toMatchObject({ unreadMessagesCount: 0, seenSeq: 1 })
    expect((await reads(chie, id)).map((message) => message.id)).toEqual([before.id])
    const later = await says(ben, id)
    expect(await newcomer.next('messages:new_message')).toEqual(later)
    expect((await opens(chie, id)).unreadMessagesCount).toBe(1)
  })

  test('is somebody whom the unit knows, and by an admin', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben])
    const asks = (person: Person, userIds: string[]) =>
      person.asks(threadRoutes.addMembers, { params: { id }, body: { userIds } })
    expect(await asks(aiko, [chie.id, randomUUID()])).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
    expect(await asks(ben, [chie.id])).toMatchObject({ status: 403, body: { code: 'thread.notAllowed' } })
    expect(await asks(chie, [chie.id])).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
    expect(await namesIn(aiko, id)).toEqual(['Aiko', 'Ben'])
  })
})

describe('who is removed from a group, or leaves it', () => {
  test('hears and reads no more of it at once, and the others learn of it', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    const [removed, left, admin] = await Promise.all([ben.listens(), chie.listens(), aiko.listens()])
    await removes(aiko, id, ben)
    await removed.next('membership:changed')
    expect(await admin.next('message-threads:updated')).toMatchObject({ memberCount: 2 })
    await left.next('message-threads:updated')
    await leaves(chie, id)
    await left.next('membership:changed')
    expect(await admin.next('message-threads:updated')).toMatchObject({ memberCount: 1 })
    await says(aiko, id)
    for (const one of [removed, left]) {
      await one.settles()
      expect(one.names().filter((name) => name !== 'message-threads:updated')).toEqual(['membership:changed'])
    }
    expect(removed.payloadsOf('message-threads:updated')).toEqual([])
    for (const person of [ben, chie]) {
      for (const route of [threadRoutes.get, threadRoutes.group, threadRoutes.members, threadRoutes.myMembership])
        expect((await person.asks(route, { params: { id } })).status).toBe(404)
      expect((await person.gets(threadRoutes.groups)).items).toEqual([])
    }
  })

  test('by an admin’s hand alone, never by one’s own, and only if they are in it', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const { id } = await makesGroup(aiko, [ben, chie])
    const asks = (person: Person, other: Person) => person.asks(threadRoutes.removeMember, about(id, other))
    expect(await asks(ben, chie)).toMatchObject({ status: 403, body: { code: 'thread.notAllowed' } })
    expect(await asks(aiko, aiko)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await asks(aiko, dora)).toMatchObject({ status: 404, body: { code: 'thread.memberNotFound' } })
    expect(await asks(dora, ben)).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
  })

  test('as its last admin, makes the one who is longest in it an admin', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const { id } = await makesGroup(aiko, [chie])
    noroshi.clock.advance({ minutes: 1 })
    await adds(aiko, id, [ben])
    await adds(aiko, id, [dora])
    const heir = await chie.listens()
    await leaves(aiko, id)
    await heir.next('membership:changed')
    expect(await admins(ben, id)).toEqual(['Chie'])
    await leaves(chie, id)
    expect(await admins(dora, id)).toEqual(['Ben'])
    await leaves(ben, id)
    await leaves(dora, id)
    expect((await noroshi.db.selectFrom('thread_members').selectAll().execute()).length).toBe(0)
  })

  test('of two admins who remove each other at once, one stays', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    await aiko.gets(threadRoutes.makeAdmin, about(id, ben))
    const answers = await Promise.all([
      aiko.asks(threadRoutes.removeMember, about(id, ben)),
      ben.asks(threadRoutes.removeMember, about(id, aiko)),
    ])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404'])
    expect(await admins(chie, id)).toHaveLength(1)
  })
})

test('an admin makes others admins and takes it back, never from themselves; all learn of it', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await makesGroup(aiko, [ben, chie])
  const [own, other] = await Promise.all([ben.listens(), chie.listens()])
  expect(await ben.asks(threadRoutes.makeAdmin, about(id, ben))).toMatchObject({
    status: 403,
    body: { code: 'thread.notAllowed' },
  })
  expect(await aiko.gets(threadRoutes.makeAdmin, about(id, ben))).toMatchObject({ UserId: ben.id, isAdmin: true })
  await own.next('membership:changed')
  const { version } = await other.next('message-threads:updated')
  expect(await aiko.gets(threadRoutes.makeAdmin, about(id, ben))).toMatchObject({ isAdmin: true })
  expect((await opens(chie, id)).version).toBe(version)
  expect(await ben.gets(threadRoutes.removeAdmin, about(id, aiko))).toMatchObject({ UserId: aiko.id, isAdmin: false })
  expect(await ben.asks(threadRoutes.removeAdmin, about(id, ben))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await aiko.asks(threadRoutes.makeAdmin, about(id, chie))).toMatchObject({ status: 403 })
  expect(await admins(chie, id)).toEqual(['Ben'])
})
