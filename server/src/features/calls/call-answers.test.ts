import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import {
  acceptCall,
  acknowledgeCall,
  addDevice,
  callUser,
  fetchCall,
  leaveCall,
  openCallPage,
  rejectCall,
  sessionOf,
} from '#/testing/scenes/calls.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

test('only the receiver answers: the caller gets 403 and an outsider 404', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const call = await callUser(aiko, ben)
  const params = { id: sessionOf(call, ben).id }
  for (const route of [callRoutes.acknowledge, callRoutes.accept, callRoutes.reject] as const) {
    const body = route === callRoutes.accept ? {} : undefined
    expect((await aiko.request(route, { params, body })).status).toBe(403)
    expect((await chie.request(route, { params, body })).status).toBe(404)
    expect((await ben.request(route, { params: { id: randomUUID() }, body })).status).toBe(404)
    expect((await ben.request(route, { params: { id: 'none' }, body })).status).toBe(400)
  }
  expect((await chie.request(callRoutes.get, { params: { id: call.id } })).status).toBe(404)
  expect((await chie.request(callRoutes.forCall, { params: { id: call.id } })).status).toBe(404)
  expect((await chie.request(callRoutes.leave, { body: { callSessionIds: [params.id] } })).status).toBe(404)
  expect(await fetchCall(ben, call.id)).toMatchObject({ endedAt: null, participants: [{ userId: aiko.id }] })
})

test('a receiver with three devices answers on one, and the others learn it', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const devices = [ben, await addDevice(noroshi, ben), await addDevice(noroshi, ben)]
  const sockets = await Promise.all(devices.map(({ token }) => noroshi.openSocket({ token: token ?? '' })))
  const session = sessionOf(await callUser(aiko, ben), ben)
  for (const [index, socket] of sockets.entries()) {
    expect(await socket.next('call-session:incoming')).toMatchObject({ session: { id: session.id }, isReceiverBusy: false })
    await acknowledgeCall(devices[index] ?? ben, session)
  }
  const [first = ben, second = ben] = devices
  await acceptCall(first, session)
  for (const socket of sockets)
    expect(await socket.next('call-session:updated')).toMatchObject({ kind: 'accepted', session: { id: session.id } })
  const refused = await second.request(callRoutes.accept, { params: { id: session.id }, body: {} })
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'call.answeredElsewhere' }])
  // A repeated request of the same device is not an error.
  expect((await acceptCall(first, session)).session.joinedAt).not.toBeNull()
})

test('a page accepts and joins by one command, which the caller receives with the page to connect to', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const caller = await aiko.openSocket()
  const call = await callUser(aiko, ben)
  const { id } = sessionOf(call, ben)
  await caller.next('call-session:updated')
  const endpointId = randomUUID()
  const join = { callId: call.id, endpointId, acceptedSessionId: id }
  const socket = await ben.openSocket()
  const ack = await socket.send('call:join', join)
  expect(ack).toMatchObject({ ok: true, reply: { own: { userId: ben.id, endpointId } } })
  for (const kind of ['accepted', 'connected']) {
    const update = (await caller.next('call-session:updated')) as EventPayload<'call-session:updated'>
    expect(update).toMatchObject({ kind, session: { id } })
    expect(update.call.participants.map((one) => one.endpointId)).toContain(endpointId)
  }
  // A repeated command of the same device is no error, and another device learns that the call is answered.
  expect(await socket.send('call:join', join)).toMatchObject({ ok: true })
  const { token } = await addDevice(noroshi, ben)
  const other = await noroshi.openSocket({ token: token ?? '' })
  expect(await other.send('call:join', join)).toMatchObject({ ok: false, code: 'call.answeredElsewhere' })
})

test('only the receiver accepts by joining, only a session of that call, and not after its end', async () => {
  const [aiko, ben, chie, dai] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dai')
  const call = await callUser(aiko, ben)
  const { id: acceptedSessionId } = sessionOf(call, ben)
  const otherCall = await callUser(chie, dai)
  const codeOf = async (user: typeof ben, sessionId: string) => {
    const ack = await (
      await user.openSocket()
    ).send('call:join', {
      callId: call.id,
      endpointId: randomUUID(),
      acceptedSessionId: sessionId,
    })
    return ack.ok ? 'ok' : ack.code
  }
  expect(await codeOf(aiko, acceptedSessionId)).toBe('forbidden')
  expect(await codeOf(chie, acceptedSessionId)).toBe('call.notFound')
  expect(await codeOf(ben, sessionOf(otherCall, dai).id)).toBe('call.sessionNotFound')
  expect(await codeOf(ben, randomUUID())).toBe('call.sessionNotFound')
  expect(await codeOf(ben, 'none')).toBe('invalid')
  expect(await fetchCall(ben, call.id)).toMatchObject({ participants: [{ userId: aiko.id }] })
  await leaveCall(aiko, call)
  expect(await codeOf(ben, acceptedSessionId)).toBe('call.sessionOver')
})

