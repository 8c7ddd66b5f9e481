import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { measureStream } from '../../../platform/audio/output.ts'
import { isTemporary } from '../../../platform/connection/http-errors.ts'
import { call, type CallInput } from '../../../platform/connection/http.ts'
import { currentLanguage } from '../../../platform/language/i18n.ts'
import { recorderType } from '../../../platform/device/media-capture.ts'
import { hasSound, levelOf } from '../../../platform/device/microphone-level.ts'
import { senderFields } from '../../../platform/session/session.ts'

/** Milliseconds of one part (specification, section 9). */
const PART_MS = 1_000
/** Milliseconds between two levels, and looks for the first sound. */
const LEVEL_MS = 80
/**
 * Milliseconds after an accepted part in which the next one is sent: the server ends a recording 10 s after its last
 * part. And milliseconds between two attempts.
 */
const CONTINUED_WITHIN_MS = 9_000
const RETRY_MS = 700

interface PostedTalkOptions {
  readonly threadId: string
  readonly stream: MediaStream
  /** The level of the voice, from 0 to 1. */
  readonly onLevel: (level: number) => void
  /** A part could not be sent. The outcome is `lost`, and what follows is not sent. */
  readonly onLost: () => void
}

/** `silent`: the microphone gave no sound, and nothing was sent. `lost`: a part could not be sent. */
type PostedOutcome = { readonly kind: 'silent' | 'lost' } | { readonly kind: 'sent'; readonly messageId: string }

/** Whether this browser can record a talk that is posted in parts. */
export const canPostTalk = (): boolean => recorderType('audio') !== null

/** A talk of a browser that cannot encode live voice: it records, and posts a part each second from the first sound. */
export class PostedTalk {
  readonly #options: PostedTalkOptions
  readonly #recorder: MediaRecorder
  readonly #recorded: Promise<void>
  readonly #endMeter: () => void
  #parts: Blob[] = []
  #hasSound = false
  #lastTimestamp = 0
  #messageId: string | null = null
  /** When the newest accepted part was sent, as performance.now(). */
  #acceptedAt: number | null = null
  #isLost = false
  #sending = Promise.resolve()
  #outcome: Promise<PostedOutcome> | null = null

  /** Starts to record. @throws if the browser cannot record the stream */
  constructor(options: PostedTalkOptions) {
    this.#options = options
    this.#recorder = new MediaRecorder(options.stream, { mimeType: recorderType('audio') ?? '' })
    this.#recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) this.#parts.push(data)
      this.#send()
    }
    this.#recorded = new Promise((resolve) => {
      this.#recorder.onstop = () => resolve()
      this.#recorder.onerror = () => resolve()
    })
    this.#endMeter = this.#watchSound()
    this.#recorder.start(PART_MS)
  }

  /** The microphone has given sound. */
  get hasSound(): boolean {
    return this.#hasSound
  }

  /** Ends the recording and resolves when all of it has been sent. A second call has no further effect. */
  finish(): Promise<PostedOutcome> {
    return (this.#outcome ??= this.#finish())
  }

  async #finish(): Promise<PostedOutcome> {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
    await this.#recorded
    this.#endMeter()
    if (!this.#hasSound) return { kind: 'silent' }
    await this.#sending
    if (this.#messageId !== null && !this.#isLost) await this.#post(null)
    return this.#messageId === null || this.#isLost ? { kind: 'lost' } : { kind: 'sent', messageId: this.#messageId }
  }

  /** Parts before the first sound wait, since the first one contains the header of the file. */
  #send(): void {
    if (!this.#hasSound) return
    for (const part of this.#parts.splice(0)) this.#sending = this.#sending.then(() => this.#post(part))
  }

  /**
   * Sends a part until the server accepts it or has ended the recording.
   * @param part null: the end of the recording. If it does not arrive, the server ends the recording by itself.
   */
  async #post(part: Blob | null): Promise<void> {
    const timestamp = Math.max(Date.now(), this.#lastTimestamp + 1)
    this.#lastTimestamp = timestamp
    const request: CallInput<typeof speechRoutes.audioStream> = {
      form: {
        MessageThreadId: this.#options.threadId,
        timestamp,
        recStop: part === null ? 'manual-disable' : 'manual-enable',
        language: currentLanguage(),
      },
      files: part === null ? [] : [{ field: 'file', file: part, name: 'voice' }],
    }
    const deadline = new AbortController()
    const waited = this.#acceptedAt === null ? 0 : performance.now() - this.#acceptedAt
    if (waited >= CONTINUED_WITHIN_MS) deadline.abort() // the page was suspended
    const timer = setTimeout(() => deadline.abort(), CONTINUED_WITHIN_MS - waited)
    try {
      await this.#repeat({ ...request, signal: deadline.signal })
    } catch {
      if (part === null || this.#isLost) return
      this.#isLost = true
      this.#options.onLost()
    } finally {
      clearTimeout(timer)
    }
  }

  /** Repeats a request until the server accepts it. @throws if the server refuses it, or at its deadline */
  async #repeat(request: CallInput<typeof speechRoutes.audioStream>): Promise<void> {
    while (!this.#isLost) {
      const startedAt = performance.now()
      try {
        this.#messageId = (
          await call(speechRoutes.audioStream, { ...request, form: { ...request.form, ...senderFields() } })
        ).messageId
        this.#acceptedAt = startedAt
        return
      } catch (error) {
        if (!isTemporary(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  #watchSound(): () => void {
    const meter = measureStream(this.#options.stream)
    if (!meter) {
      this.#hasSound = true // unknown: the server discards a recording without speech
      return () => undefined
    }
    const samples = new Float32Array(meter.analyser.fftSize)
    const timer = setInterval(() => {
      meter.analyser.getFloatTimeDomainData(samples)
      this.#options.onLevel(levelOf(samples))
      if (this.#hasSound || !hasSound(samples)) return
      this.#hasSound = true
      this.#send()
    }, LEVEL_MS)
    return () => {
      clearInterval(timer)
      meter.end()
    }
  }
}
