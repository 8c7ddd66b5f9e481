import type { SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import { resample } from '../audio/resample.ts'
import { SAMPLE_RATE } from '../recognizer.ts'
import type { SpeechSynthesizer } from '../synthesizer.ts'
import { FliteThread } from './flite-thread.ts'
import { japaneseVoice, speakJapanese } from './japanese.ts'

/** Milliseconds without work after which the thread of alarms ends. */
const IDLE_MS = 300_000

/** English by flite, and Japanese by the programs of this computer, which wait for no other text. */
export class Voices implements SpeechSynthesizer {
  readonly languages: readonly SpeechLanguage[]
  readonly #japanese = japaneseVoice()
  readonly #english = new FliteThread()
  /** Speaks alarms while the other thread speaks. */
  readonly #englishAlarms = new FliteThread(IDLE_MS)

  constructor() {
    this.languages = this.#japanese === null ? ['en'] : ['en', 'ja']
  }

  async synthesize(text: string, language: SpeechLanguage, isAlarm: boolean): Promise<Int16Array<ArrayBuffer>> {
    if (language === 'en') return (isAlarm && this.#english.isBusy ? this.#englishAlarms : this.#english).speak(text)
    if (this.#japanese === null) throw new Error('Japanese has no voice')
    return resample(await speakJapanese(text, this.#japanese), SAMPLE_RATE)
  }
}
