import { expect, test } from 'vitest'
import { peaksOf } from './waveform.ts'

test('a waveform has the loudest sample of each part, relative to the loudest of all', () => {
  expect(peaksOf(Float32Array.of(0.1, -0.25, 0.5, 0, 0, 0.125), 3)).toEqual([0.5, 1, 0.25])
})

test('silence and a sound that is shorter than its bars have a waveform', () => {
  expect(peaksOf(new Float32Array(10), 5)).toEqual([0, 0, 0, 0, 0])
  expect(peaksOf(Float32Array.of(0.5), 4)).toEqual([0, 0, 0, 1])
  expect(peaksOf(new Float32Array(), 2)).toEqual([0, 0])
})
