import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COUNTDOWN_MS } from '../../../platform/early-presses.ts'
import { type Delivery, type RaiseReply, SosRaiser, SPEECH_WAIT_MS } from '../sos-raiser.ts'

const reply: RaiseReply = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-11-21T09:42:00.000Z',
  alertMessageThread: { MessageThreadId: '01990000-0000-7000-8000-000000000002' },
  isExisting: false,
  recipientCount: 48,
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A spoken SOS whose countdown is about to end. */
async function startSpoken() {
  const sent: Delivery[] = []
  const raiser = new SosRaiser({
    locate: () => () => undefined,
    deliver(delivery) {
      sent.push(delivery)
      return Promise.resolve(reply)
    },
    sendLocation: () => undefined,
  })
  raiser.countDown()
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS - 100)
  return { raiser, sent, stage: () => raiser.view.get().stage }
}

test('an SOS waits at its end for the text of what was said before, and "stop" cancels it', async () => {
  const { raiser, sent, stage } = await startSpoken()
  raiser.reportSpeech(true)
  await vi.advanceTimersByTimeAsync(SPEECH_WAIT_MS)
  expect(stage()).toBe('awaitingSpeech')
  raiser.cancel()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
})

test('an SOS is sent as soon as the text is known or has failed', async () => {
  const { raiser, sent } = await startSpoken()
  raiser.reportSpeech(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([])
  raiser.reportSpeech(false)
  expect(sent).toHaveLength(1)
})

test('speech that does not end delays an SOS once and for six seconds at most', async () => {
  const { raiser, sent } = await startSpoken()
  for (let ms = 0; ms < 60_000; ms += 100) {
    raiser.reportSpeech(true)
    if (ms === 100 + SPEECH_WAIT_MS) expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(ms < 20_000 ? 100 : 10_000)
  }
  expect(sent).toHaveLength(1)
})

test('an SOS with nothing unknown is sent at the end of its countdown, and so is the next one', async () => {
  const { raiser, sent } = await startSpoken()
  raiser.reportSpeech(true)
  raiser.reportSpeech(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toHaveLength(1)
  raiser.countDown()
  raiser.reportSpeech(true)
  raiser.cancel()
  raiser.countDown()
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS)
  expect(sent).toHaveLength(2)
})

test('"send now" sends an SOS that waits for a text, and so does a page that was frozen for the whole wait', async () => {
  for (const wake of [false, true]) {
    const { raiser, sent } = await startSpoken()
    raiser.reportSpeech(true)
    await vi.advanceTimersByTimeAsync(200)
    raiser.wake()
    expect(sent).toEqual([])
    if (wake) vi.setSystemTime(Date.now() + SPEECH_WAIT_MS)
    if (wake) raiser.wake()
    else raiser.sendNow()
    expect(sent).toHaveLength(1)
  }
})
