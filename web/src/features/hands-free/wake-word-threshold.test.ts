import { expect, test } from 'vitest'
import { isClear, personalThreshold } from './wake-word-threshold.ts'

test('a voice that the model knows well keeps the usual threshold', () => {
  expect(personalThreshold([0.999, 0.998, 0.99], 0.97)).toBe(0.97)
})

test('an unusual voice gets a lower threshold, below its least certain recording, but never one that ordinary speech reaches', () => {
  expect(personalThreshold([0.99, 0.95, 0.97], 0.97)).toBeCloseTo(0.9)
  expect(personalThreshold([0.99, 0.81, 0.97], 0.97)).toBe(0.8)
})

test('a recording without the phrase does not count', () => {
  expect(isClear(0.79)).toBe(false)
  expect(isClear(0.8)).toBe(true)
})
