import type { SpeechLanguage, SpokenRequest } from '@noroshi/contract/speech/speech-service'
import type { Speech, SpeechOptions, SpeechResult, SpeechStream, SpeechSynthesizer, SpokenSound } from '#/ports/speech.ts'

/** A stream of the replaced recogniser. The test emits what the recogniser hears. */
export class TestSpeechStream implements SpeechStream {
  readonly options: SpeechOptions
  packets = 0
  recordingBytes = 0
  isClosed = false
  readonly #result: Promise<SpeechResult>

  constructor(options: SpeechOptions, result: Promise<SpeechResult>) {
    this.options = options
    this.#result = result
  }

  acceptOpus(): void {
    this.packets += 1
  }

  acceptPcm(): void {}

  acceptRecording(bytes: Uint8Array): void {
    this.recordingBytes += bytes.length
  }

  finish(): Promise<SpeechResult> {
    return this.#result
  }

  close(): void {
    this.isClosed = true
  }
}

/** Replaces the recogniser. `result` is the result of the streams that open next. */
export class TestSpeech implements Speech {
  readonly streams: TestSpeechStream[] = []
  result: Promise<SpeechResult> = Promise.resolve({ text: 'the road is closed', isSpeech: true })

  languages() {
    return Promise.resolve([{ language: 'en' as const, dictation: true, commands: true }])
  }

  open(options: SpeechOptions): SpeechStream {
    const stream = new TestSpeechStream(options, this.result)
    this.streams.push(stream)
    return stream
  }
}

/** Replaces the voices. The sound of a text is the text itself, as bytes. */
export class TestSynthesizer implements SpeechSynthesizer {
  readonly requests: SpokenRequest[] = []
  languages: readonly SpeechLanguage[] = ['en']
  /** The next texts are spoken when it resolves. null: they have no voice. */
  next: Promise<void> | null = Promise.resolve()

  voices() {
    return Promise.resolve(this.languages)
  }

  async synthesize(request: SpokenRequest): Promise<SpokenSound | null> {
    this.requests.push(request)
    if (this.next === null) return null
    await this.next
    return { bytes: Buffer.from(request.parts.map(({ text }) => text).join(' | ')), mimeType: request.mimeType }
  }
}
