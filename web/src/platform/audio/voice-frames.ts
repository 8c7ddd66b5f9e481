import { CaptureError } from '../device/media-capture.ts'
import { beginSound, enableSound, outputOf } from './output.ts'
import type { SoundUse } from './levels.ts'
import type { Played } from './voice-format.ts'
// oxlint-disable-next-line import/default -- Vite compiles the worklet and exports its URL
import workletUrl from './voice.worklet.ts?worker&url'

/** Milliseconds in which the sound output starts. Without a sound card, Firefox neither starts nor refuses it. */
const SOUND_START_MS = 5_000

let modules: Promise<void> | null = null

/** Loads the worklets once. A failure is not kept, so that a later talk tries again. */
async function loadWorklets(context: AudioContext): Promise<void> {
  modules ??= context.audioWorklet.addModule(workletUrl)
  try {
    await modules
  } catch (error) {
    modules = null
    throw error
  }
}

/** Whether this browser can process live voice. Pages on plain HTTP have no audio worklets. */
export const hasVoiceFrames = (): boolean => typeof AudioWorkletNode !== 'undefined' && outputOf('radio') !== null

export interface FramePlayer {
  /** Plays samples at VOICE_RATE after those that are buffered. It takes the buffer of the array. */
  push: (samples: Float32Array<ArrayBuffer>) => void
  close: () => void
}

/**
 * Plays live voice with the priority of `use`. While a talk plays, the use counts as sounding.
 * @param onPlayed reports the start, the level and the end of each talk
 */
export async function createFramePlayer(use: SoundUse, onPlayed: (played: Played) => void): Promise<FramePlayer> {
  const output = outputOf(use)
  if (!output) throw new Error('this browser has no WebAudio')
  await loadWorklets(output.context)
  const node = new AudioWorkletNode(output.context, 'voice-playback', { numberOfInputs: 0, outputChannelCount: [1] })
  node.connect(output.node)
  let end: (() => void) | null = null
  node.port.onmessage = ({ data }: MessageEvent<Played>) => {
    if (data.isPlaying) end ??= beginSound(use)
    else {
      end?.()
      end = null
    }
    onPlayed(data)
  }
  return {
    push: (samples) => node.port.postMessage(samples, [samples.buffer]),
    close() {
      node.port.onmessage = null
      node.port.postMessage(null)
      node.disconnect()
      end?.()
    },
  }
}

/**
 * Reports the frames of an open microphone, each with FRAME_SAMPLES samples at VOICE_RATE.
 * @returns the function that ends it; the stream stays open
 * @throws CaptureError if the sound output does not start
 */
export async function captureFrames(
  stream: MediaStream,
  onFrame: (samples: Float32Array<ArrayBuffer>) => void,
): Promise<() => void> {
  const output = outputOf('radio')
  if (!output) throw new Error('this browser has no WebAudio')
  const { context } = output
  await Promise.all([loadWorklets(context), startSoundOutput(context)])
  const source = context.createMediaStreamSource(stream)
  const node = new AudioWorkletNode(context, 'voice-capture', {
    numberOfOutputs: 1,
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  node.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onFrame(data)
  // Browsers run only nodes that are connected to the destination. The output of this one is silent.
  source.connect(node).connect(output.context.destination)
  return () => {
    node.port.onmessage = null
    node.port.postMessage(null)
    source.disconnect()
    node.disconnect()
  }
}

/** @throws CaptureError after a time limit */
async function startSoundOutput(context: AudioContext): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SOUND_START_MS)
  })
  await Promise.race([enableSound(), limit])
  clearTimeout(timer)
  if (context.state !== 'running') throw new CaptureError('noSound')
}
