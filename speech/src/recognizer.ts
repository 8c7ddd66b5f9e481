import type { SpeechAbility, SpeechGrammar, SpeechLanguage } from '@noroshi/contract/speech/speech-service'

/** Samples of one second. All sound is mono, 16 bit. */
export const SAMPLE_RATE = 16_000

/** One utterance. */
export interface UtteranceStream {
  accept(samples: Int16Array): void
  /**
   * Says that the speaker may have ended, or goes on. While the speaker pauses, a stream may compute its text ahead.
   */
  setPaused?(isPaused: boolean): void
  /** Resolves with the text of the utterance. @throws when the recogniser fails. */
  finish(): Promise<string>
  /** Discards the utterance, also one that waits for its text after `finish`. Its text may then be empty. */
  close(): void
}

export interface UtteranceOptions {
  readonly language: SpeechLanguage
  /** Utterances of one source wait for each other first, so that other sources get their turn. */
  readonly source: string
  /** Receives the text so far whenever it changed. */
  readonly onPartial: (text: string) => void
  /**
   * The utterance is one of these commands, or its text is empty. Without it, the utterance is free text. A stream with a grammar
   * has no partial text.
   */
  readonly grammar?: SpeechGrammar
}

/** An engine that recognises speech. */
export interface SpeechRecognizer {
  /** The abilities of the engine on this computer. */
  readonly languages: readonly SpeechAbility[]
  /** @returns null where the language has no dictation; with a grammar, where it has no commands */
  open(options: UtteranceOptions): UtteranceStream | null
  close(): Promise<void>
}
