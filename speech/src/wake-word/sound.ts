import { WAKE_RATE } from '@noroshi/contract/wake-word/log-mel'
import type { Random } from './random.ts'

/** Samples of sound: 16 kHz, -1 to 1. */
export type Sound = Float32Array<ArrayBuffer>

/** Taps on each side of the filter of {@link resample}. */
const TAPS = 16

interface Filters {
  /** Samples of the input for each sample of the output. */
  readonly step: number
  /** Samples of the input on each side that a sample of the output depends on. */
  readonly reach: number
  /** Weights by the position between two samples of the input. The positions repeat. */
  readonly phases: readonly Float64Array[]
}

const filters = new Map<string, Filters>()

function filtersOf(from: number, to: number): Filters {
  const known = filters.get(`${from} ${to}`)
  if (known) return known
  const step = from / to
  const cutoff = Math.min(1, to / from) * 0.95
  const reach = TAPS / cutoff
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const phases = Array.from({ length: to / divisor(from, to) }, (_, phase) => {
    const at = phase * step
    const first = Math.ceil(at - reach)
    return Float64Array.from({ length: Math.floor(at + reach) - first + 1 }, (_each, index) => {
      const distance = (first + index - at) * cutoff
      const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)
      return sinc * cutoff * (0.5 + 0.5 * Math.cos((Math.PI * distance) / TAPS))
    })
  })
  const created = { step, reach, phases }
  filters.set(`${from} ${to}`, created)
  return created
}

/** @returns the samples at another rate, without frequencies that the lower rate cannot have */
export function resample(samples: Float32Array, from: number, to: number): Sound {
  if (from === to) return samples.slice()
  const { step, reach, phases } = filtersOf(from, to)
  const result = new Float32Array(Math.floor(samples.length / step))
  for (let index = 0; index < result.length; index++) {
    const weights = phases[index % phases.length] ?? new Float64Array(0)
    const turns = Math.floor(index / phases.length)
    const first = Math.ceil((index % phases.length) * step - reach) + Math.round(turns * phases.length * step)
    let sum = 0
    for (let tap = 0; tap < weights.length; tap++) sum += (samples[first + tap] ?? 0) * (weights[tap] ?? 0)
    result[index] = sum
  }
  return result
}

/** @returns the samples of a WAV file (16 bit, mono) at 16 kHz. @throws for another file. */
export function soundOfWav(file: Buffer): Sound {
  for (let offset = 12; offset + 8 <= file.length;) {
    const size = Math.min(file.readUInt32LE(offset + 4), file.length - offset - 8)
    if (file.toString('latin1', offset, offset + 4) === 'data') {
      const samples = Float32Array.from({ length: size >> 1 }, (_, index) => file.readInt16LE(offset + 8 + 2 * index) / 32_768)
      return resample(samples, file.readUInt32LE(24), WAKE_RATE)
    }
    offset += 8 + size + (size % 2)
  }
  throw new Error('not a WAV file')
}

/** @returns a linear interpolation of the sound at another speed, which changes pitch, formants and length together */
export function atSpeed(sound: Sound, speed: number): Sound {
  const result = new Float32Array(Math.floor((sound.length - 1) / speed))
  for (let index = 0; index < result.length; index++) {
    const at = index * speed
    const whole = Math.floor(at)
    const before = sound[whole]!
    result[index] = before + (sound[whole + 1]! - before) * (at - whole)
  }
  return result
}

/** @returns the sound without the silence around it, at a peak of 0.5. An empty sound for silence. */
export function trim(sound: Sound): Sound {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const isLoud = (sample: number): boolean => Math.abs(sample) > peak * 0.03
  const first = sound.findIndex(isLoud)
  if (peak < 0.001 || first < 0) return new Float32Array(0)
  return sound.slice(Math.max(0, first - 320), sound.findLastIndex(isLoud) + 640).map((sample) => (0.5 * sample) / peak)
}

/** @returns the sounds one after the other */
export function join(sounds: readonly Sound[]): Sound {
  const all = new Float32Array(sounds.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const sound of sounds) {
    all.set(sound, at)
    at += sound.length
  }
  return all
}

export const NOISES = ['white', 'pink', 'brown', 'hum', 'knocks', 'siren'] as const
export type Noise = (typeof NOISES)[number]

