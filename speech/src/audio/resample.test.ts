import { expect, test } from 'vitest'
import { resample } from './resample.ts'

const tone = (hertz: number, rate: number): Int16Array<ArrayBuffer> =>
  Int16Array.from({ length: rate }, (_, index) => 10_000 * Math.sin((2 * Math.PI * hertz * index) / rate))
/** Root mean square without the edges, where the filter has no samples on one side. */
const levelOf = (samples: Int16Array) => {
  const inner = samples.subarray(500, -500)
  return Math.sqrt(inner.reduce((sum, sample) => sum + sample ** 2, 0) / inner.length)
}

test.each([48_000, 22_050])('a tone keeps its level and length from %d Hz', (rate) => {
  const output = resample({ rate, samples: tone(1000, rate) }, 16_000)
  expect(output.length).toBe(16_000)
  expect(levelOf(output) / levelOf(tone(1000, 16_000))).toBeCloseTo(1, 1)
})

test('each sample is at its position, also between two samples of the input', () => {
  const output = resample({ rate: 22_050, samples: tone(1000, 22_050) }, 16_000)
  const expected = tone(1000, 16_000)
  const errors = output.map((sample, index) => Math.abs(sample - (expected[index] ?? 0))).subarray(500, -500)
  expect(Math.max(...errors)).toBeLessThan(100)
})

test('a tone above half of the new rate does not become another tone', () => {
  expect(levelOf(resample({ rate: 48_000, samples: tone(12_000, 48_000) }, 16_000))).toBeLessThan(200)
})

test('sound of the right rate is not changed', () => {
  const samples = tone(440, 16_000)
  expect(resample({ rate: 16_000, samples }, 16_000)).toBe(samples)
})
