import { captureFrames } from '../../../platform/audio/voice-frames.ts'
import { CaptureError, type CaptureProblem, closeStream, openStream } from '../../../platform/device/media-capture.ts'

/** Milliseconds for which the microphone stays open after a talk, so that the next one begins at once. */
const IDLE_MS = 30_000

export interface MicrophoneHandlers {
  /** A frame of 20 ms. */
  readonly onFrame: (samples: Float32Array<ArrayBuffer>) => void
  readonly onOpen: (isOpen: boolean) => void
  /** `busy`: a call took the microphone from a talk. `missing`: it was unplugged. */
  readonly onLost: (problem: CaptureProblem) => void
}

/**
 * The microphone of a radio chat. It opens with the first talk and closes after a rest, with the page and when the page
 * is hidden.
 */
export class TalkMicrophone {
  readonly #handlers: MicrophoneHandlers
  #stream: MediaStream | null = null
  #opening: Promise<void> | null = null
  #endCapture: (() => void) | null = null
  #idle: ReturnType<typeof setTimeout> | undefined
  #isInUse = false

  constructor(handlers: MicrophoneHandlers) {
    this.#handlers = handlers
  }

  /** The open microphone; null while it is closed. */
  get stream(): MediaStream | null {
    return this.#stream
  }

  /**
   * Opens the microphone and keeps it open until {@link rest}.
   * @param hasFrames false: frames are not reported
   * @throws CaptureError
   */
  async use(hasFrames: boolean): Promise<void> {
    this.#isInUse = true
    clearTimeout(this.#idle)
    if (this.#stream) return
    this.#opening ??= this.#open(hasFrames).finally(() => {
      this.#opening = null
    })
    await this.#opening
  }

  /** Closes the microphone soon, unless it is used again; at once if the page is hidden. */
  rest(): void {
    this.#isInUse = false
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), document.visibilityState === 'hidden' ? 0 : IDLE_MS)
  }

  /** Closes the microphone unless a talk uses it. */
  closeIfIdle(): void {
    if (!this.#isInUse) this.close()
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#isInUse = false
    this.#endCapture?.()
    this.#endCapture = null
    if (!this.#stream) return
    closeStream(this.#stream)
    this.#stream = null
    this.#handlers.onOpen(false)
  }

  async #open(hasFrames: boolean): Promise<void> {
    const stream = await openStream({
      audio: true,
      video: null,
      use: 'radio',
      onTaken: () => (this.#isInUse ? this.#lose('busy') : this.close()),
      isResting: () => !this.#isInUse,
    })
    try {
      if (hasFrames) this.#endCapture = await captureFrames(stream, this.#handlers.onFrame)
    } catch (error) {
      closeStream(stream)
      throw error instanceof CaptureError ? error : new CaptureError('failed', error)
    }
    this.#stream = stream
    this.#handlers.onOpen(true)
    stream.getAudioTracks()[0]?.addEventListener('ended', () => this.#lose('missing'))
    // The talk ended while the microphone started, or the page was left.
    if (!this.#isInUse) this.close()
  }

  #lose(problem: CaptureProblem): void {
    if (!this.#stream) return
    this.close()
    this.#handlers.onLost(problem)
  }
}
