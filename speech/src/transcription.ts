import { type SpeechEvent, type SpeechFrame, SpeechGrammar, type SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import { OpusPackets } from './audio/opus-packets.ts'
import { RecordingPackets } from './audio/recording-packets.ts'
import { VoiceDetector } from './audio/voice-detector.ts'
import { SAMPLE_RATE, type SpeechRecognizer, type UtteranceStream } from './recognizer.ts'

/** Min milliseconds of voice in an utterance. Shorter ones are noise, and their text is discarded. */
const VOICE_MIN_MS = 300
/** Max samples of one stream: 10 minutes. The sound after them is ignored. */
const SAMPLES_MAX = 600 * SAMPLE_RATE

interface RunningUtterance {
  /** null where the language has no dictation. */
  readonly stream: UtteranceStream | null
  /** null without a grammar, and where the language has no commands. */
  readonly command: UtteranceStream | null
  text: string
}

type Final = Extract<SpeechEvent, { kind: 'final' }>

interface TranscriptionOptions {
  readonly recognizer: SpeechRecognizer
  readonly language: SpeechLanguage
  readonly source: string
  readonly emit: (event: SpeechEvent) => void
}

/** The text of one stream of sound: decodes it, finds its utterances and recognises each. */
export class Transcription {
  static async create(options: TranscriptionOptions): Promise<Transcription> {
    return new Transcription(options, await VoiceDetector.create(), await OpusPackets.create())
  }

  readonly #options: TranscriptionOptions
  readonly #detector: VoiceDetector
  readonly #opus: OpusPackets
  #recording: RecordingPackets | null = null
  #utterance: RunningUtterance | null = null
  /** The texts of the ended utterances; null where recognition failed. */
  readonly #texts: Promise<string | null>[] = []
  /** The commands of the ended utterances; empty for other speech. */
  readonly #commands: Promise<string>[] = []
  /** The streams whose text is not known yet, including the streams of ended utterances. */
  readonly #streams = new Set<UtteranceStream>()
  #grammar: SpeechGrammar | null = null
  /** The same texts as far as they are known, for partial texts. */
  readonly #known: string[] = []
  #samples = 0
  #isSpeech = false
  #isClosed = false

  private constructor(options: TranscriptionOptions, detector: VoiceDetector, opus: OpusPackets) {
    this.#options = options
    this.#detector = detector
    this.#opus = opus
  }

  accept({ kind, content }: SpeechFrame): void {
    if (this.#isClosed) return
    if (kind === 'grammar') this.#grammar = grammarOf(content)
    else if (kind === 'recording') this.#recordingPackets().push(content)
    else if (this.#isFull()) return
    else if (kind === 'opus') this.#acceptSamples(this.#opus.decode(content))
    else this.#acceptSamples(samplesOf(content))
  }

  async finish(): Promise<Final> {
    try {
      await this.#recording?.end()
    } catch {
      return { kind: 'final', text: null, isSpeech: true, durationMs: null } // no statement about a recording that cannot be read
    }
    if (!this.#isClosed) this.#handle(this.#detector.end())
    const commands = (await Promise.all(this.#commands)).filter((text) => text !== '')
    const durationMs = Math.round((this.#samples * 1000) / SAMPLE_RATE)
    // A second command of one stream is a repetition of the first, or a correction. A command does not wait for the free text.
    const command = commands.at(-1)
    if (command !== undefined) return { kind: 'final', text: command, isSpeech: this.#isSpeech, isCommand: true, durationMs }
    const texts = await Promise.all(this.#texts)
    const hasFailed = texts.includes(null) || !(this.#isClosedList() || this.#hasDictation())
    return { kind: 'final', text: hasFailed ? null : joinTexts(texts), isSpeech: this.#isSpeech, isCommand: false, durationMs }
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#recording?.close()
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
    this.#detector.close()
    this.#opus.close()
  }

  #recordingPackets(): RecordingPackets {
    this.#recording ??= new RecordingPackets({
      onPacket: (packet) => {
        if (!this.#isFull()) this.#acceptSamples(this.#opus.decode(packet))
      },
      onSamples: (samples) => {
        if (!this.#isFull()) this.#acceptSamples(samples)
      },
    })
    return this.#recording
  }

  /** Whether the stream takes no more sound. */
  #isFull(): boolean {
    return this.#isClosed || this.#samples >= SAMPLES_MAX
  }

  #acceptSamples(samples: Int16Array): void {
    const accepted = samples.subarray(0, SAMPLES_MAX - this.#samples)
    this.#samples += accepted.length
    this.#handle(this.#detector.push(accepted))
  }

  #handle(events: ReturnType<VoiceDetector['push']>): void {
    for (const event of events) {
      if (event.kind === 'begin') this.#begin()
      else if (event.kind === 'samples') {
        this.#utterance?.stream?.accept(event.samples)
        this.#utterance?.command?.accept(event.samples)
      } else if (event.kind === 'end') this.#end(event.voicedMs)
      else this.#utterance?.command?.setPaused?.(event.kind === 'pause')
    }
  }

  #begin(): void {
    const { recognizer, language, source } = this.#options
    const ignore = () => undefined
    const utterance: RunningUtterance = {
      text: '',
      command: this.#grammar && recognizer.open({ language, source, onPartial: ignore, grammar: this.#grammar }),
      stream: this.#isClosedList()
        ? null
        : recognizer.open({
            language,
            source,
            onPartial: (text) => {
              utterance.text = text
              if (this.#utterance === utterance) this.#emitPartial()
            },
          }),
    }
    this.#utterance = utterance
    for (const stream of [utterance.stream, utterance.command]) if (stream !== null) this.#streams.add(stream)
  }

  #end(voicedMs: number): void {
    const { stream = null, command = null } = this.#utterance ?? {}
    this.#utterance = null
    if (voicedMs < VOICE_MIN_MS) {
      for (const each of [stream, command]) if (each !== null) this.#discard(each)
      return
    }
    this.#isSpeech = true
    if (stream !== null) this.#texts.push(this.#finishText(stream, this.#texts.length).catch(() => null))
    if (command !== null) this.#commands.push(this.#finishCommand(command).catch(() => ''))
    this.#options.emit({ kind: 'endOfUtterance' })
  }

  #discard(stream: UtteranceStream): void {
    stream.close()
    this.#streams.delete(stream)
  }

  async #finish(stream: UtteranceStream): Promise<string> {
    try {
      return await stream.finish()
    } finally {
      this.#streams.delete(stream)
    }
  }

  async #finishCommand(stream: UtteranceStream): Promise<string> {
    const text = await this.#finish(stream)
    if (text !== '' && this.#isClosedList() && !this.#isClosed) this.#options.emit({ kind: 'command', text })
    return text
  }

  async #finishText(stream: UtteranceStream, index: number): Promise<string> {
    const text = await this.#finish(stream)
    this.#known[index] = text
    return text
  }

  #emitPartial(): void {
    this.#options.emit({ kind: 'partial', text: joinTexts([...this.#known, this.#utterance?.text ?? '']) })
  }

  /** Whether speech other than the commands has no text. */
  #isClosedList(): boolean {
    return this.#grammar?.isClosed === true
  }

  #hasDictation(): boolean {
    const { recognizer, language } = this.#options
    return recognizer.languages.some((ability) => ability.language === language && ability.dictation)
  }
}

const joinTexts = (texts: readonly (string | null | undefined)[]): string => texts.filter((text) => text).join(' ')

/** @returns null for content that is not a grammar: its stream has free text only */
function grammarOf(content: Uint8Array): SpeechGrammar | null {
  try {
    return SpeechGrammar.safeParse(JSON.parse(new TextDecoder().decode(content))).data ?? null
  } catch {
    return null
  }
}

/** @returns the samples of little-endian bytes; an odd last byte is ignored */
function samplesOf(bytes: Uint8Array): Int16Array {
  const copy = new Uint8Array(bytes.length - (bytes.length % Int16Array.BYTES_PER_ELEMENT))
  copy.set(bytes.subarray(0, copy.length))
  return new Int16Array(copy.buffer)
}
