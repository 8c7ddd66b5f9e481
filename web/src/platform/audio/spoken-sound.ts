import type { SoundUse } from './levels.ts'
import { isMicrophoneUsed, onMicrophoneUsed } from './microphone.ts'
import { mayPlayNow, onMayPlay } from './other-tabs.ts'
import { beginSound, outputOf } from './output.ts'
import { isRecordingPlaying, onRecordings } from './recordings-playing.ts'

/** Seconds that are repeated after an interruption. */
const REPEAT_S = 1

/**
 * Decodes a sound. @returns null for text that is not base64, for a format that the browser does not know, and without
 * WebAudio
 */
export async function decodeSpoken(base64: string): Promise<AudioBuffer | null> {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return (await outputOf('speech')?.context.decodeAudioData(bytes.buffer)) ?? null
  } catch {
    return null
  }
}

export interface SpokenSound {
  /** Sets the volume that the user chose, 0 to 1. */
  setVolume: (volume: number) => void
  /** false: it waits, or has ended. */
  isPlaying: () => boolean
  /** Resolves when the sound has ended or was stopped. */
  readonly done: Promise<void>
  stop: () => void
}

/**
 * Whether the microphone would record the sound. An announcement of an alarm does not wait for the end of a recording.
 */
const isRecorded = (use: SoundUse) => use === 'speech' && isMicrophoneUsed()

/**
 * Plays a sound once. It waits while its use is silent, also because of another tab, while a recording plays on the
 * page (except `alarm`), and `speech` while the microphone records. Then it goes on a second before the interruption.
 */
export function playSpoken(use: SoundUse, buffer: AudioBuffer, volume: number): SpokenSound {
  const output = outputOf(use)
  const { promise: done, resolve } = Promise.withResolvers<void>()
  if (!output) {
    resolve()
    return { setVolume: () => undefined, isPlaying: () => false, done, stop: () => undefined }
  }
  const { context, node } = output
  const gain = new GainNode(context, { gain: volume })
  gain.connect(node)
  let hasEnded = false
  /** Seconds that have been played. */
  let offset = 0
  let playing: { readonly source: AudioBufferSourceNode; readonly since: number; readonly end: () => void } | null = null

  const pause = () => {
    if (!playing) return
    const { source, since, end } = playing
    playing = null
    offset = Math.max(0, offset + context.currentTime - since - REPEAT_S)
    source.onended = null
    source.stop()
    source.disconnect()
    end()
  }
  const play = () => {
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(gain)
    source.onended = stop
    source.start(0, offset)
    playing = { source, since: context.currentTime, end: () => undefined }
    playing = { ...playing, end: beginSound(use) }
  }
  const update = () => {
    if (hasEnded) return
    const mayPlay = mayPlayNow(use) && (use === 'alarm' || !isRecordingPlaying()) && !isRecorded(use)
    if (playing && !mayPlay) pause()
    else if (!playing && mayPlay) play()
  }
  function stop() {
    if (hasEnded) return
    hasEnded = true
    for (const unsubscribe of subscriptions) unsubscribe()
    pause()
    gain.disconnect()
    resolve()
  }
  const subscriptions = [onMayPlay(update), onMicrophoneUsed(update), onRecordings(update)]
  update()
  return {
    setVolume: (chosen) => {
      gain.gain.value = chosen
    },
    isPlaying: () => playing !== null,
    done,
    stop,
  }
}
