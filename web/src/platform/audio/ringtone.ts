import { createLoop } from './loop.ts'

const SECONDS = 3
/** Start in seconds and frequency in hertz of each note. Unlike the alarm, it rises softly and pauses. */
const NOTES = [
  [0, 659],
  [0.22, 784],
  [0.44, 988],
  [0.9, 659],
  [1.12, 784],
  [1.34, 988],
] as const
const NOTE_SECONDS = 0.4

/** Returns the samples of the ringtone. Each note decays like a bell. */
function ringWave(sampleRate: number): Float32Array<ArrayBuffer> {
  const wave = new Float32Array(Math.round(sampleRate * SECONDS))
  for (const [start, hertz] of NOTES) {
    const first = Math.round(start * sampleRate)
    for (let index = 0; index < NOTE_SECONDS * sampleRate; index++) {
      const at = index / sampleRate
      const level = Math.min(1, at / 0.01) * Math.exp(-at * 9) * Math.min(1, (NOTE_SECONDS - at) / 0.02)
      const phase = 2 * Math.PI * hertz * at
      wave[first + index] = (wave[first + index] ?? 0) + level * (0.6 * Math.sin(phase) + 0.2 * Math.sin(2 * phase))
    }
  }
  return wave
}

/** The ringtone of an incoming call, looped at half of full volume (specification, section 9). */
const loop = createLoop({
  use: 'ringtone',
  seconds: SECONDS,
  volume: 0.5,
  wave: ringWave,
  vibration: [400, 300, 400],
})

export const startRingtone = loop.start
export const stopRingtone = loop.stop
