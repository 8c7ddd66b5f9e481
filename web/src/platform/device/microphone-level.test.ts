import { expect, test } from 'vitest'
import { levelOf } from './microphone-level.ts'

test('silence has level 0, full scale 1, and a tenth of full scale two thirds', () => {
  expect(levelOf(new Float32Array(64))).toBe(0)
  expect(levelOf(new Float32Array())).toBe(0)
  expect(levelOf(new Float32Array(64).fill(1))).toBe(1)
  expect(levelOf(new Float32Array(64).fill(0.1))).toBeCloseTo(2 / 3, 2)
  expect(levelOf(new Float32Array(64).fill(0.0001))).toBe(0)
})