test('a user in a call who gets another one is busy: the device acknowledges and the session is missed', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const call = await callUser(aiko, ben)
  await acceptCall(ben, sessionOf(call, ben))
  const caller = await chie.openSocket()
  const device = await ben.openSocket()
  const other = await callUser(chie, ben)
  expect(await device.next('call-session:incoming')).toMatchObject({ isReceiverBusy: true })
  await caller.next('call-session:updated')
  await acknowledgeCall(ben, sessionOf(other, ben))
  expect(await caller.next('call-session:updated')).toMatchObject({
    kind: 'missed',
    session: { isBusy: true, hasMissed: true },
    call: { participants: [] },
  })
  expect(await fetchCall(ben, other.id)).toMatchObject({ callStatus: 'Missed' })
  expect(await fetchCall(ben, call.id)).toMatchObject({ endedAt: null })
})

test('a receiver who rejects ends a personal call, and gets 409 when accepting it later', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const caller = await aiko.openSocket()
  const session = sessionOf(await callUser(aiko, ben), ben)
  await caller.next('call-session:updated')
  await rejectCall(ben, session)
  expect(await caller.next('call-session:updated')).toMatchObject({ kind: 'rejected', call: { participants: [] } })
  await rejectCall(ben, session)
  const late = await ben.request(callRoutes.accept, { params: { id: session.id }, body: {} })
  expect([late.status, late.body]).toMatchObject([409, { code: 'call.sessionOver' }])
})

test('a receiver who leaves while it rings rejects, and a caller who leaves cancels', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const rejected = await callUser(aiko, ben)
  await leaveCall(ben, rejected)
  expect(await fetchCall(aiko, rejected.id)).toMatchObject({ callStatus: 'Rejected' })
  const receiver = await ben.openSocket()
  const cancelled = await callUser(aiko, ben)
  await receiver.next('call-session:incoming')
  await leaveCall(aiko, cancelled)
  expect(await receiver.next('call-session:updated')).toMatchObject({ kind: 'disconnected', session: { joinedAt: null } })
  expect(await fetchCall(aiko, cancelled.id)).toMatchObject({ callStatus: 'Not Connected' })
})

test('a user who accepts a call leaves another one on the same device', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const first = await callUser(aiko, ben)
  await acceptCall(ben, sessionOf(first, ben))
  const second = await callUser(chie, aiko)
  await acceptCall(aiko, sessionOf(second, aiko))
  expect(await fetchCall(ben, first.id)).toMatchObject({ participants: [] })
  expect((await fetchCall(chie, second.id)).participants).toHaveLength(2)
})

test('a later page of the same device takes the call over, and the earlier page cannot end it', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const call = await callUser(aiko, ben)
  const page = await openCallPage(await aiko.openSocket(), call.id)
  const later = await openCallPage(await aiko.openSocket(), call.id)
  const heartbeat = ({ socket, own, callId }: typeof page) =>
    socket.send('call:heartbeat', { callId, endpointId: own.endpointId })
  expect(await heartbeat(page)).toEqual({ ok: false, code: 'call.onOtherPage' })
  expect(await heartbeat(later)).toEqual({ ok: true })
  await leaveCall(aiko, call, page.own.endpointId)
  expect(await fetchCall(aiko, call.id)).toMatchObject({ endedAt: null, participants: [later.own] })
  await leaveCall(aiko, call, later.own.endpointId)
  expect(await heartbeat(later)).toEqual({ ok: false, code: 'call.ended' })
})

test('a page on another device of a participant cannot join the call or end it', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const call = await callUser(aiko, ben)
  const other = await addDevice(noroshi, aiko)
  const socket = await noroshi.openSocket({ token: other.token ?? '' })
  const endpointId = randomUUID()
  expect(await socket.send('call:join', { callId: call.id, endpointId })).toEqual({ ok: false, code: 'call.onOtherDevice' })
  await leaveCall(other, call, endpointId)
  expect(await fetchCall(aiko, call.id)).toMatchObject({ endedAt: null })
})
