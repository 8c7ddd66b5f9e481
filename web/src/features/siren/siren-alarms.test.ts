import { expect, test } from 'vitest'
import { repetitionOf, sounds, stopSounds, withoutEnded } from './siren-alarms.ts'

const MINUTE = 60_000
const RAISED = Date.parse('2026-11-25T12:00:00.000Z')
const alert = (id = 'a') => ({ id, createdAt: new Date(RAISED).toISOString() })

test('an alert sounds until its sound is stopped, and again after 2, 5 and 15 minutes', () => {
  expect(sounds(alert(), new Map(), RAISED)).toBe(true)
  const stopped = stopSounds([alert()], RAISED + 10_000)
  expect([1, 2, 3].map((minutes) => sounds(alert(), stopped, RAISED + minutes * MINUTE))).toEqual([false, true, true])
  const again = stopSounds([alert()], RAISED + 3 * MINUTE)
  expect([4, 5].map((minutes) => sounds(alert(), again, RAISED + minutes * MINUTE))).toEqual([false, true])
  const last = stopSounds([alert()], RAISED + 16 * MINUTE)
  expect(sounds(alert(), last, RAISED + 600 * MINUTE)).toBe(false)
})

test('a new alert sounds although the sound of another one was stopped', () => {
  const stopped = stopSounds([alert('a')], RAISED + 1_000)
  expect(['a', 'b'].map((id) => sounds(alert(id), stopped, RAISED + 2_000))).toEqual([false, true])
})

test('an alert that an hour-old screen sees for the first time sounds', () => {
  expect(sounds(alert(), new Map(), RAISED + 60 * MINUTE)).toBe(true)
  expect(repetitionOf(alert(), RAISED + 60 * MINUTE)).toBe(3)
})

test('an alert that is reopened after it was resolved sounds although its sound was stopped', () => {
  const stopped = stopSounds([alert('a'), alert('b')], RAISED + 16 * MINUTE)
  const afterEnd = withoutEnded(stopped, [alert('b')])
  expect(['a', 'b'].map((id) => sounds(alert(id), afterEnd, RAISED + 21 * MINUTE))).toEqual([true, false])
  expect(withoutEnded(afterEnd, [alert('a'), alert('b')])).toBe(afterEnd)
})
