import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored, storageKeys, writeStored } from '../storage.ts'
import type { SoundUse } from './levels.ts'
import { mayPlayNow, onMayPlay, shareSounds } from './other-tabs.ts'
import { beginSound } from './output.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  writeStored(storageKeys.soundingTab, null)
})

/** The reports of another tab. */
const report = (uses: readonly SoundUse[], until = Date.now() + 5_000) =>
  writeStored(storageKeys.soundingTab, JSON.stringify({ tab: 'another', until, uses }))

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
  for (const text of ['', '{', '{"tab":1}', '[]']) {
    writeStored(storageKeys.soundingTab, text)
    expect(mayPlayNow('speech')).toBe(true)
  }
})

test('a tab reports its sounds while they play, and does not silence itself after their end', () => {
  const end = shareSounds()
  const endCall = beginSound('call')
  expect(mayPlayNow('speech')).toBe(false)
  expect(readStored(storageKeys.soundingTab)).toContain('"uses":["call"]')
  endCall()
  expect(mayPlayNow('speech')).toBe(true)
  expect(readStored(storageKeys.soundingTab)).toContain('"uses":[]')
  end()
})
