import { createLoop } from './loop.ts'

const SECONDS = 3
/** Start in seconds and frequency in hertz of each beep: two short pairs, unlike the ringtone of a call. */
const BEEPS = [
  [0, 1175],
  [0.16, 880],
  [0.6, 1175],
  [0.76, 880],
] as const
const BEEP_SECONDS = 0.13

/** Returns the samples of the beeps. Fading at both edges avoids clicks. */
function beepWave(sampleRate: number): Float32Array<ArrayBuffer> {
  const wave = new Float32Array(Math.round(sampleRate * SECONDS))
  for (const [start, hertz] of BEEPS) {
    const first = Math.round(start * sampleRate)
    for (let index = 0; index < BEEP_SECONDS * sampleRate; index++) {
      const at = index / sampleRate
      const level = Math.min(1, at / 0.01, (BEEP_SECONDS - at) / 0.02)
      wave[first + index] = level * (0.6 * Math.sin(2 * Math.PI * hertz * at) + 0.2 * Math.sin(6 * Math.PI * hertz * at))
    }
  }
  return wave
}

/** The ringtone of an incoming radio chat, looped at half of full volume (specification, section 9). */
const loop = createLoop({ use: 'ringtone', seconds: SECONDS, volume: 0.5, wave: beepWave, vibration: [200, 100, 200] })

export const startRadioRingtone = loop.start
export const stopRadioRingtone = loop.stop
