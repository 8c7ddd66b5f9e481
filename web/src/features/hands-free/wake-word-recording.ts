import { captureFrames } from '../../platform/audio/voice-frames.ts'
import { FRAME_SAMPLES, VOICE_RATE } from '../../platform/audio/voice-format.ts'
import { CaptureError, closeStream, openStream } from '../../platform/device/media-capture.ts'
import { hasSound } from '../../platform/device/microphone-level.ts'

/** Milliseconds of a recording of the phrase. */
const RECORDING_MS = 3000

/** The samples (48 kHz) of a recording. Only memory has them. */
export interface PhraseRecording {
  readonly samples: Float32Array<ArrayBuffer>
  readonly isSilent: boolean
}

/**
 * Records for three seconds.
 * @param onOpen the microphone is open: the user may speak
 * @returns null if something else took the microphone
 * @throws CaptureError
 */
export async function recordPhrase(onOpen: () => void, signal: AbortSignal): Promise<PhraseRecording | null> {
  const samples = new Float32Array(Math.round((RECORDING_MS / 1000) * VOICE_RATE))
  let resolve: (isComplete: boolean) => void = () => undefined
  const end = new Promise<boolean>((resolved) => (resolve = resolved))
  const stream = await openStream({ audio: true, video: null, use: 'recording', onTaken: () => resolve(false) })
  let endCapture: () => void = () => undefined
  let filled = 0
  try {
    signal.addEventListener('abort', () => resolve(false))
    if (signal.aborted) return null
    stream.getAudioTracks()[0]?.addEventListener('ended', () => resolve(false))
    endCapture = await captureFrames(stream, (frame) => {
      if (filled + FRAME_SAMPLES > samples.length) return resolve(true)
      samples.set(frame, filled)
      filled += FRAME_SAMPLES
    })
    onOpen()
    if (!(await end)) return null
    return { samples, isSilent: !hasSound(samples) }
  } catch (error) {
    throw error instanceof CaptureError ? error : new CaptureError('failed', error)
  } finally {
    endCapture()
    closeStream(stream)
  }
}
