import { createObservable, type ReadonlyObservable } from '../observable.ts'

/** Milliseconds of one chunk (specification, section 9). */
export const CHUNK_MS = 1_000

export interface RecordedStream {
  readonly stream: MediaStream
  /** A type that this browser can record. */
  readonly mimeType: string
  readonly videoBitsPerSecond?: number | undefined
  readonly audioBitsPerSecond?: number | undefined
}

export interface RecorderView {
  /** idle -> recording -> stopped (the user reviews, then sends or discards). Specification, section 4. */
  readonly stage: 'idle' | 'recording' | 'stopped'
  /** The size limit ended the recording, not the user. */
  readonly wasCut: boolean
  readonly hasFailed: boolean
  readonly recording: Blob | null
}

const START: RecorderView = { stage: 'idle', wasCut: false, hasFailed: false, recording: null }

/** Logs a recording failure (specification, section 8). */
function logFailure(error: unknown) {
  // oxlint-disable-next-line no-console -- for developers; the screen shows the failure to the user
  console.error('The recording failed', error)
}

/** Records a stream by the browser's MediaRecorder, up to a size. */
export class StreamRecorder {
  readonly #maxBytes: number
  readonly #view = createObservable(START)
  #recorder: MediaRecorder | null = null
  #chunks: Blob[] = []

  /** @param maxBytes max bytes of the finished recording */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get view(): ReadonlyObservable<RecorderView> {
    return this.#view
  }

  start({ stream, mimeType, videoBitsPerSecond, audioBitsPerSecond }: RecordedStream): void {
    if (this.#view.get().stage !== 'idle') return
    this.#chunks = []
    this.#view.set({ ...START, stage: 'recording' })
    try {
      const recorder = new MediaRecorder(stream, {
        mimeType,
        ...(videoBitsPerSecond !== undefined && { videoBitsPerSecond }),
        ...(audioBitsPerSecond !== undefined && { audioBitsPerSecond }),
      })
      this.#recorder = recorder
      recorder.ondataavailable = ({ data }) => this.#add(data)
      recorder.onstop = () => this.#finish(recorder.mimeType || mimeType)
      recorder.onerror = (event) => {
        logFailure('error' in event ? event.error : event)
        this.#fail()
      }
      recorder.start(CHUNK_MS)
    } catch (error) {
      logFailure(error)
      this.#fail()
    }
  }

  /** Ends the recording. Its last chunk follows. */
  stop(): void {
    if (this.#recorder && this.#recorder.state !== 'inactive') this.#recorder.stop()
  }

  /** Removes a finished recording. */
  discard(): void {
    if (this.#view.get().stage === 'stopped') this.#view.set(START)
  }

  /** Stops the browser's recorder. The recording that it has begun is lost. */
  close(): void {
    const recorder = this.#recorder
    this.#recorder = null
    if (!recorder) return
    recorder.ondataavailable = null
    recorder.onstop = null
    if (recorder.state !== 'inactive') recorder.stop()
  }

  #add(chunk: Blob): void {
    if (chunk.size === 0) return
    this.#chunks.push(chunk)
    const sizes = this.#chunks.map(({ size }) => size)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    // One more chunk of the largest size and the final chunk must still fit.
    if (this.#recorder?.state !== 'recording' || bytes + 2 * Math.max(...sizes) <= this.#maxBytes) return
    this.#view.set({ ...this.#view.get(), wasCut: true })
    this.stop()
  }

  #finish(mimeType: string): void {
    if (this.#chunks.length === 0) return this.#fail()
    this.#recorder = null
    const recording = new Blob(this.#chunks, { type: mimeType })
    this.#chunks = []
    this.#view.set({ ...this.#view.get(), stage: 'stopped', recording })
  }

  #fail(): void {
    this.close()
    this.#chunks = []
    this.#view.set({ ...START, hasFailed: true })
  }
}
