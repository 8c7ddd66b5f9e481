import type { EventPayload } from '@noroshi/contract/realtime'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import {
  acceptCall,
  addToCall,
  callGroup,
  callUser,
  fetchCall,
  leaveCall,
  rejectCall,
  sessionOf,
} from '#/testing/scenes/calls.ts'
import { createGroup, removeMember } from '#/testing/scenes/chats.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** A group call of the first user, which the others have accepted. */
async function joinedCall<Names extends string[]>(...names: Names) {
  const people = await noroshi.people(...names)
  const [host, ...others] = people as [(typeof people)[0], ...(typeof people)[0][]] // at least one name
  const call = await callGroup(host, others)
  for (const other of others) await acceptCall(other, sessionOf(call, other))
  return { people, call }
}

test('members of a group chat call each other under its name', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const group = await createGroup(aiko, [ben, chie])
  const call = await callGroup(ben, [aiko, chie], group.id)
  expect(call).toMatchObject({
    isGroupCall: true,
    name: 'Night Watch',
    MessageGroupId: group.id,
    messageGroup: { name: 'Night Watch', imageUrl: null, MessageThreadId: group.id },
    otherUser: null,
  })
  expect(call.otherUsers.map(({ id }) => id).toSorted()).toEqual([aiko.id, chie.id].toSorted())
  expect((await chie.fetch(callRoutes.group, { query: { pageNumber: 1 } })).calls).toMatchObject([{ id: call.id }])
  expect((await chie.fetch(callRoutes.personal, { query: { pageNumber: 1 } })).calls).toEqual([])
})

test('the people of a call are the host, then the others in the order of their invitations', async () => {
  const [aiko, ben, chie, dan] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dan')
  const call = await callGroup(ben, [dan, chie])
  expect(call.people.map(({ id }) => id)).toEqual([ben.id, dan.id, chie.id])
  expect(call.name).toBe('Dan, Chie')
  await addToCall(ben, call.id, [aiko])
  expect((await fetchCall(dan, call.id)).people.map(({ id }) => id)).toEqual([ben.id, dan.id, chie.id, aiko.id])
})

test('an outsider of a group chat gets 404 for a call in it, and cannot be called in it', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const group = await createGroup(aiko, [ben])
  const start = (user: typeof aiko, receivers: string[], MessageGroupId: string) =>
    user.request(callRoutes.startGroup, { body: { receiverUserIds: receivers, MessageGroupId } })
  expect((await start(chie, [ben.id], group.id)).body).toMatchObject({ code: 'call.groupNotFound' })
  expect((await start(aiko, [ben.id], randomUUID())).body).toMatchObject({ code: 'call.groupNotFound' })
  expect((await start(aiko, [chie.id], group.id)).body).toMatchObject({ code: 'call.personNotFound' })
})

test('more than three receivers, none, or the caller are refused with 400', async () => {
  const [aiko, ...others] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dan', 'Emi')
  const ids = others.map(({ id }) => id)
  const call = await callGroup(aiko, others.slice(0, 1))
  for (const receiverUserIds of [[], ids, [aiko.id], ['none'], 'none']) {
    expect((await aiko.request(callRoutes.startGroup, { body: { receiverUserIds } })).status).toBe(400)
    if (receiverUserIds[0] === aiko.id) continue
    expect((await aiko.request(callRoutes.addMembers, { body: { callId: call.id, receiverUserIds } })).status).toBe(400)
  }
})

test('a participant who is not the host adds a member, whose devices ring, and the others learn it', async () => {
  const { people, call } = await joinedCall('Aiko', 'Ben')
  const [aiko, ben] = people
  const [chie] = await noroshi.people('Chie')
  const [host, added] = [await aiko.openSocket(), await chie.openSocket()]
  const { sessions } = await addToCall(ben, call.id, [chie, aiko])
  expect(sessions).toHaveLength(2)
  const { session } = await added.next('call-session:incoming')
  expect(session).toMatchObject({ CallerId: ben.id, ReceiverId: chie.id })
  expect(await host.next('call-session:updated')).toMatchObject({ kind: 'created_on_existing_call', session: { id: session.id } })
  await acceptCall(chie, session)
  expect((await fetchCall(aiko, call.id)).participants).toHaveLength(3)
})

test('members of its group chat are added to a call, and others get 404 also from the host', async () => {
  const [aiko, ben, chie, dan, emi] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dan', 'Emi')
  const group = await createGroup(aiko, [ben, chie, emi])
  const call = await callGroup(aiko, [ben], group.id)
  await acceptCall(ben, sessionOf(call, ben))
  const add = (user: typeof dan, ...others: (typeof dan)[]) =>
    user.request(callRoutes.addMembers, { body: { callId: call.id, receiverUserIds: others.map(({ id }) => id) } })
  for (const user of [aiko, ben]) expect((await add(user, dan)).body).toMatchObject({ code: 'call.personNotFound' })
  expect((await add(aiko, chie, dan)).status).toBe(404)
  expect((await fetchCall(aiko, call.id)).sessions).toHaveLength(1)
  expect((await add(ben, chie)).status).toBe(200)
  await removeMember(aiko, group.id, emi)
  expect((await add(ben, emi)).body).toMatchObject({ code: 'call.personNotFound' })
  expect((await fetchCall(chie, call.id)).people.map(({ id }) => id)).toEqual([aiko.id, ben.id, chie.id])
})

