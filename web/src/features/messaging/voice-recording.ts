import { measureStream } from '../../platform/audio/output.ts'
import {
  type CaptureProblem,
  CaptureError,
  closeStream,
  openStream,
  recorderType,
  recordingFile,
} from '../../platform/device/media-capture.ts'
import { levelOf } from '../../platform/device/microphone-level.ts'
import { StreamRecorder } from '../../platform/device/stream-recorder.ts'
import { createObservable, type ReadonlyObservable } from '../../platform/observable.ts'

/** A shorter press is a tap, after which the recording goes on by itself. */
const HOLD_MS = 700
/** Pixels that the finger slides to discard the recording, or to let it go on. */
const DISCARD_PX = 100
const LOCK_PX = 70
/** The click that belongs to the tap that began the recording comes after it on phones, when another button is there. */
const SAME_TAP_MS = 400
/** Enough for a voice. Browsers take up to four times as much. */
const BITS_PER_SECOND = 32_000
/** Milliseconds between two levels. */
const LEVEL_MS = 80
/** Levels that are kept: more than the waveform shows. */
const LEVELS_MAX = 60

/** `starting`: the microphone opens. `stopped`: the user listens, and sends or discards. */
type Stage = 'off' | 'starting' | 'recording' | 'stopped'

interface RecordingView {
  readonly stage: Stage
  /** The finger is on the button: lifting it sends. */
  readonly isHeld: boolean
  /** The finger has slid so far that lifting it discards, after a question. */
  readonly isLeaving: boolean
  /** The user is asked whether to discard the recording. */
  readonly isAsked: boolean
  /** The latest levels of the microphone, from 0 to 1. */
  readonly levels: readonly number[]
  readonly recording: Blob | null
  /** The size limit ended the recording. */
  readonly wasCut: boolean
}

const OFF: RecordingView = {
  stage: 'off',
  isHeld: false,
  isLeaving: false,
  isAsked: false,
  levels: [],
  recording: null,
  wasCut: false,
}

interface Options {
  readonly onSend: (file: File) => void
  /** null: this browser cannot record. */
  readonly onProblem: (problem: CaptureProblem | null) => void
}

/**
 * Records one voice note by a button. Holding it records and lifting it sends; a tap, or a slide up, lets the recording go on
 * until it is sent or stopped; a slide to the left discards it after a question.
 */
export class VoiceRecording {
  readonly #view = createObservable(OFF)
  readonly #options: Options
  #recorder: StreamRecorder | null = null
  #isSending = false
  #beganAt = 0
  #tappedAt = -Infinity
  #end: () => void = () => undefined

  constructor(options: Options) {
    this.#options = options
  }

  get view(): ReadonlyObservable<RecordingView> {
    return this.#view
  }

  /**
   * @param maxBytes the recording stops at this size
   * @param isHeld false: from a screen reader, which holds nothing
   */
  press(maxBytes: number, isHeld: boolean): void {
    if (this.#view.get().stage !== 'off') return
    this.#view.set({ ...OFF, stage: 'starting', isHeld })
    void this.#open(maxBytes)
  }

  /** The finger is this many pixels away from where it went down. */
  slide(dx: number, dy: number): void {
    if (!this.#view.get().isHeld) return
    if (dy < -LOCK_PX) this.#change({ isHeld: false, isLeaving: false })
    else this.#change({ isLeaving: dx < -DISCARD_PX })
  }

  /** @param isLifted see HoldActions: a press that something else has ended sends nothing */
  release(isLifted: boolean): void {
    const { isHeld, isLeaving, stage } = this.#view.get()
    if (!isHeld) return
    this.#change({ isHeld: false, isLeaving: false })
    if (isLeaving) this.askToDiscard()
    else if (isLifted && stage === 'recording' && performance.now() - this.#beganAt >= HOLD_MS) this.send()
    else this.#tappedAt = performance.now()
  }

  /** The button that sends was clicked. @param isPointer false: by the keyboard or a screen reader */
  click(isPointer: boolean): void {
    if (!isPointer || performance.now() - this.#tappedAt >= SAME_TAP_MS) this.send()
  }

  stop(): void {
    this.#recorder?.stop()
  }

  send(): void {
    const { stage, recording } = this.#view.get()
    if (stage === 'recording') {
      this.#isSending = true
      this.stop()
    } else if (recording) {
      this.reset()
      this.#options.onSend(recordingFile('audio', recording))
    }
  }

  /** Stops, and asks whether to discard what was recorded. */
  askToDiscard(): void {
    const { stage } = this.#view.get()
    if (stage === 'starting') return this.reset()
    this.stop()
    this.#change({ isAsked: true })
  }

  /** The answer is no: the user reviews the recording. */
  keep(): void {
    this.#change({ isAsked: false })
  }

  /** Ends without sending: after the answer, and when the chat is left. */
  reset(): void {
    this.#end()
    this.#end = () => undefined
    this.#recorder = null
    this.#isSending = false
    this.#view.set(OFF)
  }

  #change(changes: Partial<RecordingView>): void {
    this.#view.set({ ...this.#view.get(), ...changes })
  }

  #fail(problem: CaptureProblem | null): void {
    this.reset()
    this.#options.onProblem(problem)
  }

  async #open(maxBytes: number): Promise<void> {
    const mimeType = recorderType('audio')
    if (mimeType === null) return this.#fail(null)
    let isOver = false
    this.#end = () => {
      isOver = true
    }
    try {
      const stream = await openStream({ audio: true, video: null })
      if (isOver) return closeStream(stream)
      this.#record(stream, mimeType, maxBytes)
    } catch (error) {
      if (!isOver) this.#fail(error instanceof CaptureError ? error.problem : 'failed')
    }
  }

  #record(stream: MediaStream, mimeType: string, maxBytes: number): void {
    const recorder = new StreamRecorder(maxBytes)
    const endLevels = this.#measure(stream)
    const unsubscribe = recorder.view.subscribe(() => this.#follow(recorder, endDevices))
    const endDevices = () => {
      endLevels()
      closeStream(stream)
    }
    this.#end = () => {
      unsubscribe()
      recorder.close()
      endDevices()
    }
    this.#recorder = recorder
    this.#beganAt = performance.now()
    this.#change({ stage: 'recording' })
    recorder.start({ stream, mimeType, audioBitsPerSecond: BITS_PER_SECOND })
  }

  /** Also called when a call has taken the microphone, which ends the recording and keeps it. */
  #follow(recorder: StreamRecorder, endDevices: () => void): void {
    const { recording, wasCut, hasFailed } = recorder.view.get()
    // A recording of a moment has no content, which would be lost.
    if (hasFailed) return this.#view.get().isAsked ? this.reset() : this.#fail('failed')
    if (!recording) return
    endDevices()
    this.#change({ stage: 'stopped', isHeld: false, isLeaving: false, recording, wasCut })
    if (this.#isSending) this.send()
  }

  #measure(stream: MediaStream): () => void {
    const meter = measureStream(stream)
    if (!meter) return () => undefined
    const samples = new Float32Array(meter.analyser.fftSize)
    const timer = setInterval(() => {
      meter.analyser.getFloatTimeDomainData(samples)
      this.#change({ levels: [...this.#view.get().levels, levelOf(samples)].slice(-LEVELS_MAX) })
    }, LEVEL_MS)
    return () => {
      clearInterval(timer)
      meter.end()
    }
  }
}
