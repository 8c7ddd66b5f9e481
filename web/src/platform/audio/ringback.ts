import { createLoop } from './loop.ts'

const SECONDS = 3
const TONE_SECONDS = 1
const HERTZ = 400
/** Hertz of the pulsing that tells it from a ringtone. */
const PULSE_HERTZ = 16

/** Returns the samples of the tone that a caller hears: a second of a soft pulsing tone, two of silence. */
function ringbackWave(sampleRate: number): Float32Array<ArrayBuffer> {
  const wave = new Float32Array(Math.round(sampleRate * SECONDS))
  for (let index = 0; index < TONE_SECONDS * sampleRate; index++) {
    const at = index / sampleRate
    const edge = Math.min(1, at / 0.02, (TONE_SECONDS - at) / 0.02)
    const pulse = 0.75 + 0.25 * Math.sin(2 * Math.PI * PULSE_HERTZ * at)
    wave[index] = edge * pulse * Math.sin(2 * Math.PI * HERTZ * at)
  }
  return wave
}

/** The tone that a caller hears while the other side rings. */
const loop = createLoop({ use: 'ringback', seconds: SECONDS, volume: 0.15, wave: ringbackWave, vibration: [] })

export const startRingback = loop.start
export const stopRingback = loop.stop
