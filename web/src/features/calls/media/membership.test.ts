import { afterEach, expect, test, vi } from 'vitest'
import { CALL_HEARTBEAT_MS } from '@noroshi/contract/limits'
import { Membership } from './membership.ts'

// The server is replaced: the test decides when and how it answers a command.

interface Sent {
  readonly name: string
  readonly endpointId: string
  readonly answer: (ack: object) => void
}
const { sent } = vi.hoisted(() => ({ sent: [] as Sent[] }))
vi.mock('../../../platform/connection/socket.ts', () => ({
  socket: { connected: true, on: () => undefined, off: () => undefined },
  command: (name: string, { endpointId }: { endpointId: string }) =>
    new Promise((answer) => sent.push({ name, endpointId, answer })),
}))

afterEach(() => {
  sent.length = 0
  vi.useRealTimers()
})

const ok = { ok: true, reply: { call: {} } }
const settle = () => vi.advanceTimersByTimeAsync(0)

function open() {
  vi.useFakeTimers()
  const onEnded = vi.fn<(code: string) => void>()
  const membership = new Membership({ callId: 'call', onJoined: vi.fn(), onEnded })
  membership.open()
  return { membership, onEnded }
}

test('a page that joins as another endpoint has joined only after the server has accepted it', async () => {
  const { membership } = open()
  const first = membership.endpointId
  membership.rejoin()
  expect(membership.endpointId).not.toBe(first)
  expect(sent.map(({ name, endpointId }) => [name, endpointId])).toEqual([
    ['call:join', first],
    ['call:join', membership.endpointId],
  ])
  sent[0]?.answer(ok)
  await settle()
  expect(membership.hasJoined, 'the reply is for the earlier endpoint').toBe(false)
  sent[1]?.answer(ok)
  await settle()
  expect(membership.hasJoined).toBe(true)
  membership.close()
})

test('the end of the earlier endpoint does not end the call on this page', async () => {
  const { membership, onEnded } = open()
  sent[0]?.answer(ok)
  await settle()
  await vi.advanceTimersByTimeAsync(CALL_HEARTBEAT_MS)
  expect(sent[1]?.name).toBe('call:heartbeat')
  membership.rejoin()
  sent[1]?.answer({ ok: false, code: 'call.onOtherPage' })
  await settle()
  expect(onEnded).not.toHaveBeenCalled()
  sent[2]?.answer({ ok: false, code: 'call.onOtherPage' })
  await settle()
  expect(onEnded).toHaveBeenCalledWith('call.onOtherPage')
  membership.close()
})

test('a refusal for a moment is followed by another join, not by a heartbeat of an endpoint that never joined', async () => {
  const { membership, onEnded } = open()
  sent[0]?.answer(ok)
  await settle()
  membership.rejoin()
  sent[1]?.answer({ ok: false, code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(CALL_HEARTBEAT_MS)
  expect(sent[2]).toMatchObject({ name: 'call:join', endpointId: membership.endpointId })
  expect(onEnded).not.toHaveBeenCalled()
  membership.close()
})
