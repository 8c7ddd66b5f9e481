import { type SpeechAbility, SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import type { SpeechRecognizer, UtteranceOptions, UtteranceStream } from './recognizer.ts'

/** Several engines as one. A language is served by the first engine that has it. */
export class Engines implements SpeechRecognizer {
  readonly #engines: readonly SpeechRecognizer[]

  constructor(engines: readonly SpeechRecognizer[]) {
    this.#engines = engines
  }

  get languages(): readonly SpeechAbility[] {
    const all = this.#engines.flatMap(({ languages }) => languages)
    const has = (language: SpeechLanguage, ability: 'dictation' | 'commands') =>
      all.some((each) => each.language === language && each[ability])
    return SpeechLanguage.options.map((language) => ({
      language,
      dictation: has(language, 'dictation'),
      commands: has(language, 'commands'),
    }))
  }

  open(options: UtteranceOptions): UtteranceStream | null {
    for (const engine of this.#engines) {
      const stream = engine.open(options)
      if (stream !== null) return stream
    }
    return null
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.close()))
  }
}
