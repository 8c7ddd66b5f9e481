import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored, storageKeys, writeStored } from '../session/storage.ts'
import type { SoundUse } from './levels.ts'
import { isVoicePlaying, mayPlayNow, onMayPlay, shareSounds } from './other-tabs.ts'
import { beginSound } from './output.ts'

/** Elements of the page that play. */
let elements: { muted: boolean; paused: boolean }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  elements = []
  vi.stubGlobal('document', {
    querySelectorAll: () => elements,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
})
afterEach(() => {
  vi.useRealTimers()
  writeStored(storageKeys.soundingTabs, null)
})

/** The reports of another tab. */
const report = (uses: readonly SoundUse[], until = Date.now() + 5_000) =>
  writeStored(storageKeys.soundingTabs, JSON.stringify({ another: { until, uses } }))

test.each(['alarm', 'call', 'ringtone', 'radio'] as const)('no message is read aloud while another tab has: %s', (use) => {
  report([use])
  expect(mayPlayNow('speech')).toBe(false)
  report([])
  expect(mayPlayNow('speech')).toBe(true)
})

test('a call in another tab silences an announcement too, an alarm does not', () => {
  report(['call'])
  expect(mayPlayNow('announcement')).toBe(false)
  report(['alarm'])
  expect(mayPlayNow('announcement')).toBe(true)
})

test('the report of a tab that was closed expires, and the listener is called', () => {
  const listener = vi.fn<() => void>()
  const end = onMayPlay(listener)
  report(['call'])
  expect(mayPlayNow('speech')).toBe(false)
  listener.mockClear()
  vi.advanceTimersByTime(6_000)
  expect(listener).toHaveBeenCalled()
  expect(mayPlayNow('speech')).toBe(true)
  end()
})

test('a report that cannot be read changes nothing', () => {
  for (const text of ['', '{', '{"tab":1}', '[1]']) {
    writeStored(storageKeys.soundingTabs, text)
    expect(mayPlayNow('speech')).toBe(true)
  }
})

test('a tab reports its sounds while they play, and does not silence itself after their end', () => {
  const end = shareSounds()
  const endCall = beginSound('call')
  expect(mayPlayNow('speech')).toBe(false)
  expect(readStored(storageKeys.soundingTabs)).toContain('"uses":["call"]')
  endCall()
  expect(mayPlayNow('speech')).toBe(true)
  expect(readStored(storageKeys.soundingTabs)).toBe('{}')
  end()
})

test('what another tab reads aloud or plays changes no level of this tab, but is known to be a voice', () => {
  for (const use of ['speech', 'announcement', 'playback'] as const) {
    report([use])
    expect([mayPlayNow('speech'), mayPlayNow('playback'), isVoicePlaying()], use).toEqual([true, true, use !== 'speech'])
  }
  report(['ringtone'])
  expect(isVoicePlaying()).toBe(false)
})

test('a tab whose sound ends keeps the reports of the others', () => {
  const end = shareSounds()
  const endSpeech = beginSound('speech')
  const stored = JSON.parse(readStored(storageKeys.soundingTabs) ?? '') as object
  const call = { until: Date.now() + 5_000, uses: ['call'] }
  writeStored(storageKeys.soundingTabs, JSON.stringify({ ...stored, another: call }))
  endSpeech()
  expect(mayPlayNow('speech')).toBe(false)
  expect(JSON.parse(readStored(storageKeys.soundingTabs) ?? '')).toEqual({ another: call })
  end()
})

test('a tab reports a recording until it is paused or removed from the page', () => {
  elements = [{ muted: false, paused: false }]
  const end = shareSounds()
  expect(readStored(storageKeys.soundingTabs)).toContain('"uses":["playback"]')
  elements = []
  vi.advanceTimersByTime(2_000)
  expect(readStored(storageKeys.soundingTabs)).toBe('{}')
  end()
})
