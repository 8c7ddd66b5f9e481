import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

const DELAYS = { first: 500, max: 5_000 }
const sampleOf = (failures: number, hasUnsentSos: boolean) =>
  Array.from({ length: 1_000 }, () => backoff(DELAYS, failures, hasUnsentSos))

test.each([
  [1, 250, 500],
  [3, 1_000, 2_000],
  [10, 2_500, 5_000],
  [10_000, 2_500, 5_000],
])('after %i failures the delay is spread from %i to %i ms', (failures, min, max) => {
  const sample = sampleOf(failures, false)
  expect(Math.min(...sample)).toBeGreaterThanOrEqual(min)
  expect(Math.min(...sample)).toBeLessThan(min + (max - min) / 10)
  expect(Math.max(...sample)).toBeLessThanOrEqual(max)
  expect(Math.max(...sample)).toBeGreaterThan(max - (max - min) / 10)
})

test('with an unsent SOS the delay stays at most a second', () => {
  expect(Math.max(...sampleOf(10, true))).toBeLessThanOrEqual(1_000)
})
