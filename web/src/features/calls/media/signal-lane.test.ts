import { expect, test, vi } from 'vitest'
import type { CallSignal, Endpoint } from '@noroshi/contract/calls/calls.events'
import { type SendResult, SignalLane } from './signal-lane.ts'

const to: Endpoint = { userId: 'u', deviceId: 'd', endpointId: 'e' }
const signal = (name: string): CallSignal => ({ type: 'offer', sdp: name })

test('a lane handles each signal once and in the order of the numbers', async () => {
  const handled: CallSignal[] = []
  const lane = new SignalLane(
    to,
    async () => 'delivered',
    async (each) => void handled.push(each),
  )
  for (const seq of [1, 0, 0, 3, 1, 2]) lane.receive(seq, signal(String(seq)))
  await vi.waitFor(() => expect(handled).toEqual(['0', '1', '2', '3'].map(signal)), 10_000)
})

test('a lane repeats a signal with the same number until it is delivered', async () => {
  vi.useFakeTimers()
  const results: SendResult[] = ['repeat', 'repeat', 'delivered']
  const send = vi.fn(async () => results.shift() ?? 'delivered')
  const lane = new SignalLane(to, send, async () => undefined)
  lane.send(signal('offer'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send.mock.calls).toEqual([0, 0, 0].map((seq) => [to, seq, signal('offer')]))
  vi.useRealTimers()
})

test('a lane does not repeat a signal to an endpoint that is gone, nor after it is closed', async () => {
  vi.useFakeTimers()
  const gone = vi.fn(async () => 'gone' as const)
  new SignalLane(to, gone, async () => undefined).send(signal('offer'))
  const repeat = vi.fn(async () => 'repeat' as const)
  const closed = new SignalLane(to, repeat, async () => undefined)
  closed.send(signal('offer'))
  closed.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(gone).toHaveBeenCalledOnce()
  expect(repeat).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
