import { SPOKEN_COMMAND_MS } from '@noroshi/contract/limits'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { currentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import { currentLanguage } from '../../platform/language/i18n.ts'
import { addLive, onEvent } from '../../platform/connection/live.ts'
import { CaptureError, type CaptureProblem, closeStream, openStream, recorderType } from '../../platform/device/media-capture.ts'
import { senderFields } from '../../platform/session/session.ts'
import { command } from '../../platform/connection/socket.ts'
import { CHUNK_MS } from '../../platform/device/stream-recorder.ts'
import { handsFreeLive } from './hands-free.live.ts'

addLive(handsFreeLive)

/** Bits a second of the recorded voice. */
const BITS_PER_SECOND = 24_000
/** Max milliseconds that the result is waited for after the end of the recording. */
const RESULT_WITHIN_MS = 20_000

/** The result of a recording. `text` is '' if nothing was recognised. */
export type SpokenResult =
  | { readonly kind: 'spoken'; readonly text: string; readonly isCommand: boolean }
  /** The server has no text, or could not be reached. */
  | { readonly kind: 'unrecognised' }
  | { readonly kind: 'problem'; readonly problem: CaptureProblem }
  | { readonly kind: 'cancelled' }

export interface RecorderHandlers {
  /** The text so far. */
  readonly onText: (text: string) => void
  /** The microphone was opened, with its stream, or closed (null). */
  readonly onMicrophone: (stream: MediaStream | null) => void
  /** The recording has ended and the result follows. */
  readonly onEnd: () => void
}

export interface RecorderOptions extends RecorderHandlers {
  /** Milliseconds of one part: {@link CHUNK_MS}, or less where a short answer must be recognised at once. */
  readonly partMs?: number
  /** The user answers a question: only the phrases without a name are recognised. */
  readonly isAnswer?: boolean
  /** The recording goes on after an utterance, whose command is a text so far. */
  readonly isContinuous?: boolean
}

/**
 * Records one spoken command and sends it part by part. The server detects the end of the utterance. The microphone is
 * open from `onMicrophone` to the end of the recording only.
 */
export class CommandRecorder {
  readonly #options: RecorderOptions
  readonly #parts: Blob[] = []
  /** The parts that are not sent yet. They are sent as one, so that a slow server gets fewer. */
  #unsent: Blob[] = []
  readonly #result = Promise.withResolvers<SpokenResult>()
  readonly #closed = Promise.withResolvers<void>()
  #recorder: MediaRecorder | null = null
  #stream: MediaStream | null = null
  #sending: Promise<void> = Promise.resolve()
  #transmissionId: string | null = null
  #lastTimestamp = 0
  /** A part was lost, or another process of the server received it: the whole recording is sent once more. */
  #isBroken = false
  /** The request that notifies the server that the recording has ended; null before it. */
  #stop: Promise<unknown> | null = null
  #state: 'recording' | 'ended' | 'done' = 'recording'
  #timers: ReturnType<typeof setTimeout>[] = []
  #unsubscribe: () => void = () => undefined

  constructor(options: RecorderOptions) {
    this.#options = options
    document.addEventListener('visibilitychange', this.#endIfHidden)
    void this.#open()
  }

  get result(): Promise<SpokenResult> {
    return this.#result.promise
  }

  /** Resolves after the result, when the server knows that the recording has ended: it accepts the next one. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** A hidden page shows no sign of an open microphone. */
  readonly #endIfHidden = () => {
    if (document.visibilityState === 'hidden') this.end()
  }

  /** Ends the recording. Its text is the result. */
  end(): void {
    if (this.#state !== 'recording') return
    this.#state = 'ended'
    this.#options.onEnd()
    this.#timers.push(setTimeout(() => this.#settle({ kind: 'unrecognised' }), RESULT_WITHIN_MS))
    // Its last part and `stop` follow.
    if (this.#recorder?.state === 'recording') this.#recorder.stop()
    else this.#settle({ kind: 'cancelled' })
  }

  /** Ends the recording without a result. */
  cancel(): void {
    this.#settle({ kind: 'cancelled' })
  }

  async #open(): Promise<void> {
    const userId = currentUser()?.id
    if (document.visibilityState === 'hidden') return this.cancel()
    try {
      const mimeType = recorderType('audio')
      if (mimeType === null || userId === undefined) throw new CaptureError('failed')
      const onTaken = () => this.#settle({ kind: 'problem', problem: 'busy' })
      const stream = await openStream({ audio: true, video: null, use: 'recording', onTaken })
      if (this.#state !== 'recording') return closeStream(stream)
      this.#stream = stream
      stream.getAudioTracks()[0]?.addEventListener('ended', () => this.#settle({ kind: 'problem', problem: 'missing' }))
      this.#listen(userId)
      this.#record(stream, mimeType)
      this.#options.onMicrophone(stream)
    } catch (error) {
      this.#settle({ kind: 'problem', problem: error instanceof CaptureError ? error.problem : 'failed' })
    }
  }

  #listen(userId: string): void {
    void command('hfo:join', { userId })
    const stop = onEvent('hfo:message', ({ transmissionId, text, isEndOfUtteranceDetected, isFinal, isCommand }) => {
      if (transmissionId !== this.#transmissionId) return
      if (isFinal) {
        // The reply to the last part has the same result, if this event is lost.
        this.#options.onEnd()
        this.#settle({ kind: 'spoken', text, isCommand })
        return
      }
      this.#options.onText(text)
      if (isEndOfUtteranceDetected && this.#options.isContinuous !== true) this.end()
    })
    this.#unsubscribe = () => {
      stop()
      void command('hfo:leave', { userId })
    }
  }

  #record(stream: MediaStream, mimeType: string): void {
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND })
    recorder.ondataavailable = ({ data }) => this.#accept(data)
    recorder.onstop = () => void this.#finish(recorder.mimeType || mimeType)
    recorder.onerror = () => this.#settle({ kind: 'problem', problem: 'failed' })
    recorder.start(this.#options.partMs ?? CHUNK_MS)
    this.#recorder = recorder
    this.#timers.push(setTimeout(() => this.end(), SPOKEN_COMMAND_MS))
  }

  /** Sends the parts one after the other, so that they arrive in order. */
  #accept(part: Blob): void {
    if (part.size === 0 || this.#state === 'done') return
    this.#parts.push(part)
    this.#unsent.push(part)
    this.#sending = this.#sending.then(async () => {
      if (this.#isBroken || this.#state === 'done' || this.#unsent.length === 0) return
      const unsent = new Blob(this.#unsent, { type: part.type })
      this.#unsent = []
      try {
        const { messageId } = await this.#send(unsent, false)
        if (this.#transmissionId !== null && this.#transmissionId !== messageId) this.#isBroken = true
        this.#transmissionId ??= messageId
      } catch {
        this.#isBroken = true // the whole recording is sent at its end
      }
    })
  }

  async #finish(mimeType: string): Promise<void> {
    this.#closeMicrophone()
    await this.#sending
    if (this.#state === 'done') return
    try {
      if (this.#isBroken) await this.#send(null, true).catch(() => undefined) // ends what has arrived
      const whole = this.#isBroken ? new Blob(this.#parts, { type: mimeType }) : null
      const request = this.#send(whole, true)
      this.#stop = request
      const { spoken } = await request
      this.#settle(spoken ? { kind: 'spoken', ...spoken } : { kind: 'unrecognised' })
    } catch {
      this.#settle({ kind: 'unrecognised' })
    }
  }

  /** The server gives up a recording without an end by itself, but only after some seconds. */
  async #stopOnServer(): Promise<void> {
    if (this.#transmissionId !== null) this.#stop ??= this.#send(null, true)
    await this.#stop?.catch(() => undefined)
    this.#closed.resolve()
  }

  #send(part: Blob | null, isLast: boolean) {
    const recStop = isLast ? 'manual-disable' : 'manual-enable'
    this.#lastTimestamp = Math.max(this.#lastTimestamp + 1, Date.now())
    const isAnswer = this.#options.isAnswer === true
    return call(speechRoutes.audioStream, {
      form: {
        ...senderFields(),
        MessageThreadId: '',
        timestamp: this.#lastTimestamp,
        recStop,
        language: currentLanguage(),
        ...(isAnswer && { isAnswer: 'true' }),
      },
      files: part === null ? [] : [{ field: 'file', file: part, name: 'command' }],
    })
  }

  #settle(result: SpokenResult): void {
    if (this.#state === 'done') return
    this.#state = 'done'
    document.removeEventListener('visibilitychange', this.#endIfHidden)
    for (const timer of this.#timers) clearTimeout(timer)
    if (this.#recorder && this.#recorder.state !== 'inactive') {
      this.#recorder.onstop = null
      this.#recorder.stop()
    }
    this.#closeMicrophone()
    void this.#sending.then(() => this.#stopOnServer())
    this.#unsubscribe()
    this.#result.resolve(result)
  }

  #closeMicrophone(): void {
    if (!this.#stream) return
    closeStream(this.#stream)
    this.#stream = null
    this.#options.onMicrophone(null)
  }
}
