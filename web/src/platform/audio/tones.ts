import type { SoundUse } from './levels.ts'
import { beginSound, outputOf } from './output.ts'

/** Start in seconds and frequency in hertz of each note of a short signal. */
export type Notes = readonly (readonly [start: number, hertz: number])[]

const NOTE_SECONDS = 0.07
const VOLUME = 0.25

/** Plays a short signal once. Without sound it does nothing. */
export function playTones(use: SoundUse, notes: Notes): void {
  const output = outputOf(use)
  if (!output || output.context.state !== 'running') return
  const { context, node } = output
  const gain = new GainNode(context, { gain: 0 })
  gain.connect(node)
  const end = beginSound(use)
  const oscillators = notes.map(([start, hertz]) => {
    const from = context.currentTime + start
    const oscillator = new OscillatorNode(context, { frequency: hertz })
    oscillator.connect(gain)
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(VOLUME, from + 0.008)
    gain.gain.setValueAtTime(VOLUME, from + NOTE_SECONDS - 0.012)
    gain.gain.linearRampToValueAtTime(0, from + NOTE_SECONDS)
    oscillator.start(from)
    oscillator.stop(from + NOTE_SECONDS)
    return oscillator
  })
  oscillators.at(-1)?.addEventListener('ended', () => {
    gain.disconnect()
    end()
  })
}
