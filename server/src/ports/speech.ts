import type {
  SpeechAbility,
  SpeechGrammar,
  SpeechLanguage,
  SpokenRequest,
  SpokenType,
} from '@noroshi/contract/speech/speech-service'

export interface SpeechResult {
  /** The recognised text, which may be wrong. Empty: no words. null: no recogniser for the language, or the recogniser failed. */
  readonly text: string | null
  /**
   * Whether the sound contains at least 300 ms of voice. It is true when the recogniser cannot be reached, so that no message is
   * lost.
   */
  readonly isSpeech: boolean
  /** The text is one of the commands of the stream's grammar. */
  readonly isCommand?: boolean
  /** Milliseconds of the sound; absent when the recogniser failed. */
  readonly durationMs?: number
  /** The recogniser could not be reached, ended or took too long: a later stream may have a text. */
  readonly isLost?: true
}

export interface SpeechOptions {
  readonly language: SpeechLanguage
  /** The commands that the speaker may say. Other speech has its free text, where the language has dictation. */
  readonly grammar?: SpeechGrammar
  /** The id of the user who speaks, who shares the decoders fairly with others. By default, the stream is a speaker of its own. */
  readonly speakerId?: string
  /** Receives the text so far, of all utterances of the stream. It may change until the end. */
  readonly onPartial: (text: string) => void
  /** Called after 700 ms without voice that follow an utterance, and after 15 s of one utterance. The stream continues. */
  readonly onEndOfUtterance: () => void
  /** Receives the command of each utterance of a closed grammar. */
  readonly onCommand?: (text: string) => void
  /** Max milliseconds from `finish` to the result; a minute if absent. */
  readonly finishWithinMs?: number
}

/** One stream of sound. Its methods never throw, and no callback is called after `finish` or `close`. */
export interface SpeechStream {
  /** An Opus packet, in order. */
  acceptOpus(packet: Uint8Array): void
  /** Samples of 16 kHz, mono. */
  acceptPcm(pcm16k: Int16Array): void
  /** The next bytes of a recording (WebM, MP4 or Ogg with Opus), in order. */
  acceptRecording(bytes: Uint8Array): void
  /** Ends the stream. It resolves within `finishWithinMs`, also when the recogniser ended or hangs; mostly within a second. */
  finish(): Promise<SpeechResult>
  /** Discards the stream. Not needed after `finish`. */
  close(): void
}

/** Speech recognition by a process of its own (decisions/0073). */
export interface Speech {
  /** Answers within a second, also when the recogniser is absent. */
  languages(): Promise<readonly SpeechAbility[]>
  open(options: SpeechOptions): SpeechStream
}

/** A text as sound. */
export interface SpokenSound {
  readonly bytes: Buffer
  readonly mimeType: SpokenType
}

/** Voices in the same process as the recogniser (decisions/0093). Its methods never throw. */
export interface SpeechSynthesizer {
  /** The languages that it speaks now. It answers within ten seconds, also when the process is absent. */
  voices(): Promise<readonly SpeechLanguage[]>
  /**
   * Speaks the parts of a text one after the other. Parts without a voice are skipped.
   * @returns null if no part has a voice, when the engine failed twice, and after 40 s
   */
  synthesize(request: SpokenRequest): Promise<SpokenSound | null>
}
