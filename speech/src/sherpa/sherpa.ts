import { type SpeechAbility, SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import type { SpeechRecognizer, UtteranceOptions, UtteranceStream } from '../recognizer.ts'
import { findModels, type Model } from './model-files.ts'
import { ModelThread } from './model-thread.ts'

/** Dictation by sherpa-onnx with the models of SPEECH_MODEL_DIR (decisions/0073). A model takes its memory once. */
export class Sherpa implements SpeechRecognizer {
  /** A line for each language: its model, or why it cannot be used. Resolves when the models are loaded. */
  readonly lines: Promise<readonly string[]>
  readonly #threads = new Map<SpeechLanguage, ModelThread>()

  constructor(directory: string) {
    const { models, problems } = findModels(directory)
    const loading = models.map((model) => this.#load(directory, model))
    this.lines = Promise.all(loading).then((lines) => [...problems, ...lines])
  }

  /** A model counts while it loads: its first utterances wait. */
  get languages(): readonly SpeechAbility[] {
    return SpeechLanguage.options.map((language) => ({ language, dictation: this.#threads.has(language), commands: false }))
  }

  /** These models have no grammars: another engine decides about commands. */
  open({ language, onPartial, grammar }: UtteranceOptions): UtteranceStream | null {
    if (grammar !== undefined) return null
    return this.#threads.get(language)?.open(onPartial) ?? null
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map((thread) => thread.close()))
  }

  async #load(directory: string, model: Model): Promise<string> {
    const { language, kind } = model
    const thread = new ModelThread({ model, directory })
    this.#threads.set(language, thread)
    try {
      await thread.load()
      return `Speech: ${language} by ${kind} in ${model.directory}`
    } catch (error) {
      this.#threads.delete(language)
      await thread.close()
      return `Speech: ${language}-${kind} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`
    }
  }
}
