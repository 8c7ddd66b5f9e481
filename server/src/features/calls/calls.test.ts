import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRoutes, SharedCall } from '@noroshi/contract/calls/calls.http'
import {
  acceptCall,
  acknowledgeCall,
  addDevice,
  callGroup,
  callUser,
  fetchCall,
  leaveCall,
  openCallPage,
  rejectCall,
  sessionOf,
} from '#/testing/scenes/calls.ts'
import { setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { IS_LONG } from '#/testing/long-test.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

test('a user calls another one, who acknowledges and accepts; both are connected until one leaves', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [caller, receiver] = [await aiko.openSocket(), await ben.openSocket()]
  const call = await callUser(aiko, ben)
  expect(call).toMatchObject({ isGroupCall: false, HostUserId: aiko.id, callStatus: null, otherUser: { id: ben.id } })
  const { session } = await receiver.next('call-session:incoming')
  expect(session).toMatchObject({ CallerId: aiko.id, ReceiverId: ben.id, joinedAt: null, disconnectedAt: null })
  expect(await caller.next('call-session:updated')).toMatchObject({ kind: 'created_on_existing_call' })

  await acknowledgeCall(ben, session)
  expect(await caller.next('call-session:updated')).toMatchObject({ kind: 'acknowledged' })
  const { session: joined } = await acceptCall(ben, session)
  expect(joined.joinedAt).not.toBeNull()
  for (const socket of [caller, receiver]) expect(await socket.next('call-session:updated')).toMatchObject({ kind: 'accepted' })
  const page = await openCallPage(caller, call.id)
  const connected = await receiver.next('call-session:updated')
  expect(connected.kind).toBe('connected')
  expect(connected.call.participants).toContainEqual(page.own)

  await leaveCall(ben, call)
  await caller.next('call-session:updated') // connected
  expect(await caller.next('call-session:updated')).toMatchObject({ kind: 'disconnected', call: { participants: [] } })
  for (const user of [aiko, ben]) expect(await fetchCall(user, call.id)).toMatchObject({ callStatus: 'Connected' })
})

test('each event carries the call that a refetch returns', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const socket = await aiko.openSocket()
  const call = await callUser(aiko, ben)
  await acceptCall(ben, sessionOf(call, ben))
  await leaveCall(aiko, call)
  await socket.settle()
  const last = socket.payloadsOf('call-session:updated').at(-1)
  expect(last).toMatchObject({ call: SharedCall.parse(await fetchCall(aiko, call.id)) })
})

test('the history shows the outcome of each call to both users', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const rejected = await callUser(aiko, ben)
  await rejectCall(ben, sessionOf(rejected, ben))
  const cancelled = await callUser(aiko, ben)
  await leaveCall(aiko, cancelled)
  const connected = await callUser(ben, aiko)
  await acceptCall(aiko, sessionOf(connected, aiko))
  await leaveCall(ben, connected)
  for (const [user, other] of [
    [aiko, ben],
    [ben, aiko],
  ] as const) {
    const more = await user.fetch(callRoutes.more, { query: { pageNumber: 1, otherUser: other.id } })
    expect(more.calls.map(({ id, callStatus }) => [id, callStatus])).toEqual([
      [connected.id, 'Connected'],
      [cancelled.id, 'Not Connected'],
      [rejected.id, 'Rejected'],
    ])
    const latest = await user.fetch(callRoutes.personal, { query: { pageNumber: 1 } })
    expect([latest.calls.map(({ id }) => id), latest.total]).toEqual([[connected.id], 1])
  }
})

test('the history of a user has pages, newest first, with the number of all calls', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const ids: string[] = []
  for (let count = 0; count < 21; count++) {
    const call = await callGroup(aiko, [ben])
    await leaveCall(aiko, call)
    ids.unshift(call.id)
  }
  const pages = [1, 2, 3].map((pageNumber) => ben.fetch(callRoutes.group, { query: { pageNumber } }))
  const [first, second, third] = await Promise.all(pages)
  expect([first?.pageSize, first?.total, second?.total, third?.total]).toEqual([20, 21, 21, 21])
  expect([first, second].flatMap((page) => page?.calls.map(({ id }) => id))).toEqual(ids)
  expect(third?.calls).toEqual([])
})

test('a user who calls themselves, an unknown or a deactivated user is refused', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await deactivateUser(noroshi, ben)
  for (const [ReceiverId, code] of [
    [aiko.id, 'call.withSelf'],
    [ben.id, 'call.personNotFound'],
    [randomUUID(), 'call.personNotFound'],
  ])
    expect((await aiko.request(callRoutes.startPersonal, { body: { ReceiverId } })).body).toMatchObject({ code })
  for (const body of [{}, { ReceiverId: 'ben' }])
    expect((await aiko.request(callRoutes.startPersonal, { body })).status).toBe(400)
})

test('the history of a user names the deactivated among those with whom they had personal calls', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  for (const other of [ben, chie]) await leaveCall(aiko, await callUser(aiko, other))
  const inactive = async () => (await aiko.fetch(callRoutes.personal, { query: { pageNumber: 1 } })).inactiveUserIds
  expect(await inactive()).toEqual([])
  await deactivateUser(noroshi, ben)
  expect(await inactive()).toEqual([ben.id])
})

test('a block in the personal chat forbids calls in both directions, and an unblock allows them', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  await setAcceptance(ben, id, false)
  for (const [user, other] of [
    [aiko, ben],
    [ben, aiko],
  ] as const) {
    const replies = [
      await user.request(callRoutes.startPersonal, { body: { ReceiverId: other.id } }),
      await user.request(callRoutes.startGroup, { body: { receiverUserIds: [other.id] } }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([403, 403])
    expect(replies[0]?.body).toMatchObject({ code: 'call.blocked' })
  }
  await setAcceptance(ben, id, true)
  await callUser(aiko, ben)
})

test('a repeated request returns the call that this device has begun, and another device is refused', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const call = await callUser(aiko, ben)
  const again = await aiko.request(callRoutes.startPersonal, { body: { ReceiverId: ben.id } })
  expect([again.status, again.body]).toMatchObject([200, { id: call.id }])
  const other = await addDevice(noroshi, aiko)
  const elsewhere = await other.request(callRoutes.startPersonal, { body: { ReceiverId: ben.id } })
  expect([elsewhere.status, elsewhere.body]).toMatchObject([409, { code: 'call.onOtherDevice' }])
})

test('a user who starts another call on the same device leaves the first one', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const first = await callUser(aiko, ben)
  await callUser(aiko, chie)
  expect(await fetchCall(aiko, first.id)).toMatchObject({ callStatus: 'Not Connected', participants: [] })
})

const RUNS = IS_LONG ? 50 : 10

test(
  `two users who call each other at once are connected in one call, in each of ${RUNS} runs`,
  { timeout: 60_000 },
  async () => {
    const outcomes: unknown[] = []
    for (let run = 0; run < RUNS; run++) {
      const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
      const [own, other] = await Promise.all([callUser(aiko, ben), callUser(ben, aiko)])
      const { participants, sessions } = await fetchCall(aiko, own.id)
      outcomes.push([own.id === other.id, participants.length, sessions.map(({ joinedAt }) => joinedAt !== null)])
    }
    expect(outcomes).toEqual(outcomes.map(() => [true, 2, [true]]))
  },
)