test('a call with three active sessions is full, and has room again after one of them ends', async () => {
  const { people, call } = await joinedCall('Aiko', 'Ben', 'Chie')
  const [aiko, ben] = people
  const [dan, emi] = await noroshi.people('Dan', 'Emi')
  const add = (...others: (typeof dan)[]) =>
    ben.request(callRoutes.addMembers, { body: { callId: call.id, receiverUserIds: others.map(({ id }) => id) } })
  expect([(await add(dan, emi)).status, (await add(dan)).status]).toEqual([409, 200])
  const full = await add(emi)
  expect([full.status, full.body]).toMatchObject([409, { code: 'call.full' }])
  await rejectCall(dan, sessionOf(await fetchCall(aiko, call.id), dan))
  expect((await add(emi)).status).toBe(200)
})

test('only participants add members, and only to a group call that continues', async () => {
  const { people, call } = await joinedCall('Aiko', 'Ben', 'Chie')
  const [aiko, ben, chie] = people
  const [dan, emi] = await noroshi.people('Dan', 'Emi')
  const add = (user: typeof dan, callId: string) =>
    user.request(callRoutes.addMembers, { body: { callId, receiverUserIds: [emi.id] } })
  expect((await add(dan, call.id)).status).toBe(404)
  await leaveCall(chie, call)
  expect((await add(chie, call.id)).status).toBe(403)
  for (const user of [aiko, ben]) await leaveCall(user, call)
  expect((await add(aiko, call.id)).body).toMatchObject({ code: 'call.ended' })
  const personal = await callUser(aiko, ben)
  expect((await add(aiko, personal.id)).body).toMatchObject({ code: 'call.notGroup' })
})

test('the others continue when the host leaves, until only one of them is left', async () => {
  const { people, call } = await joinedCall('Aiko', 'Ben', 'Chie')
  const [aiko, ben, chie] = people
  const socket = await chie.openSocket()
  await leaveCall(aiko, call)
  expect(await socket.next('call-session:updated')).toMatchObject({ kind: 'disconnected', call: { endedAt: null } })
  const { participants } = await fetchCall(ben, call.id)
  expect(participants.map(({ userId }) => userId).toSorted()).toEqual([ben.id, chie.id].toSorted())
  await leaveCall(ben, call)
  const ended = await fetchCall(chie, call.id)
  expect([ended.participants, ended.sessions.map(({ disconnectedAt }) => disconnectedAt !== null)]).toEqual([[], [true, true]])
  expect(ended.endedAt).not.toBeNull()
})

test('a host who leaves while a member rings cancels that invitation, and the others continue', async () => {
  const [aiko, ben, chie, dan] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dan')
  const call = await callGroup(aiko, [ben, chie, dan])
  for (const other of [ben, chie]) await acceptCall(other, sessionOf(call, other))
  const ringing = await dan.openSocket()
  await leaveCall(aiko, call)
  await ringing.settle()
  const changes = ringing.received
    .filter(({ name }) => name === 'call-session:updated')
    .map(({ payload }) => payload as EventPayload<'call-session:updated'>)
    .map(({ kind, session }) => `${kind} ${session.ReceiverId}`)
  expect(changes).toContain(`remove_on_existing_call ${dan.id}`)
  expect(await fetchCall(dan, call.id)).toMatchObject({ endedAt: null, callStatus: 'Not Connected' })
})

test('a host who left is invited again by the others', async () => {
  const { people, call } = await joinedCall('Aiko', 'Ben', 'Chie')
  const [aiko, ben] = people
  await leaveCall(aiko, call)
  const again = await addToCall(ben, call.id, [aiko])
  await acceptCall(aiko, sessionOf(again, aiko))
  expect((await fetchCall(aiko, call.id)).participants).toHaveLength(3)
})

test('a caller who repeats a request with its client id gets the same call, and no one rings a second time', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const receiver = await ben.openSocket()
  const clientId = randomUUID()
  const start = (receivers: readonly string[]) =>
    aiko.request(callRoutes.startGroup, { body: { receiverUserIds: receivers, clientId, location: null } })
  const replies = await Promise.all([start([ben.id, chie.id]), start([ben.id, chie.id])])
  const [first, second] = replies.map(({ body }) => callRoutes.startGroup.reply.parse(body))
  expect(second).toEqual(first)
  await receiver.settle()
  expect(receiver.payloadsOf('call-session:incoming')).toHaveLength(1)
  expect((await start([ben.id])).body).toMatchObject({ code: 'conflict' })
  // Without a client id, it is a new call, which ends the first one.
  const other = await callGroup(aiko, [ben, chie])
  expect(other.id).not.toBe(first?.id)
  const repeated = callRoutes.startGroup.reply.parse((await start([ben.id, chie.id])).body)
  expect([repeated.id, repeated.endedAt === null]).toEqual([first?.id, false])
})
