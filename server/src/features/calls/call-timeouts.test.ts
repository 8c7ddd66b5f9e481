import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptCall, acknowledgeCall, callGroup, callUser, fetchCall, openCallPage, sessionOf } from '#/testing/scenes/calls.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

// Each test moves the clock of its own server. The timeouts are checked once a second.

let noroshi: TestServer
beforeEach(async () => {
  noroshi = await startTestServer()
})
afterEach(() => noroshi[Symbol.asyncDispose]())

test('a session that no device acknowledges is unreachable after 10 s', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const caller = await aiko.openSocket()
  const call = await callUser(aiko, ben)
  await caller.next('call-session:updated')
  noroshi.clock.advance({ seconds: 10 })
  expect(await caller.next('call-session:updated')).toMatchObject({
    kind: 'unreachable',
    session: { isUnreachable: true, hasMissed: false },
    call: { participants: [] },
  })
  for (const user of [aiko, ben]) expect(await fetchCall(user, call.id)).toMatchObject({ callStatus: 'Unreachable' })
})

test('an acknowledged session is missed after 30 s', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [caller, receiver] = [await aiko.openSocket(), await ben.openSocket()]
  const call = await callUser(aiko, ben)
  const page = await openCallPage(caller, call.id)
  await acknowledgeCall(ben, sessionOf(call, ben))
  noroshi.clock.advance({ seconds: 29 })
  await page.socket.send('call:heartbeat', { callId: call.id, endpointId: page.own.endpointId })
  expect((await fetchCall(ben, call.id)).callStatus).toBeNull()
  noroshi.clock.advance({ seconds: 1 })
  await receiver.next('call-session:updated') // connected: the page of the caller
  expect(await receiver.next('call-session:updated')).toMatchObject({
    kind: 'missed',
    session: { hasMissed: true, isBusy: false },
  })
  expect(await fetchCall(aiko, call.id)).toMatchObject({ callStatus: 'Missed', participants: [] })
})

test('a participant without a heartbeat for 35 s leaves, and the call of two ends', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const call = await callUser(aiko, ben)
  await acceptCall(ben, sessionOf(call, ben))
  const pages = [await openCallPage(await aiko.openSocket(), call.id), await openCallPage(await ben.openSocket(), call.id)]
  const [kept, vanished] = pages
  noroshi.clock.advance({ seconds: 30 })
  await kept?.socket.send('call:heartbeat', { callId: call.id, endpointId: kept.own.endpointId })
  vanished?.socket.close()
  expect((await fetchCall(aiko, call.id)).participants).toHaveLength(2)
  noroshi.clock.advance({ seconds: 5 })
  await expect.poll(async () => (await fetchCall(aiko, call.id)).participants, { timeout: 10_000 }).toEqual([])
  const { sessions } = await fetchCall(aiko, call.id)
  expect(sessions.map(({ disconnectedAt, hasMissed }) => [disconnectedAt !== null, hasMissed])).toEqual([[true, false]])
})

test('in a group call of three the others continue when one vanishes', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const call = await callGroup(aiko, [ben, chie])
  for (const other of [ben, chie]) await acceptCall(other, sessionOf(call, other))
  const staying = [await openCallPage(await ben.openSocket(), call.id), await openCallPage(await chie.openSocket(), call.id)]
  noroshi.clock.advance({ seconds: 34 })
  for (const { socket, own } of staying) await socket.send('call:heartbeat', { callId: call.id, endpointId: own.endpointId })
  noroshi.clock.advance({ seconds: 1 })
  const participants = async () => (await fetchCall(ben, call.id)).participants.map(({ userId }) => userId).toSorted()
  await expect.poll(participants, { timeout: 10_000 }).toEqual([ben.id, chie.id].toSorted())
  expect((await fetchCall(ben, call.id)).endedAt).toBeNull()
})

test('a user who is deactivated during a call leaves it', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const call = await callUser(aiko, ben)
  await acceptCall(ben, sessionOf(call, ben))
  noroshi.clock.advance({ seconds: 9 }) // after the time in which devices reconnect to a new process
  await deactivateUser(noroshi, ben)
  await expect.poll(async () => (await fetchCall(aiko, call.id)).participants, { timeout: 10_000 }).toEqual([])
})
