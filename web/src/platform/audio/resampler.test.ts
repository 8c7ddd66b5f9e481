import { expect, test } from 'vitest'
import { createResampler } from './resampler.ts'

const HERTZ = 440
const sine = (rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, index) => Math.sin((2 * Math.PI * HERTZ * index) / rate))

/** Converts in blocks of 128 samples, as an audio worklet does. */
function convert(samples: Float32Array, from: number, to: number): number[] {
  const resample = createResampler(from, to)
  const output: number[] = []
  for (let at = 0; at < samples.length; at += 128) output.push(...resample(samples.subarray(at, at + 128)))
  return output
}

test.each([
  [44_100, 48_000],
  [48_000, 44_100],
  [16_000, 48_000],
  [96_000, 48_000],
])('a tone keeps its frequency and shape from %i to %i samples a second', (from, to) => {
  const converted = convert(sine(from, 1), from, to)
  expect(Math.abs(converted.length - to)).toBeLessThanOrEqual(Math.ceil(to / from) + 1)
  const worst = converted.reduce(
    (max, sample, index) => Math.max(max, Math.abs(sample - Math.sin((2 * Math.PI * HERTZ * index) / to))),
    0,
  )
  expect(worst).toBeLessThan(0.01)
})

test('equal rates change nothing', () => {
  const samples = sine(48_000, 0.1)
  expect(convert(samples, 48_000, 48_000)).toEqual([...samples])
})
