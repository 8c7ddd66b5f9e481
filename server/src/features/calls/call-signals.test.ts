import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptCall,
  type CallPage,
  callGroup,
  callUser,
  fetchCall,
  leaveCall,
  offer,
  openCallPage,
  sendSignal,
  sessionOf,
} from '#/testing/scenes/calls.ts'
import { longTest } from '#/testing/long-test.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Two users in a personal call, each with a page. */
async function connectedPair() {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const call = await callUser(aiko, ben)
  await acceptCall(ben, sessionOf(call, ben))
  const pages = {
    aiko: await openCallPage(await aiko.openSocket(), call.id),
    ben: await openCallPage(await ben.openSocket(), call.id),
  }
  return { aiko, ben, call, pages }
}

const signalsOf = ({ socket }: Pick<CallPage, 'socket'>) => socket.payloadsOf('call:signal') as { seq: number }[]

test('a signal reaches the page it is for, with its sender, and is acknowledged', async () => {
  const { pages, call } = await connectedPair()
  const signal = offer()
  expect(await sendSignal(pages.aiko, pages.ben.own, 7, signal)).toEqual({ ok: true })
  expect(await pages.ben.socket.next('call:signal')).toEqual({
    callId: call.id,
    from: pages.aiko.own,
    toEndpointId: pages.ben.own.endpointId,
    seq: 7,
    signal,
  })
  expect(signalsOf(pages.aiko)).toEqual([])
})

test('candidates with mDNS names, IPv6 addresses and TCP arrive unchanged', async () => {
  const { pages } = await connectedPair()
  const candidates = [
    'candidate:842163049 1 udp 1677729535 3f0a4c1e-6a1d-4b0e-9a53-5b6d0c1f2e3d.local 51234 typ host generation 0',
    'candidate:1 1 udp 2122262783 fd00::5 51235 typ host generation 0 network-id 2',
    'candidate:2 1 udp 2122194687 2001:db8:85a3::8a2e:370:7334 51236 typ srflx raddr :: rport 0 generation 0',
    'candidate:3 1 tcp 1518280447 192.168.1.5 9 typ host tcptype active generation 0',
  ].map((candidate, at) => ({ candidate, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: `u${at}` }))
  for (const [seq, candidate] of candidates.entries()) {
    const signal = { type: 'candidate' as const, candidate }
    expect(await sendSignal(pages.aiko, pages.ben.own, seq, signal)).toEqual({ ok: true })
    expect(await pages.ben.socket.next('call:signal')).toMatchObject({ seq, signal })
  }
})

test('a signal that the target does not acknowledge is not delivered, and a repetition is', async () => {
  const { pages } = await connectedPair()
  pages.ben.socket.acknowledgesEvents = false
  expect(await sendSignal(pages.aiko, pages.ben.own)).toEqual({ ok: false, code: 'call.notDelivered' })
  pages.ben.socket.acknowledgesEvents = true
  expect(await sendSignal(pages.aiko, pages.ben.own)).toEqual({ ok: true })
  expect(signalsOf(pages.ben).map(({ seq }) => seq)).toEqual([0, 0])
})

longTest('signals to one page arrive in the order of sending, and a silent page does not delay the others', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const call = await callGroup(aiko, [ben, chie])
  for (const other of [ben, chie]) await acceptCall(other, sessionOf(call, other))
  const [host, silent, other] = await Promise.all(
    [aiko, ben, chie].map(async (user) => openCallPage(await user.openSocket(), call.id)),
  )
  if (!host || !silent || !other) throw new Error('a page is missing')
  silent.socket.acknowledgesEvents = false
  const acks: string[] = []
  const delayed = sendSignal(host, silent.own).then(() => acks.push('silent'))
  const sent = Array.from({ length: 30 }, (_, seq) => sendSignal(host, other.own, seq))
  await Promise.all(sent).then(() => acks.push('other'))
  await delayed
  expect(acks).toEqual(['other', 'silent'])
  expect(signalsOf(other).map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, seq) => seq))
})

