import { expect, test } from 'vitest'
import { accuracyAt, type Fix, isBetter, usableFix } from './fix.ts'

const now = 1_800_000_000_000
const fix = (secondsAgo: number, accuracy: number | null = 20): Fix => ({
  latitude: 38,
  longitude: 140,
  accuracy,
  at: now - secondsAgo * 1000,
})

test('a fresh fix keeps its accuracy; the accuracy of an older one grows with its age', () => {
  expect(accuracyAt(fix(30), now)).toBe(20)
  expect(accuracyAt(fix(600), now)).toBe(920)
  expect(accuracyAt(fix(10, null), now)).toBeNull()
  expect(accuracyAt(fix(600, null), now)).toBe(900)
})

test('a fix from the future, after the clock was set back, counts as fresh', () => {
  expect(accuracyAt(fix(-3600), now)).toBe(20)
})

test.each([
  ['any fix without a known one', null, fix(20_000, 5000), true],
  ['a newer fix instead of a stale one', fix(60, 10), fix(0, 2000), true],
  ['a coarser fix instead of a fresh one', fix(10, 10), fix(0, 2000), false],
  ['a slightly more accurate fix instead of a fresh one', fix(10, 10), fix(0, 9), false],
  ['a clearly more accurate fix instead of a fresh one', fix(10, 500), fix(0, 10), true],
  ['a fix with accuracy instead of a fresh one without', fix(10, null), fix(0, 10), true],
  ['a present fix instead of one from before the clock was set back', fix(-3600, 5), fix(0, 2000), true],
  ['a coarser fix instead of one from the same clock that is ahead', fix(-3600, 5), fix(-3605, 2000), false],
  ['an older fix instead of any', fix(60, 500), fix(90, 5), false],
  ['the same fix', fix(60), fix(60), false],
])('a device that gets %s replaces the known one or not', (_name, known, next, expected) => {
  expect(isBetter(known, next, now)).toBe(expected)
})

test('a fix older than a day is not used', () => {
  expect(usableFix(fix(86_400), now)).not.toBeNull()
  expect(usableFix(fix(86_401), now)).toBeNull()
})
