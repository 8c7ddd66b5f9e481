import type { SpeechLanguage } from '@noroshi/contract/speech/speech-service'

/** An engine that speaks texts. */
export interface SpeechSynthesizer {
  /** The languages that it speaks on this computer. */
  readonly languages: readonly SpeechLanguage[]
  /**
   * @param isAlarm - the text waits for no other text that is no alarm
   * @returns samples of SAMPLE_RATE
   * @throws when the language has no voice, when the engine fails, and after 15 s
   */
  synthesize(text: string, language: SpeechLanguage, isAlarm: boolean): Promise<Int16Array<ArrayBuffer>>
}
