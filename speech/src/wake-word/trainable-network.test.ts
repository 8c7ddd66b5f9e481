import { expect, test } from 'vitest'
import { BANDS, logMel, WAKE_RATE } from '@noroshi/contract/wake-word/log-mel'
import { probabilityOf, WINDOW_ROWS } from '@noroshi/contract/wake-word/network'
import { networkOf, weightsOf } from '@noroshi/contract/wake-word/weights'
import { createRandom, type Random } from './random.ts'
import { type Example, TrainableNetwork } from './trainable-network.ts'

const noise = (random: Random): Float32Array => Float32Array.from({ length: WINDOW_ROWS * BANDS }, () => 0.3 * random.normal())

/** A pattern that moves over the bands, or noise. */
function exampleOf(isWakeWord: boolean, random: Random): Example {
  const input = noise(random)
  const first = Math.floor(random.between(0, 43))
  if (isWakeWord) for (let row = 0; row < 32; row++) input[(first + row) * BANDS + row]! += 2
  return { input, isWakeWord }
}

test('the page computes the same probabilities as the training, also after the weights were in a file', () => {
  const random = createRandom(1)
  const trained = new TrainableNetwork(random)
  for (let step = 0; step < 3; step++) trained.learn([exampleOf(true, random), exampleOf(false, random)], 0.01)
  const network = networkOf(weightsOf(trained.toNetwork()).buffer)
  for (let round = 0; round < 20; round++) {
    const input = noise(random)
    const expected = 1 / (1 + Math.exp(-trained.forward(input)))
    expect(probabilityOf(network, input)).toBeCloseTo(expected, 5)
  }
})

test('a training that continues starts with the numbers of the network and does not change it', () => {
  const random = createRandom(3)
  const first = new TrainableNetwork(random)
  for (let step = 0; step < 3; step++) first.learn([exampleOf(true, random), exampleOf(false, random)], 0.01)
  const network = first.toNetwork()
  const input = noise(random)
  const before = probabilityOf(network, input)
  const second = new TrainableNetwork(random, network)
  expect(second.forward(input)).toBe(first.forward(input))
  second.learn([exampleOf(true, random)], 0.01)
  expect(second.forward(input)).not.toBe(first.forward(input))
  expect(probabilityOf(network, input)).toBe(before)
})

test('the gradient makes the loss smaller until the network knows the pattern', () => {
  const random = createRandom(2)
  const network = new TrainableNetwork(random)
  const batch = () => Array.from({ length: 8 }, (_, index) => exampleOf(index % 2 === 0, random))
  for (let step = 0; step < 60; step++) network.learn(batch(), 0.003)
  for (const { input, isWakeWord } of batch()) expect(network.forward(input) > 0).toBe(isWakeWord)
})

test('a tone is loudest in its band, and rows do not depend on where the sound was cut', () => {
  const tone = Float32Array.from({ length: WAKE_RATE / 4 }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 1000 * at) / WAKE_RATE))
  const rows = logMel(tone)
  expect(rows).toHaveLength(11 * BANDS)
  const row = [...rows.subarray(0, BANDS)]
  // The middles of bands 9, 10 and 11 are at 868, 986 and 1113 Hz.
  expect(row.indexOf(Math.max(...row))).toBe(10)
  expect(logMel(tone.subarray(1600)).subarray(0, BANDS)).toEqual(rows.subarray(5 * BANDS, 6 * BANDS))
})
