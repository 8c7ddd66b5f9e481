import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RADIO_SPEAKER_LOST_MS, RADIO_TRANSMISSION_MS } from '@noroshi/contract/limits'
import { SILENCE } from '#/testing/scenes/radio.ts'
import { TestSpeechStream } from '#/testing/test-speech.ts'
import { Transmission, type TransmissionStart } from './transmission.ts'

const ID = '01990004-0000-7000-8000-000000000001'
const NO_CALLBACKS = { language: 'en', onPartial: () => undefined, onEndOfUtterance: () => undefined } as const

const begin = () =>
  // `as`: reads no other field
  new Transmission({ id: ID } as TransmissionStart, () => new TestSpeechStream(NO_CALLBACKS, new Promise(() => undefined)))

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a speaker who never stops is over after 60 seconds, and not lost', () => {
  const transmission = begin()
  const seconds = RADIO_TRANSMISSION_MS / 1000
  for (let second = 0; second < seconds; second++) {
    expect(transmission.accept({ transmissionId: ID, seq: 50 * second, packets: [SILENCE] })).toBe(true)
    vi.advanceTimersByTime(1000)
    expect([transmission.isLost(), transmission.isOver()]).toEqual([false, false])
  }
  vi.advanceTimersByTime(1)
  expect([transmission.isLost(), transmission.isOver()]).toEqual([false, true])
  expect(transmission.packets).toHaveLength(seconds)
})

test('frames without packets keep the floor, are not relayed and open no recogniser', () => {
  const openStream = vi.fn()
  const transmission = new Transmission({ id: ID } as TransmissionStart, openStream)
  for (let second = 0; second < 5; second++) {
    vi.advanceTimersByTime(1000)
    expect(transmission.accept({ transmissionId: ID, seq: 0, packets: [] })).toBe(false)
    expect(transmission.isLost()).toBe(false)
  }
  vi.advanceTimersByTime(RADIO_SPEAKER_LOST_MS + 1)
  expect(transmission.isLost()).toBe(true)
  expect(openStream).not.toHaveBeenCalled()
  expect(transmission.packets).toEqual([])
})
