import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, callRoutes } from '@noroshi/contract/calls/calls.http'
import { CALL_SESSIONS_MAX } from '@noroshi/contract/limits'
import type { EventPayload } from '@noroshi/contract/realtime'
import {
  acceptCall,
  addDevice,
  addToCall,
  callGroup,
  callUser,
  cancelCall,
  fetchCall,
  leaveCall,
  openCallPage,
  rejectCall,
  rejoinCall,
  sessionOf,
} from '#/testing/scenes/calls.ts'
import type { Caller } from '#/testing/caller.ts'
import { createGroup, removeMember, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const rejoin = (user: Caller, call: Pick<Call, 'id'>) => user.request(callRoutes.rejoin, { params: { id: call.id } })

/** A group call of the first of four users, which the others have accepted. */
async function callOfFour(withGroup = false) {
  const people = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dan')
  const [aiko, ...others] = people
  const group = withGroup ? await createGroup(aiko, others) : null
  const call = await callGroup(aiko, others, group?.id)
  for (const other of others) await acceptCall(other, sessionOf(call, other))
  return { people, call, group }
}

test('the host of four leaves and comes back, and the others connect to the new page', async () => {
  const { people, call } = await callOfFour()
  const [aiko, ben] = people
  const socket = await aiko.openSocket()
  await openCallPage(socket, call.id)
  await leaveCall(aiko, call)
  const watcher = await ben.openSocket()
  const back = await rejoinCall(aiko, call)
  expect(back.participants).toHaveLength(4)
  const { own } = await openCallPage(socket, call.id)
  await watcher.settle()
  const [{ call: newest }] = watcher.payloadsOf('call-session:updated').slice(-1) as [EventPayload<'call-session:updated'>]
  expect(newest.participants.find(({ userId }) => userId === aiko.id)).toMatchObject({ endpointId: own.endpointId })
  // A repeated request changes nothing.
  expect((await rejoinCall(aiko, call)).version).toBe(newest.version)
})

test('a receiver who left continues the same session, however often', async () => {
  const { people, call } = await callOfFour()
  const [, ben] = people
  for (let times = 0; times < 3; times++) {
    await leaveCall(ben, call)
    expect((await fetchCall(ben, call.id)).participants).toHaveLength(3)
    await rejoinCall(ben, call)
  }
  const { sessions, participants } = await fetchCall(ben, call.id)
  expect([sessions.length, participants.length]).toEqual([3, 4])
  expect(sessionOf({ sessions }, ben)).toMatchObject({ id: sessionOf(call, ben).id, disconnectedAt: null })
})

test('a free seat belongs to the people in the call, not to those who left it', async () => {
  const { people, call } = await callOfFour()
  const [aiko, ben, chie, dan] = people
  const [emi] = await noroshi.people('Emi')
  await leaveCall(aiko, call)
  // Three sessions are active, and one of four seats is free.
  await addToCall(ben, call.id, [emi])
  expect((await rejoin(aiko, call)).body).toMatchObject({ code: 'call.full' })
  await rejectCall(emi, sessionOf(await fetchCall(ben, call.id), emi))
  expect((await rejoin(aiko, call)).status).toBe(200)
  expect((await rejoin(emi, call)).body).toMatchObject({ code: 'call.full' })
  await leaveCall(dan, call)
  // A user who rejected may join later by a new session: the outcome of the invitation stays.
  const joined = await rejoinCall(emi, call)
  expect(joined.sessions.filter(({ ReceiverId }) => ReceiverId === emi.id)).toMatchObject([
    { hasRejected: true, joinedAt: null },
    { hasRejected: false, disconnectedAt: null },
  ])
  expect((await rejoin(dan, call)).body).toMatchObject({ code: 'call.full' })
  expect((await fetchCall(chie, call.id)).participants).toHaveLength(4)
})

test('a user whose invitation rings joins by it', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const call = await callGroup(aiko, [ben, chie])
  expect((await rejoinCall(ben, call)).sessions).toHaveLength(2)
  expect(sessionOf(await fetchCall(ben, call.id), ben).joinedAt).not.toBeNull()
})

