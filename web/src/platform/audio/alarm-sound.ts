import { createLoop } from './loop.ts'

const SECONDS = 2
/** Two frequencies in hertz at which small speakers are loud and hearing is sensitive. */
const TONES = [960, 1280] as const
const TONE_SECONDS = 0.5

/** Returns the samples of the two tones. Overtones keep them audible in noise; fading at both edges avoids clicks. */
function alarmWave(sampleRate: number): Float32Array<ArrayBuffer> {
  const wave = new Float32Array(Math.round(sampleRate * SECONDS))
  for (let index = 0; index < wave.length; index++) {
    const at = index / sampleRate
    const turn = Math.floor(at / TONE_SECONDS)
    const within = at - turn * TONE_SECONDS
    const edge = Math.min(1, within / 0.02, (TONE_SECONDS - within) / 0.02)
    const phase = 2 * Math.PI * (TONES[turn % 2] ?? TONES[0]) * at
    wave[index] = edge * (0.7 * Math.sin(phase) + 0.2 * Math.sin(3 * phase) + 0.1 * Math.sin(5 * phase))
  }
  return wave
}

const alarm = { use: 'alarm', seconds: SECONDS, wave: alarmWave, vibration: [600, 200, 600, 200, 600] } as const

/** The alarm, at half of full volume (specification, section 9). */
const loop = createLoop({ ...alarm, volume: 0.5 })
/** The same sound for an urgent question. An alarm of another user replaces it. */
const question = createLoop({ ...alarm, volume: 0.5 })
/** The sound of the alarm at full volume, for a siren screen. */
const siren = createLoop({ ...alarm, volume: 1 })

/** Plays the alarm in a loop until {@link stopAlarm}. If sound is blocked, it starts as soon as sound is enabled. */
export const startAlarm = loop.start
export const stopAlarm = loop.stop

/** {@link startAlarm} at full volume, until {@link stopSiren}. */
export const startSiren = siren.start
export const stopSiren = siren.stop

/** {@link startAlarm} for an urgent question, until {@link stopQuestionSound}. */
export const startQuestionSound = question.start
export const stopQuestionSound = question.stop
