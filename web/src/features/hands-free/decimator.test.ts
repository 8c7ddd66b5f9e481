import { expect, test } from 'vitest'
import { createDecimator } from './decimator.ts'

/** The power of a tone after the conversion, beside its power before. */
function gainOf(hertz: number): number {
  const decimate = createDecimator()
  const tone = Float32Array.from({ length: 48_000 }, (_, at) => Math.SQRT2 * Math.sin((2 * Math.PI * hertz * at) / 48_000))
  const output = decimate(tone).subarray(100)
  return output.reduce((sum, sample) => sum + sample * sample, 0) / output.length
}

test('voice passes unchanged, and what 16 kHz cannot carry is removed instead of becoming voice', () => {
  for (const hertz of [100, 1000, 4000, 6000]) expect(gainOf(hertz), String(hertz)).toBeCloseTo(1, 1)
  for (const hertz of [9500, 12_000, 15_000, 20_000]) expect(gainOf(hertz), String(hertz)).toBeLessThan(0.001)
})

test('blocks join without a border', () => {
  const noise = Float32Array.from({ length: 4800 }, (_, at) => Math.sin(at * at))
  const whole = createDecimator()(noise)
  const decimate = createDecimator()
  const parts = [0, 960, 1920, 2880, 3840].flatMap((start) => [...decimate(noise.subarray(start, start + 960))])
  expect(parts).toEqual([...whole])
})