test('an outsider can neither send nor receive a signal of a call, nor a user who left it', async () => {
  const { pages, aiko, call } = await connectedPair()
  const [chie] = await noroshi.people('Chie')
  const outsider = await chie.openSocket()
  const { endpointId } = pages.ben.own
  // The outsider claims the endpoint of a participant, which follows the session of the socket.
  expect(await outsider.send('call:join', { callId: call.id, endpointId })).toEqual({ ok: false, code: 'call.notFound' })
  for (const own of [endpointId, pages.aiko.own.endpointId, randomUUID()])
    expect(
      await outsider.send('call:signal', { callId: call.id, endpointId: own, to: pages.aiko.own, seq: 0, signal: offer() }),
    ).toEqual({ ok: false, code: 'call.notFound' })
  await sendSignal(pages.aiko, pages.ben.own)
  await outsider.settle()
  expect(outsider.names()).not.toContain('call:signal')

  await leaveCall(aiko, call)
  expect(await sendSignal(pages.aiko, pages.ben.own, 1)).toEqual({ ok: false, code: 'call.ended' })
  expect(signalsOf(pages.ben)).toHaveLength(1)
})

test('a signal to a page of another call, an earlier page or a wrong device is refused', async () => {
  const { pages, ben, call } = await connectedPair()
  const other = await connectedPair()
  const earlier = pages.ben
  const later = await openCallPage(await ben.openSocket(), call.id)
  const targets = [
    other.pages.ben.own,
    earlier.own,
    pages.aiko.own,
    { ...later.own, deviceId: randomUUID() },
    { ...later.own, userId: randomUUID() },
  ]
  for (const to of targets) expect(await sendSignal(pages.aiko, to)).toEqual({ ok: false, code: 'call.notConnected' })
  expect(await sendSignal(earlier, pages.aiko.own)).toEqual({ ok: false, code: 'call.onOtherPage' })
  expect(await sendSignal(pages.aiko, later.own)).toEqual({ ok: true })
  expect([earlier, other.pages.ben].flatMap(signalsOf)).toEqual([])
})

longTest('random commands are refused or delivered, and leave the call as it is', { timeout: 60_000 }, async () => {
  const { pages, call, aiko } = await connectedPair()
  const before = await fetchCall(aiko, call.id)
  const ids = [call.id, pages.aiko.own.endpointId, pages.ben.own.endpointId, pages.ben.own.userId, pages.ben.own.deviceId]
  const id = fc.oneof(fc.constantFrom(...ids), fc.uuid(), fc.string({ maxLength: 40 }))
  const endpoint = fc.oneof(
    fc.constantFrom(pages.aiko.own, pages.ben.own),
    fc.record({ userId: id, deviceId: id, endpointId: id }, { requiredKeys: [] }),
  )
  const signal = fc.oneof(
    fc.record({ type: fc.constantFrom('offer', 'answer', 'candidate', 'media', 'bye'), sdp: fc.string({ unit: 'binary' }) }),
    fc.record({ type: fc.constant('candidate'), candidate: fc.anything() }),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const payload = fc.record(
    { callId: id, endpointId: id, to: endpoint, seq: fc.oneof(fc.nat(), fc.double(), fc.string()), signal },
    { requiredKeys: [] },
  )
  const codes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('call:signal', 'call:heartbeat'), payload, async (name, sent) => {
      const ack = await pages.aiko.socket.send(name, sent)
      codes.add(ack.ok ? 'ok' : ack.code)
    }),
    { numRuns: 100, endOnFailure: true },
  )
  expect(codes).not.toContain('internal')
  expect(codes).not.toContain('unavailable')
  expect(await fetchCall(aiko, call.id)).toEqual(before)
})

test('an outsider’s signal with a valid body reaches no page, with any endpoint, and an outsider gets no signals', async () => {
  const { pages, call } = await connectedPair()
  const [chie] = await noroshi.people('Chie')
  const socket = await chie.openSocket()
  for (const endpointId of [randomUUID(), pages.aiko.own.endpointId, pages.ben.own.endpointId])
    for (const to of [pages.aiko.own, pages.ben.own, { userId: chie.id, deviceId: randomUUID(), endpointId }])
      expect(await socket.send('call:signal', { callId: call.id, endpointId, to, seq: 0, signal: offer() })).toEqual({
        ok: false,
        code: 'call.notFound',
      })
  expect(await sendSignal(pages.aiko, { userId: chie.id, deviceId: randomUUID(), endpointId: randomUUID() })).toMatchObject({
    ok: false,
  })
  await Promise.all([pages.aiko.socket.settle(), pages.ben.socket.settle(), socket.settle()])
  expect([...signalsOf(pages.aiko), ...signalsOf(pages.ben), ...socket.payloadsOf('call:signal')]).toEqual([])
})
