import { expect, test } from 'vitest'
import { isClear, personalThreshold } from './wake-word-threshold.ts'

test('a voice that the model knows well keeps the usual threshold', () => {
  expect(personalThreshold([0.999, 0.998, 0.99], 0.97)).toBe(0.97)
})

test('an unusual voice gets a lower threshold, below its least certain recording, but never one that ordinary speech reaches', () => {
  expect(personalThreshold([0.99, 0.97, 0.98], 0.97)).toBeCloseTo(0.94)
  expect(personalThreshold([0.99, 0.91, 0.97], 0.97)).toBe(0.9)
})

test('a recording without the phrase does not count', () => {
  expect(isClear(0.89)).toBe(false)
  expect(isClear(0.9)).toBe(true)
})
