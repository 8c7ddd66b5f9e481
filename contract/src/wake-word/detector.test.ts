import { expect, test } from 'vitest'
import { HitRule, probabilityIn, STEP_ROWS, WakeWordDetector, WINDOW_SAMPLES } from './detector.ts'
import { CONVOLUTION_SHAPES, type Network } from './network.ts'
import { ROW_HOP, WAKE_RATE } from './log-mel.ts'

/** A network that gives the same probability for everything. */
const certain = (probability: number): Network => ({
  convolutions: CONVOLUTION_SHAPES.map((shape) => ({
    ...shape,
    weights: new Float32Array(shape.kernel * shape.inputs * shape.outputs),
    biases: new Float32Array(shape.outputs),
  })),
  outputWeights: new Float32Array(CONVOLUTION_SHAPES.at(-1)?.outputs ?? 0),
  outputBias: Math.log(probability / (1 - probability)),
})

/** Numbers of the windows with a hit in seconds of silence, in blocks of the given number of samples. */
function hitsIn(seconds: number, first: number, second: number, block = 320): number[] {
  const detector = new WakeWordDetector([certain(first), certain(second)], {
    threshold: 0.97,
    secondThreshold: 0.9,
    suppressionMs: 500,
  })
  const classifications = Array.from({ length: Math.floor((seconds * WAKE_RATE) / block) }, () =>
    detector.push(new Float32Array(block)),
  ).flat()
  return classifications.flatMap(({ isHit }, index) => (isHit ? [index] : []))
}

test('two windows in a row are a hit, and after it 500 ms are none', () => {
  // A window each 100 ms: the hit is in the second; four are suppressed; the next hit needs two again.
  expect(hitsIn(3.5, 0.99, 0.99).slice(0, 3)).toEqual([1, 7, 13])
})

test('the size of the blocks does not matter', () => {
  for (const block of [97, 1024, 16_000]) expect(hitsIn(3, 0.99, 0.99, block)).toEqual(hitsIn(3, 0.99, 0.99))
})

test('a sound below the threshold is not a hit, and the second network rejects a false hit of the first', () => {
  expect(hitsIn(3, 0.96, 0.99)).toEqual([])
  expect(hitsIn(3, 0.99, 0.5)).toEqual([])
})

test('both networks must be certain in the same two windows', () => {
  const rule = new HitRule({ threshold: 0.97, secondThreshold: 0.9, suppressionMs: 500 })
  const accept = (first: number, second: number) => rule.accept(first, () => second)
  expect([accept(0.99, 0.95), accept(0.99, 0.8), accept(0.99, 0.95), accept(0.5, 0.95)]).toEqual([false, false, false, false])
  expect([accept(0.99, 0.95), accept(0.99, 0.95)]).toEqual([false, true])
})

test('a recording has the probability of the less certain network; one shorter than two windows has none', () => {
  const networks = [certain(0.99), certain(0.6)]
  const twoWindows = WINDOW_SAMPLES + STEP_ROWS * ROW_HOP
  expect(probabilityIn(new Float32Array(twoWindows), networks)).toBeCloseTo(0.6)
  expect(probabilityIn(new Float32Array(twoWindows - ROW_HOP), networks)).toBe(0)
})
