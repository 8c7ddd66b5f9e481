import { readFileSync } from 'node:fs'
import path from 'node:path'
import { HitRule, STEP_ROWS } from '@noroshi/contract/wake-word/detector'
import { BANDS, logMel, ROW_HOP, WAKE_RATE } from '@noroshi/contract/wake-word/log-mel'
import { METADATA_FILE, MODEL_FILE, WakeWordMetadata, weightsFileOf } from '@noroshi/contract/wake-word/model-files'
import { type Network, probabilityOf, WINDOW_ROWS, writeInput } from '@noroshi/contract/wake-word/network'
import { networkOf } from '@noroshi/contract/wake-word/weights'
import { createText, NEAR_PHRASES, PHRASES } from '../../../speech/src/wake-word/phrases.ts'
import { assertPackages } from '../../../speech/src/wake-word/packages.ts'
import { createRandom } from '../../../speech/src/wake-word/random.ts'
import { RECORDING_PACKAGES, recordings } from '../../../speech/src/wake-word/recordings.ts'
import { createNoise, join, NOISES, record, type Sound } from '../../../speech/src/wake-word/sound.ts'
import { assertVoices, createVoices, type Voice } from '../../../speech/src/wake-word/voices.ts'

// Measures the wake word: hits on voices that the training did not use, and false accepts an hour on synthetic voices, recorded
// speakers and noise that it did not use. It needs the packages of speech/src/wake-word/voices.ts and recordings.ts.

const FOLDER = path.resolve(import.meta.dirname, '../../../speech/wake-word')
/** Hours of synthetic speech, and of noise. */
const SPEECH_HOURS = Number(process.env['WAKE_WORD_HOURS'] ?? 0.3)
const NOISE_HOURS = 1.5
/** Seconds of sound that are in memory at once. */
const PART_SECONDS = 300
const THRESHOLDS = [0.8, 0.9, 0.97, 0.99]

/** The probabilities of both networks for each window of a sound. Of the second one only where the first one is not low. */
interface Probabilities {
  readonly first: Float32Array
  readonly second: Float32Array
}

const fileOf = (name: string): Buffer => readFileSync(path.join(FOLDER, name))

function readNetwork(model: string): Network {
  const weights = fileOf(weightsFileOf(JSON.parse(fileOf(model).toString())))
  return networkOf(new Uint8Array(weights).buffer)
}

export async function measureWakeWord(): Promise<void> {
  assertVoices()
  assertPackages(RECORDING_PACKAGES)
  const metadata = WakeWordMetadata.parse(JSON.parse(fileOf(METADATA_FILE).toString()))
  const networks = [readNetwork(MODEL_FILE), readNetwork(metadata.secondModel.model)] as const
  const random = createRandom(11)
  const heldOut = createVoices().filter(({ isHeldOut }) => isHeldOut)
  const probabilitiesOf = (sound: Sound): Probabilities => probabilitiesIn(sound, networks)

  const phrases = heldOut.flatMap((voice) => voice.say(PHRASES[voice.language]))
  const near = heldOut.flatMap((voice) => voice.say(NEAR_PHRASES[voice.language === 'ja' ? 'ja' : 'en']))
  const speakFor = createSpeaker(heldOut)
  const babble = speakFor(120)
  const quiet = (sound: Sound): Sound => pad(sound, 0.0005, random)
  const inRooms = (sound: Sound): Sound => record(pad(sound, 0.0005, random), babble, random)
  const usual = {
    threshold: metadata.probabilityThreshold,
    secondThreshold: metadata.secondModel.probabilityThreshold,
    suppressionMs: metadata.suppressionTimeMillis,
  }
  /** Prints the hits of a part of the measurement, which takes minutes. */
  const report = <Name extends string>(name: Name, list: readonly Probabilities[]): readonly [Name, readonly Probabilities[]] => {
    const heard = list.filter((each) => hitsIn(each, usual) > 0).length
    const hits = list.reduce((sum, each) => sum + hitsIn(each, usual), 0)
    const windows = list.reduce((sum, { first }) => sum + first.length, 0)
    console.log(`${name}: ${hits} hits in ${hoursOf(windows).toFixed(2)} h, in ${heard} of ${list.length} sounds`)
    return [name, list]
  }
  const [, said] = report(
    'wake word in quiet',
    phrases.map((sound) => probabilitiesOf(quiet(sound))),
  )
  const [, saidInRooms] = report(
    'wake word in rooms',
    [...phrases, ...phrases].map((sound) => probabilitiesOf(inRooms(sound))),
  )
  const recorded = recordings
    .filter(({ isHeldOut }) => isHeldOut)
    .map((each) => report(each.name, [probabilitiesOf(each.read())]))
  const [, nearSaid] = report(
    'texts that sound similar',
    near.map((sound) => probabilitiesOf(quiet(sound))),
  )
  const parts = (seconds: number, create: () => Sound): Probabilities[] =>
    Array.from({ length: Math.ceil(seconds / PART_SECONDS) }, () => probabilitiesOf(create()))
  const streams = [
    report(
      'noise',
      parts(NOISE_HOURS * 3600, () => noiseOf(PART_SECONDS, random)),
    ),
    report(
      'synthetic speech',
      parts(SPEECH_HOURS * 3600, () => speakFor(PART_SECONDS)),
    ),
    ...recorded,
  ]

  for (const threshold of THRESHOLDS)
    for (const hasSecondModel of [false, true]) {
      const secondThreshold = hasSecondModel ? Math.min(threshold, metadata.secondModel.probabilityThreshold) : 0
      const count = (probabilities: Probabilities): number =>
        hitsIn(probabilities, { threshold, secondThreshold, suppressionMs: metadata.suppressionTimeMillis })
      const share = (list: readonly Probabilities[]): string => {
        const hits = list.filter((each) => count(each) > 0).length
        return `${hits}/${list.length} = ${((100 * hits) / list.length).toFixed(1)} %`
      }
      const rateOf = (name: string, list: readonly Probabilities[]): string => {
        const hours = list.reduce((sum, { first }) => sum + hoursOf(first.length), 0)
        const accepts = list.reduce((sum, each) => sum + count(each), 0)
        return `${name} ${(accepts / hours).toFixed(2)} (${accepts} in ${hours.toFixed(2)} h)`
      }
      const rates = [
        rateOf(
          'all',
          streams.flatMap(([, list]) => list),
        ),
        rateOf(
          'recorded',
          recorded.flatMap(([, list]) => list),
        ),
        ...streams.map(([name, list]) => rateOf(name, list)),
      ]
      console.log(`wake word at ${threshold}${hasSecondModel ? ' with the second model' : ''}:`)
      console.log(`  hits: quiet ${share(said)}, in rooms with noise or speech ${share(saidInRooms)}`)
      console.log(`  hits on texts that sound similar: ${share(nearSaid)}`)
      console.log(`  false accepts an hour: ${rates.join(', ')}`)
    }
  for (const voice of heldOut) {
    const sounds = voice.say(PHRASES[voice.language]).map((sound) => probabilitiesOf(quiet(sound)))
    console.log(`  ${voice.name}: ${sounds.filter((each) => hitsIn(each, usual) > 0).length}/${sounds.length}`)
  }
}