test('outsiders, cancelled invitations, ended and personal calls are refused', async () => {
  const { people, call } = await callOfFour()
  const [aiko, ben, chie, dan] = people
  const [emi] = await noroshi.people('Emi')
  expect((await rejoin(emi, call)).status).toBe(404)
  expect((await rejoin(aiko, { id: randomUUID() })).status).toBe(404)
  expect((await rejoin(aiko, { id: 'none' })).status).toBe(400)
  await leaveCall(dan, call)
  await cancelCall(ben, sessionOf(await addToCall(ben, call.id, [emi]), emi))
  expect((await rejoin(emi, call)).status).toBe(403)
  for (const user of [ben, chie]) await leaveCall(user, call)
  expect((await rejoin(aiko, call)).body).toMatchObject({ code: 'call.ended' })
  const personal = await callUser(aiko, ben)
  await acceptCall(ben, sessionOf(personal, ben))
  await leaveCall(aiko, personal)
  expect((await rejoin(aiko, personal)).body).toMatchObject({ code: 'call.notGroup' })
})

test('a removed member does not come back to the call of a group, nor a blocked person to one without a group', async () => {
  const ofGroup = await callOfFour(true)
  const [aiko, ben] = ofGroup.people
  await leaveCall(ben, ofGroup.call)
  await removeMember(aiko, ofGroup.group?.id ?? '', ben)
  expect((await rejoin(ben, ofGroup.call)).body).toMatchObject({ code: 'call.groupNotFound' })
  const { people, call } = await callOfFour()
  const [, emi, fumi] = people
  await leaveCall(emi, call)
  await setAcceptance(fumi, (await startPersonalChat(fumi, emi)).id, false)
  expect((await rejoin(emi, call)).body).toMatchObject({ code: 'call.blocked' })
  await leaveCall(fumi, call)
  expect((await rejoin(emi, call)).status).toBe(200)
})

test('a user joins with another device only after the first one has left, and leaves another call', async () => {
  const { people, call } = await callOfFour()
  const [, ben, , dan] = people
  const phone = await addDevice(noroshi, ben)
  expect((await phone.request(callRoutes.rejoin, { params: { id: call.id } })).body).toMatchObject({ code: 'call.onOtherDevice' })
  await leaveCall(ben, call)
  await leaveCall(dan, call)
  const other = await callUser(ben, dan)
  await rejoinCall(ben, call)
  expect((await fetchCall(ben, other.id)).endedAt).not.toBeNull()
})

test('the participant who invited and the host cancel an invitation that rings', async () => {
  const { people, call } = await callOfFour()
  const [aiko, ben, chie, dan] = people
  const [emi] = await noroshi.people('Emi')
  const cancel = (user: typeof ben, session: { id: string }) => user.request(callRoutes.cancel, { params: { id: session.id } })
  await leaveCall(dan, call)
  const ringing = await emi.openSocket()
  const first = sessionOf(await addToCall(ben, call.id, [emi]), emi)
  expect((await cancel(chie, first)).status).toBe(403)
  expect((await cancel(dan, first)).status).toBe(403)
  expect((await cancel(emi, first)).status).toBe(403)
  expect((await cancel(ben, first)).status).toBe(200)
  expect((await cancel(ben, first)).status).toBe(200)
  await ringing.settle()
  expect(ringing.payloadsOf('call-session:updated').at(-1)).toMatchObject({
    kind: 'remove_on_existing_call',
    session: { id: first.id, joinedAt: null, hasMissed: false },
    call: { endedAt: null },
  })
  const second = sessionOf(await addToCall(ben, call.id, [emi]), emi)
  expect((await cancel(aiko, second)).status).toBe(200)
  const third = sessionOf(await addToCall(ben, call.id, [emi]), emi)
  await acceptCall(emi, third)
  expect((await cancel(aiko, third)).body).toMatchObject({ code: 'call.sessionOver' })
})

test('a host who cancels the last invitation ends the call', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const call = await callGroup(aiko, [ben, chie])
  await cancelCall(aiko, sessionOf(call, ben))
  expect((await fetchCall(aiko, call.id)).endedAt).toBeNull()
  await cancelCall(aiko, sessionOf(call, chie))
  expect((await fetchCall(ben, call.id)).endedAt).not.toBeNull()
})

test('a call refuses more invitations than its events can carry', async () => {
  const { people, call } = await callOfFour()
  const [, ben, , dan] = people
  const [emi] = await noroshi.people('Emi')
  await leaveCall(dan, call)
  // The same rows as so many cancelled invitations write, without the rate limit of the route.
  await noroshi.db
    .insertInto('call_sessions')
    .values(
      Array.from({ length: CALL_SESSIONS_MAX - 3 }, () => ({
        id: randomUUID(),
        call_id: call.id,
        caller_id: ben.id,
        receiver_id: emi.id,
        created_at: new Date(),
        disconnected_at: new Date(),
      })),
    )
    .execute()
  const added = await ben.request(callRoutes.addMembers, { body: { callId: call.id, receiverUserIds: [emi.id] } })
  expect(added.body).toMatchObject({ code: 'call.full' })
})
