import { WINDOW_SAMPLES } from '@noroshi/contract/wake-word/detector'
import { BANDS, logMel, WAKE_RATE } from '@noroshi/contract/wake-word/log-mel'
import { type Network, probabilityOf, WINDOW_ROWS, writeInput } from '@noroshi/contract/wake-word/network'
import type { Random } from './random.ts'
import { atSpeed, createNoise, join, NOISES, record, type Sound } from './sound.ts'
import type { Example } from './trainable-network.ts'

/** The sounds that the voices made, by their use in the training. */
export interface Speech {
  readonly wakeWords: readonly Sound[]
  /** Texts that are similar to the wake word. */
  readonly near: readonly Sound[]
  /** Random texts. */
  readonly ordinary: readonly Sound[]
  /** Some seconds each of what people said. */
  readonly recorded: readonly Sound[]
}

/** Windows with the wake word, windows that are easily taken for it, and hours of other sound. */
export interface Pool {
  readonly wakeWords: readonly Float32Array[]
  readonly near: readonly Float32Array[]
  /** Rows of `logMel`, each array for about a minute. */
  readonly streams: readonly Float32Array[]
}

/** Seconds that the wake word may last. */
const LONGEST = 1.36
/** Seconds between the end of the wake word and the end of the window. */
const AFTER = [0.02, 0.36] as const
const STREAM_SECONDS = 60
/** Part of the streams that people recorded. */
const RECORDED = 0.65

/** @returns the input of the network for a window of samples */
export function inputOf(window: Sound): Float32Array {
  const input = new Float32Array(WINDOW_ROWS * BANDS)
  writeInput(logMel(window), 0, input)
  return input
}

/** @returns a window with the sound, whose end is `after` seconds before the end of the window */
function place(sound: Sound, after: number): Sound {
  const window = new Float32Array(WINDOW_SAMPLES)
  const start = WINDOW_SAMPLES - Math.round(after * WAKE_RATE) - sound.length
  for (let at = Math.max(0, -start); at < sound.length && start + at < WINDOW_SAMPLES; at++) window[start + at] = sound[at] ?? 0
  return window
}

function wakeWordWindow({ wakeWords }: Speech, babble: Sound, random: Random): Float32Array {
  for (;;) {
    const sound = atSpeed(random.pick(wakeWords), random.between(0.84, 1.2))
    if (sound.length > LONGEST * WAKE_RATE) continue
    const after = Math.min(random.between(...AFTER), WINDOW_SAMPLES / WAKE_RATE - sound.length / WAKE_RATE)
    const window = place(sound, after)
    // People speak before the wake word too. Recorded speech in these windows also keeps the network from taking the sound of a
    // recording for a sign that the wake word is missing.
    const free = WINDOW_SAMPLES - Math.round(after * WAKE_RATE) - sound.length - 1600
    if (random.chance(0.4) && free > 1600) {
      const gain = 10 ** (-random.between(0, 12) / 20)
      const from = Math.floor(random.between(0, babble.length - free))
      for (let at = 0; at < free; at++) window[at] = gain * (babble[from + at] ?? 0)
    }
    return inputOf(record(window, babble, random))
  }
}

/** A window with a text that is similar, or with a part of the wake word. */
function nearWindow({ wakeWords, near }: Speech, babble: Sound, random: Random): Float32Array {
  const speed = random.between(0.84, 1.2)
  if (random.chance(0.6)) {
    const sound = atSpeed(random.pick(near), speed)
    return inputOf(record(place(sound, random.between(-0.3, 0.5)), babble, random))
  }
  const sound = atSpeed(random.pick(wakeWords), speed)
  const cut = Math.floor(sound.length * random.between(0.35, 0.55))
  const [begin, end] = [sound.slice(0, cut), sound.slice(cut)]
  const part = random.pick([begin, end, join([end, begin]), sound.toReversed()])
  return inputOf(record(place(part, random.between(0, 0.4)), babble, random))
}

/** A minute of speech with pauses, or of noise. */
function createStream(speech: Speech, babble: Sound, random: Random): Float32Array {
  const length = STREAM_SECONDS * WAKE_RATE
  if (random.chance(0.08)) {
    const noise = createNoise(random.pick(NOISES), length, random)
    const volume = 10 ** (-random.between(6, 60) / 20)
    return logMel(noise.map((sample) => volume * sample))
  }
  const stream = new Float32Array(length)
  const isRecorded = random.chance(RECORDED)
  for (let at = 0; at < length;) {
    const source = isRecorded ? speech.recorded : random.chance(0.25) ? speech.near : speech.ordinary
    const sound = atSpeed(random.pick(source), random.between(0.8, 1.25))
    const gain = 10 ** (-random.between(0, 12) / 20)
    for (let index = 0; index < sound.length && at + index < length; index++) stream[at + index] = gain * (sound[index] ?? 0)
    at += sound.length + Math.floor(random.between(0.02, 0.7) * WAKE_RATE)
  }
  return logMel(record(stream, babble, random))
}

export interface PoolSizes {
  readonly wakeWords: number
  readonly near: number
  readonly streams: number
}

export function createPool(speech: Speech, sizes: PoolSizes, random: Random): Pool {
  const babble = join(Array.from({ length: 160 }, (_, index) => random.pick(index % 2 === 0 ? speech.ordinary : speech.recorded)))
  return {
    wakeWords: Array.from({ length: sizes.wakeWords }, () => wakeWordWindow(speech, babble, random)),
    near: Array.from({ length: sizes.near }, () => nearWindow(speech, babble, random)),
    streams: Array.from({ length: sizes.streams }, () => createStream(speech, babble, random)),
  }
}

/** @returns a random window of the streams */
export function streamWindow({ streams }: Pool, random: Random): Float32Array {
  const rows = random.pick(streams)
  const input = new Float32Array(WINDOW_ROWS * BANDS)
  writeInput(rows, Math.floor(random.between(0, rows.length / BANDS - WINDOW_ROWS)), input)
  return input
}

/** @returns the windows that the network takes for the wake word most, of many that do not contain it */
export function hardest(pool: Pool, network: Network, count: number, random: Random): Float32Array[] {
  const windows = [
    ...Array.from({ length: 4000 }, () => streamWindow(pool, random)),
    ...Array.from({ length: 800 }, () => random.pick(pool.near)),
  ]
  return windows
    .map((input) => ({ input, probability: probabilityOf(network, input) }))
    .filter(({ probability }) => probability > 0.02)
    .toSorted((a, b) => b.probability - a.probability)
    .slice(0, count)
    .map(({ input }) => input)
}

/** Windows of each kind in a batch; the rest is from the streams. */
const BATCH = { all: 48, wakeWords: 18, near: 9, hard: 11 }

/** @returns a batch. Some bands are hidden, so that no single one decides. */
export function createBatch(pool: Pool, hard: readonly Float32Array[], random: Random): Example[] {
  return Array.from({ length: BATCH.all }, (_, index) => {
    const isWakeWord = index < BATCH.wakeWords
    const others = index - BATCH.wakeWords
    const source = isWakeWord ? pool.wakeWords : others < BATCH.near || hard.length === 0 ? pool.near : hard
    const input = others < BATCH.near + BATCH.hard ? random.pick(source).slice() : streamWindow(pool, random)
    const width = Math.floor(random.between(0, 6))
    const first = Math.floor(random.between(0, BANDS - width))
    if (random.chance(0.6))
      for (let row = 0; row < WINDOW_ROWS; row++) input.fill(0, row * BANDS + first, row * BANDS + first + width)
    return { input, isWakeWord }
  })
}
