import { expect, test } from 'vitest'
import { daysUntilFull } from './disk.check.ts'

const GB = 1024 ** 3
const samples = (used: readonly number[]) => used.map((gb, day) => ({ day: `2026-11-0${1 + day}`, used_bytes: gb * GB }))

test('a disk that grows by 2 GB a day and has 20 GB left is full in 10 days', () => {
  expect(daysUntilFull(samples([10, 12, 14, 16, 18]), 20 * GB)).toBeCloseTo(10)
  expect(daysUntilFull(samples([10, 13, 13, 17, 18]), 20 * GB)).toBeCloseTo(10) // a day with less does not matter
})

test('a disk that does not grow, or of which less than three days are known, has no forecast', () => {
  expect(daysUntilFull(samples([10, 10, 10, 10]), GB)).toBeNull()
  expect(daysUntilFull(samples([18, 16, 14, 12]), GB)).toBeNull()
  expect(daysUntilFull(samples([10, 20, 30]), GB)).toBeNull()
  expect(daysUntilFull(samples([10]), GB)).toBeNull()
})
