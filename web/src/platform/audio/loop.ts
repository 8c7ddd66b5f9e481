import type { SoundUse } from './levels.ts'
import { beginSound, enableSound, outputOf } from './output.ts'

export interface Loop {
  readonly use: SoundUse
  /** Seconds of one period. */
  readonly seconds: number
  /** 0 to 1. WebAudio sets it, because phones ignore the volume of a media element. */
  readonly volume: number
  /** Returns the samples of one period. */
  readonly wave: (sampleRate: number) => Float32Array<ArrayBuffer>
  /** The vibration of phones: milliseconds on and off in turn. */
  readonly vibration: readonly number[]
}

/**
 * Returns the functions that start and stop an endless sound. If sound is blocked, it starts as soon as sound is
 * enabled.
 */
export function createLoop({ use, seconds, volume, wave, vibration }: Loop) {
  let playing: { readonly source: AudioBufferSourceNode; readonly end: () => void } | null = null

  const start = () => {
    const output = outputOf(use)
    if (!output || playing) return
    const { context, node } = output
    const buffer = context.createBuffer(1, Math.round(context.sampleRate * seconds), context.sampleRate)
    buffer.copyToChannel(wave(context.sampleRate), 0)
    const source = new AudioBufferSourceNode(context, { buffer, loop: true })
    source.connect(new GainNode(context, { gain: volume })).connect(node)
    source.start()
    playing = { source, end: beginSound(use) }
    // Before the first touch, browsers refuse vibration and log a warning.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...vibration])
    void enableSound()
  }

  const stop = () => {
    playing?.source.stop()
    playing?.source.disconnect()
    playing?.end()
    playing = null
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(0)
  }

  return { start, stop }
}
