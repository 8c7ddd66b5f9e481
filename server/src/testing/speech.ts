import type { Speech, SpeechOptions, SpeechResult, SpeechStream } from '#/ports/speech.ts'

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
