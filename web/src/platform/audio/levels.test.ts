import { expect, test } from 'vitest'
import { levelsOf } from './levels.ts'

test('an alarm sounds at full level alone and quieter during a call, which keeps its level', () => {
  expect(levelsOf(new Set(['alarm'])).alarm).toBe(1)
  const both = levelsOf(new Set(['alarm', 'call']))
  expect(both.alarm).toBeGreaterThan(0)
  expect(both.alarm).toBeLessThan(1)
  expect(both.call).toBe(1)
})

test('a call silences the ringtone, the radio and playback', () => {
  expect(levelsOf(new Set(['call', 'radio', 'playback', 'ringtone']))).toMatchObject({ ringtone: 0, radio: 0, playback: 0 })
})

test('an alarm lowers the ringtone, the radio and playback without silencing them', () => {
  const { ringtone, radio, playback } = levelsOf(new Set(['alarm']))
  for (const level of [ringtone, radio, playback]) {
    expect(level).toBeGreaterThan(0)
    expect(level).toBeLessThan(1)
  }
})

test('a caller hears ringing during their own call, and quieter below an alarm', () => {
  expect(levelsOf(new Set(['ringback', 'call'])).ringback).toBe(1)
  expect(levelsOf(new Set(['ringback', 'alarm'])).ringback).toBeLessThan(1)
})

test('playback is silent while the radio sounds or a call rings', () => {
  expect(levelsOf(new Set(['radio'])).playback).toBe(0)
  expect(levelsOf(new Set(['ringtone'])).playback).toBe(0)
  expect(levelsOf(new Set()).playback).toBe(1)
})

test.each(['alarm', 'announcement', 'call', 'ringtone', 'ringback', 'radio'] as const)(
  'no message is read aloud over: %s',
  (use) => {
    expect(levelsOf(new Set(['speech', use])).speech).toBe(0)
  },
)

test.each(['alarm', 'announcement', 'call', 'ringtone', 'ringback', 'radio', 'speech'] as const)(
  'no new message sounds over: %s',
  (use) => {
    expect(levelsOf(new Set(['hint', use])).hint).toBe(0)
  },
)

test('a message is read aloud at full level alone', () => {
  expect(levelsOf(new Set(['speech'])).speech).toBe(1)
})

test('an announcement is louder than its alarm, and silent during a call', () => {
  const { alarm, announcement } = levelsOf(new Set(['alarm', 'announcement']))
  expect(announcement).toBe(1)
  expect(alarm).toBeGreaterThan(0)
  expect(alarm).toBeLessThan(0.2)
  expect(levelsOf(new Set(['announcement', 'call'])).announcement).toBe(0)
})
