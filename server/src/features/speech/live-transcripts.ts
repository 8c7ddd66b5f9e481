import type { SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import type { Deps } from '#/deps.ts'
import { openTranscript } from '#/features/radio/transcript.service.ts'
import type { SpeechStream } from '#/ports/speech.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { radioRoom } from '#/features/radio/radio.rooms.ts'

/** Milliseconds until a stream is given up that no recording of this process has taken. */
const KEPT_MS = 180_000

interface LiveTranscript {
  readonly stream: SpeechStream
  /** Parts that the stream received, from the first one. */
  parts: number
}

export interface TranscriptOptions {
  readonly messageId: string
  readonly threadId: string
  readonly userId: string
  readonly language: SpeechLanguage
}

/**
 * The streams to the recogniser of the recordings that grow in this process. A stream whose parts come in another order, or by
 * another process, is given up: the text comes from the whole recording later.
 */
export class LiveTranscripts {
  readonly #deps: Deps
  readonly #transcripts = new Map<string, LiveTranscript>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Sends the part with this index to the stream of its recording. The first part starts the stream. */
  accept(options: TranscriptOptions, index: number, bytes: Buffer): void {
    const { messageId } = options
    if (index === 0 && !this.#transcripts.has(messageId)) this.#start(options)
    const transcript = this.#transcripts.get(messageId)
    if (transcript === undefined) return
    if (transcript.parts !== index) return this.#discard(messageId)
    transcript.parts++
    transcript.stream.acceptRecording(bytes)
  }

  /** Removes and returns the stream that received exactly these parts; null without one. */
  take(messageId: string, parts: number): SpeechStream | null {
    const transcript = this.#transcripts.get(messageId)
    if (transcript?.parts !== parts) {
      this.#discard(messageId)
      return null
    }
    this.#transcripts.delete(messageId)
    return transcript.stream
  }

  #start(options: TranscriptOptions): void {
    this.#transcripts.set(options.messageId, { stream: this.#open(options), parts: 0 })
    setTimeout(() => this.#discard(options.messageId), KEPT_MS).unref()
  }

  /** Partial texts are emitted to the members of the radio chat and to the speaker. */
  #open({ messageId, threadId, userId, language }: TranscriptOptions): SpeechStream {
    const topics = [radioRoom(threadId), userRoom(userId)]
    return openTranscript(this.#deps, { transmissionId: messageId, threadId, userId, language, topics })
  }

  #discard(messageId: string): void {
    this.#transcripts.get(messageId)?.stream.close()
    this.#transcripts.delete(messageId)
  }
}
