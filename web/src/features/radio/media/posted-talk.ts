import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { measureStream } from '../../../platform/audio/output.ts'
import { isTemporary } from '../../../platform/http-errors.ts'
import { call } from '../../../platform/http.ts'
import { currentLanguage } from '../../../platform/i18n.ts'
import { recorderType } from '../../../platform/media-capture.ts'
import { levelOf } from '../../../platform/microphone-level.ts'

/** Milliseconds of one part (specification, section 9). */
const PART_MS = 1_000
/** Milliseconds between two levels, and looks for the first sound. */
const LEVEL_MS = 80
/** Peak below which a microphone is switched off or muted. Any other has more noise. */
const SILENCE_PEAK = 0.0005
/** Attempts to send a part, and milliseconds between them. */
const ATTEMPTS = 4
const RETRY_MS = 700

interface PostedTalkOptions {
  readonly threadId: string
  readonly stream: MediaStream
  /** The level of the voice, from 0 to 1. */
  readonly onLevel: (level: number) => void
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
  #isLost = false
  #sending = Promise.resolve()

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

  /** Ends the recording and resolves when all of it has been sent. */
  async finish(): Promise<PostedOutcome> {
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

  /** @param part null: the end of the recording */
  async #post(part: Blob | null): Promise<void> {
    const timestamp = Math.max(Date.now(), this.#lastTimestamp + 1)
    this.#lastTimestamp = timestamp
    const request = {
      form: {
        MessageThreadId: this.#options.threadId,
        timestamp,
        recStop: part === null,
        language: currentLanguage(),
      },
      files: part === null ? [] : [{ field: 'file', file: part, name: 'voice' }],
    }
    for (let attempt = 1; !this.#isLost; attempt++) {
      try {
        this.#messageId = (await call(speechRoutes.audioStream, request)).messageId
        return
      } catch (error) {
        if (!isTemporary(error) || attempt === ATTEMPTS) this.#isLost = true
        else await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
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
      if (this.#hasSound || !samples.some((sample) => Math.abs(sample) >= SILENCE_PEAK)) return
      this.#hasSound = true
      this.#send()
    }, LEVEL_MS)
    return () => {
      clearInterval(timer)
      meter.end()
    }
  }
}
