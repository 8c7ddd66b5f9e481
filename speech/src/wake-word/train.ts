import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  BANDS,
  FFT_POINTS,
  HIGHEST_HERTZ,
  LOWEST_HERTZ,
  POWER_FLOOR,
  ROW_HOP,
  ROW_SAMPLES,
  WAKE_RATE,
} from '@noroshi/contract/wake-word/log-mel'
import { METADATA_FILE, MODEL_FILE, modelJson, type WakeWordMetadata } from '@noroshi/contract/wake-word/model-files'
import { WINDOW_ROWS } from '@noroshi/contract/wake-word/network'
import { networkOf, weightsOf } from '@noroshi/contract/wake-word/weights'
import { createBatch, createPool, hardest, type PoolSizes, type Speech } from './examples.ts'
import { createText, NEAR_PHRASES, PHRASES } from './phrases.ts'
import { createRandom } from './random.ts'
import { RECORDING_PACKAGES, recordings } from './recordings.ts'
import { type Sound, trim } from './sound.ts'
import { TrainableNetwork } from './trainable-network.ts'
import { assertVoices, createVoices } from './voices.ts'
import { assertPackages } from './packages.ts'

// Trains both networks of the wake word and writes them to speech/wake-word (docs/decisions/0097).
// Usage: npm run wake-word:train starts with random numbers and takes about half an hour of processor time.
// npm run wake-word:train continue trains the second model of speech/wake-word further, which takes some minutes.
// The same start gives the same files.

const FOLDER = path.resolve(import.meta.dirname, '../../wake-word')
const isContinued = process.argv[2] === 'continue'
/**
 * The learning rate falls twice from high to low. The network at the end of the first time is the second model: it has the same
 * examples and errors of its own. A training that continues changes the second model only.
 */
const CYCLES = isContinued
  ? [{ steps: 400, model: 'second-model.json', weights: 'second-model.bin' }]
  : [
      { steps: 1800, model: 'second-model.json', weights: 'second-model.bin' },
      { steps: 2700, model: MODEL_FILE, weights: 'weights.bin' },
    ]
/** A smaller training to try a change: 0.05 takes minutes, for the voices. */
const SCALE = Number(process.env['WAKE_WORD_SCALE'] ?? 1)
const SIZES = scaled(isContinued ? { wakeWords: 2200, near: 1300, streams: 80 } : { wakeWords: 6500, near: 4000, streams: 220 })
/** Steps between two searches for hard windows. The first is at the start where the training continues. */
const HARD_EVERY = 100
const HARD_MAX = 4000
/** Samples of a piece of recorded speech. */
const PIECE = 5 * WAKE_RATE
/** Learning rates at the beginning and at the end of a cycle. */
const RATES = isContinued ? ([0.0005, 0.00002] as const) : ([0.002, 0.00005] as const)

const METADATA: WakeWordMetadata = {
  wordLabels: ['hey noroshi'],
  phrase: { en: 'Hey Noroshi', ja: 'ヘイ、のろし' },
  probabilityThreshold: 0.97,
  suppressionTimeMillis: 500,
  secondModel: { model: 'second-model.json', probabilityThreshold: 0.97 },
  features: {
    sampleRate: WAKE_RATE,
    rowSamples: ROW_SAMPLES,
    rowHop: ROW_HOP,
    fftPoints: FFT_POINTS,
    bands: BANDS,
    lowestHertz: LOWEST_HERTZ,
    highestHertz: HIGHEST_HERTZ,
    powerFloor: POWER_FLOOR,
    windowRows: WINDOW_ROWS,
  },
}

const log = (text: string): void => console.log(`${(performance.now() / 1000).toFixed(0)} s: ${text}`)

assertVoices()
assertPackages(RECORDING_PACKAGES)
const speech = { ...speak(), recorded: readRecordings() }
mkdirSync(FOLDER, { recursive: true })
const pool = createPool(speech, SIZES, createRandom(1))
log(`${SIZES.wakeWords} windows with the wake word, ${SIZES.near} near it, ${SIZES.streams} minutes of other sound`)
const random = createRandom(2)
let network = new TrainableNetwork(random)
let hard: Float32Array[] = []
for (const { steps, model, weights } of CYCLES) {
  const file = path.join(FOLDER, weights)
  if (isContinued) {
    network = new TrainableNetwork(random, networkOf(new Uint8Array(readFileSync(file)).buffer))
    hard = findHard()
  }
  train(Math.round(steps * SCALE))
  writeFileSync(file, new Uint8Array(weightsOf(network.toNetwork()).buffer))
  writeFileSync(path.join(FOLDER, model), `${JSON.stringify(modelJson(weights), null, 2)}\n`)
  log(`${weights} is written`)
}
writeFileSync(path.join(FOLDER, METADATA_FILE), `${JSON.stringify(METADATA, null, 2)}\n`)

function scaled({ wakeWords, near, streams }: PoolSizes): PoolSizes {
  return {
    wakeWords: Math.round(wakeWords * SCALE),
    near: Math.round(near * SCALE),
    streams: Math.round(streams * SCALE),
  }
}

function findHard(): Float32Array[] {
  return [...hard, ...hardest(pool, network.toNetwork(), 400, random)].slice(-HARD_MAX)
}

/** Lets the voices of the training speak. */
function speak(): Omit<Speech, 'recorded'> {
  const random = createRandom(4)
  const texts = createVoices()
    .filter(({ isHeldOut }) => !isHeldOut)
    .map((voice) => {
      const language = voice.language === 'ja' ? 'ja' : 'en'
      const near = Array.from({ length: 14 }, () => random.pick(NEAR_PHRASES[language]))
      const ordinary = Array.from({ length: Math.max(1, Math.round(12 * SCALE)) }, () => createText(language, random))
      return {
        wakeWords: voice.say(PHRASES[voice.language]),
        near: voice.say(near),
        ordinary: voice.say(ordinary),
      }
    })
  const isSound = ({ length }: { length: number }): boolean => length > 0
  const result = {
    wakeWords: texts.flatMap(({ wakeWords }) => wakeWords).filter(isSound),
    near: texts.flatMap(({ near }) => near).filter(isSound),
    ordinary: texts.flatMap(({ ordinary }) => ordinary).filter(isSound),
  }
  const minutes = result.ordinary.reduce((sum, { length }) => sum + length, 0) / WAKE_RATE / 60
  log(`${texts.length} voices: ${result.wakeWords.length} wake words, ${minutes.toFixed(0)} minutes of other speech`)
  return result
}

/** @returns the recordings of the training in pieces of some seconds */
function readRecordings(): Sound[] {
  const sounds = recordings.filter(({ isHeldOut }) => !isHeldOut).map((recording) => recording.read())
  const pieces = sounds.flatMap((sound) =>
    Array.from({ length: Math.floor(sound.length / PIECE) }, (_, index) => trim(sound.slice(index * PIECE, (index + 1) * PIECE))),
  )
  log(`${pieces.length} pieces of recorded speech`)
  return pieces.filter(({ length }) => length > 0)
}

/** Trains for a number of steps, in which the learning rate falls from high to low. */
function train(steps: number): void {
  let loss = 0
  for (let step = 1; step <= steps; step++) {
    const rate = RATES[1] + ((RATES[0] - RATES[1]) * (1 + Math.cos((Math.PI * step) / steps))) / 2
    loss += network.learn(createBatch(pool, hard, random), rate)
    if (step % HARD_EVERY !== 0) continue
    hard = findHard()
    log(`step ${step}: mean loss ${(loss / HARD_EVERY).toFixed(4)}, ${hard.length} hard windows`)
    loss = 0
  }
}
