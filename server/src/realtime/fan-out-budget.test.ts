import { expect, test } from 'vitest'
import { FAN_OUT_BYTES_A_MINUTE, FanOutBudget } from './fan-out-budget.ts'

test('texts of a user are limited by their bytes at all receivers, and other users are not', () => {
  let now = 0
  const budget = new FanOutBudget(() => now)
  let bytes = 0
  while (budget.take('aiko', 30_000, 100)) bytes += 30_000 * 100
  expect(bytes).toBeLessThanOrEqual(FAN_OUT_BYTES_A_MINUTE + 30_000 * 100)
  expect(bytes).toBeGreaterThan(FAN_OUT_BYTES_A_MINUTE / 2)
  now = 20_000
  expect(budget.take('aiko', 1, 0)).toBe(false)
  expect(budget.take('ben', 30_000, 100)).toBe(true)
  now = 60_000
  expect(budget.take('aiko', 30_000, 100)).toBe(true)
})

test('one text of any size to any number of receivers is allowed', () => {
  expect(new FanOutBudget().take('aiko', 40_000, 100_000)).toBe(true)
})