function probabilitiesIn(sound: Sound, [first, second]: readonly [Network, Network]): Probabilities {
  const rows = logMel(sound)
  const count = Math.max(0, Math.floor((rows.length / BANDS - WINDOW_ROWS) / STEP_ROWS) + 1)
  const result = { first: new Float32Array(count), second: new Float32Array(count) }
  const input = new Float32Array(WINDOW_ROWS * BANDS)
  for (let window = 0; window < count; window++) {
    writeInput(rows, window * STEP_ROWS, input)
    const probability = probabilityOf(first, input)
    result.first[window] = probability
    if (probability >= (THRESHOLDS[0] ?? 0)) result.second[window] = probabilityOf(second, input)
  }
  return result
}

function hitsIn({ first, second }: Probabilities, thresholds: ConstructorParameters<typeof HitRule>[0]): number {
  const rule = new HitRule(thresholds)
  return first.reduce((hits, probability, window) => hits + (rule.accept(probability, () => second[window] ?? 0) ? 1 : 0), 0)
}

/** @returns the sound between noise: 1.6 s before it and 0.7 s after it */
function pad(sound: Sound, volume: number, random: ReturnType<typeof createRandom>): Sound {
  const before = createNoise('pink', Math.round(1.6 * WAKE_RATE), random)
  const after = createNoise('pink', Math.round(0.7 * WAKE_RATE), random)
  const padded = join([before, new Float32Array(sound.length), after]).map((sample) => volume * sample)
  for (let at = 0; at < sound.length; at++) padded[before.length + at]! += sound[at] ?? 0
  return padded
}

/** @returns a function that gives seconds of random texts by all voices, some of them in rooms with noise */
function createSpeaker(voices: readonly Voice[]): (seconds: number) => Sound {
  const texts = createRandom(12)
  const random = createRandom(13)
  let turn = 0
  return (seconds) => {
    const sounds: Sound[] = []
    for (let samples = 0; samples < seconds * WAKE_RATE; turn++) {
      const voice = voices[turn % voices.length]
      if (!voice) break
      const said = Array.from({ length: 10 }, () => createText(voice.language === 'ja' ? 'ja' : 'en', texts))
      for (const sound of voice.say(said)) {
        const padded = pad(sound, 0.0005, random).slice(Math.round(random.between(0.9, 1.5) * WAKE_RATE))
        sounds.push(random.chance(0.5) ? padded : record(padded, new Float32Array(0), random))
        samples += padded.length
      }
    }
    return join(sounds)
  }
}

function noiseOf(seconds: number, random: ReturnType<typeof createRandom>): Sound {
  return join(
    Array.from({ length: Math.ceil(seconds / 10) }, (_, index) => {
      const volume = 10 ** (-random.between(6, 50) / 20)
      return createNoise(NOISES[index % NOISES.length] ?? 'white', 10 * WAKE_RATE, random).map((sample) => volume * sample)
    }),
  )
}

/** @returns the hours of sound of a number of windows */
const hoursOf = (windows: number): number => (windows * STEP_ROWS * ROW_HOP) / WAKE_RATE / 3600