/** @returns noise with a mean square of about 1 */
export function createNoise(kind: Noise, length: number, random: Random): Sound {
  const hertz = kind === 'hum' ? random.pick([50, 60, 100, 120]) : random.between(400, 900)
  if (kind === 'hum' || kind === 'siren') return createTone(length, hertz, kind === 'siren' ? 0.5 : 0)
  const sound = new Float32Array(length)
  let [slow, slower] = [0, 0]
  for (let at = 0; at < length; at++) {
    const white = random.between(-1, 1) * Math.sqrt(3)
    slow += (white - slow) * 0.25
    slower += (white - slower) * 0.02
    if (kind === 'white') sound[at] = white
    else if (kind === 'pink') sound[at] = 1.2 * slow + 4 * slower + 0.3 * white
    else if (kind === 'brown') sound[at] = 10 * slower
    else sound[at] = 4 * slow * Math.exp(-(at % 5600) / 500)
  }
  return sound
}

/** @param swing part of the frequency by which it rises and falls */
function createTone(length: number, hertz: number, swing: number): Sound {
  let phase = 0
  return new Float32Array(length).map((_, at) => {
    phase += (2 * Math.PI * hertz * (1 + swing * Math.sin(at / 8000))) / WAKE_RATE
    return 1.2 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase))
  })
}

/** @returns the sound in a random room: echoes that fade within 0.1 to 0.4 s */
function inRoom(sound: Sound, random: Random): Sound {
  const seconds = random.between(0.1, 0.4)
  const strength = random.between(0.05, 0.35)
  const result = sound.slice()
  for (let echo = 0; echo < 24; echo++) {
    const delay = Math.floor(random.between(0.003, seconds) * WAKE_RATE)
    const gain = strength * random.between(-1, 1) * Math.exp((-5 * delay) / (seconds * WAKE_RATE))
    for (let at = delay; at < result.length; at++) result[at]! += gain * sound[at - delay]!
  }
  return result
}

/** Filters the sound as a random microphone does: fewer low or fewer high frequencies. */
function throughMicrophone(sound: Sound, random: Random): void {
  const low = random.between(0, 0.97)
  const high = random.between(0.35, 1)
  let [previous, smooth] = [0, 0]
  for (let at = 0; at < sound.length; at++) {
    smooth += (sound[at]! - smooth) * high
    sound[at] = smooth - low * previous
    previous = smooth
  }
}

/** @returns the sound as a telephone, a headset or a simple recorder transmits it: without high frequencies */
function inNarrowBand(sound: Sound, random: Random): Sound {
  const rate = random.pick([8000, 8000, 10_000, 12_000])
  const narrow = resample(resample(sound, WAKE_RATE, rate), rate, WAKE_RATE)
  const result = new Float32Array(sound.length)
  result.set(narrow.subarray(0, result.length))
  return result
}

/** @returns the root of the mean square */
function volumeOf(sound: Sound): number {
  let sum = 0
  for (let at = 0; at < sound.length; at++) sum += sound[at]! * sound[at]!
  return Math.sqrt(sum / sound.length)
}

/**
 * @param babble other speech, of which a part may be in the background
 * @returns the sound as a microphone may record it: in a room, with noise or other speech, at any volume
 */
export function record(sound: Sound, babble: Sound, random: Random): Sound {
  const spoken = random.chance(0.25) ? inNarrowBand(sound, random) : sound
  const result = random.chance(0.5) ? inRoom(spoken, random) : spoken.slice()
  if (random.chance(0.5)) throughMicrophone(result, random)
  const power = volumeOf(result) || 0.05
  if (random.chance(0.75)) {
    const noise = createNoise(random.pick(NOISES), result.length, random)
    const gain = power * 10 ** (-random.between(3, 40) / 20)
    for (let at = 0; at < result.length; at++) result[at]! += gain * noise[at]!
  }
  if (random.chance(0.3) && babble.length > result.length) {
    const from = Math.floor(random.between(0, babble.length - result.length))
    const gain = random.between(0.02, 0.35)
    for (let at = 0; at < result.length; at++) result[at]! += gain * babble[from + at]!
  }
  const volume = 10 ** (-random.between(0, 30) / 20)
  for (let at = 0; at < result.length; at++) result[at] = Math.max(-1, Math.min(1, 1.6 * volume * result[at]!))
  return result
}
