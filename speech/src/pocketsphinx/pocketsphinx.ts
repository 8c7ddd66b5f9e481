import os from 'node:os'
import { concatSamples } from '../audio/voice-detector.ts'
import type { SpeechRecognizer, UtteranceOptions, UtteranceStream } from '../recognizer.ts'
import type { DecoderThread } from './decoder-thread.ts'
import type { CommandList } from './command-decoder.ts'
import type { DecoderRequest } from './decoder-worker.ts'
import { isInstalled } from './library.ts'
import { type TakenThread, ThreadPool } from './thread-pool.ts'

/**
 * English dictation, and commands of both languages, by PocketSphinx. Dictation takes a thread from the beginning to the end of an
 * utterance. Commands have threads of their own, so that they do not wait for the free text of others.
 */
export class PocketSphinx implements SpeechRecognizer {
  readonly languages: SpeechRecognizer['languages']
  readonly #dictation: ThreadPool
  readonly #commands: ThreadPool

  /** @param utterancesMax - max number of utterances that are decoded at a time; others wait */
  constructor(utterancesMax: number) {
    this.#dictation = new ThreadPool(utterancesMax)
    // A command is decoded at once and as fast as the processor can.
    this.#commands = new ThreadPool(Math.min(utterancesMax, os.availableParallelism()))
    this.languages = [
      { language: 'en', dictation: isInstalled(), commands: isInstalled() },
      { language: 'ja', dictation: false, commands: isInstalled() },
    ]
  }

  open({ language, source, onPartial, grammar }: UtteranceOptions): UtteranceStream | null {
    const ability = this.languages.find((each) => each.language === language)
    if (grammar !== undefined && ability?.commands === true)
      return new CommandUtterance(() => this.#commands.take(source), { language, grammar })
    if (grammar !== undefined || ability?.dictation !== true) return null
    return new Utterance(this.#dictation.take(source), onPartial)
  }

  async close(): Promise<void> {
    await Promise.all([this.#dictation.close(), this.#commands.close()])
  }
}

/** Sends samples to its thread as fast as the thread decodes them, and collects the others. */
class Utterance implements UtteranceStream {
  readonly #onPartial: (text: string) => void
  readonly #done: Promise<string>
  #pending: Int16Array[] = []
  readonly #accepted: Int16Array[] = []
  #state: 'open' | 'finished' | 'closed' = 'open'
  #wake: () => void = () => undefined

  constructor(taken: Promise<TakenThread>, onPartial: (text: string) => void) {
    this.#onPartial = onPartial
    this.#done = taken.then(({ thread, release }) => this.#decode(thread).finally(release))
    this.#done.catch(() => undefined) // `finish` throws it
  }

  accept(samples: Int16Array): void {
    if (this.#state !== 'open') return
    this.#pending.push(samples)
    this.#accepted.push(samples)
    this.#wake()
  }

  finish(): Promise<string> {
    if (this.#state === 'open') this.#state = 'finished'
    this.#wake()
    return this.#done
  }

  close(): void {
    this.#state = 'closed'
    this.#pending = []
    this.#wake()
  }

  async #decode(thread: DecoderThread): Promise<string> {
    if (this.#state === 'closed') return ''
    let text = await thread.request({ kind: 'start' })
    for (;;) {
      const hasEnded = this.#state !== 'open'
      const samples = concatSamples(this.#pending)
      this.#pending = []
      if (samples.length > 0) {
        const previous = text
        text = await thread.request({ kind: 'samples', samples })
        if (text !== previous && this.#state === 'open') this.#onPartial(text)
      }
      if (hasEnded) return this.#endOf(thread, text)
      if (this.#pending.length === 0 && this.#state === 'open') await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /**
   * Ends the utterance. Words that are not evident in the sound are no text (decisions/0073). The decoder sometimes finds no path to
   * its end and returns no text: a second attempt measures loudness and noise over the whole utterance. If it fails too, the last
   * partial text is the result.
   */
  async #endOf(thread: DecoderThread, partial: string): Promise<string> {
    const text = await thread.request({ kind: 'end' })
    if (this.#state === 'closed') return text
    if (text !== '') return thread.request({ kind: 'evident' })
    const second = await thread.request({ kind: 'whole', samples: concatSamples(this.#accepted) })
    return second === '' ? partial : thread.request({ kind: 'evident' })
  }
}

/** Collects the samples of a command. It is decoded when the speaker pauses, so that its text is often ready at the end. */
class CommandUtterance implements UtteranceStream {
  readonly #take: () => Promise<TakenThread>
  readonly #list: CommandList
  #samples: Int16Array[] = []
  /** The text as long as the speaker pauses. */
  #ahead: Promise<string> | null = null
  /** Increases when a text that is computed is not needed any more. */
  #version = 0

  constructor(take: () => Promise<TakenThread>, list: CommandList) {
    this.#take = take
    this.#list = list
    // The thread compiles the list while the speaker speaks.
    this.#request(() => ({ kind: 'prepare', ...list })).catch(() => undefined)
  }

  accept(samples: Int16Array): void {
    this.#samples.push(samples)
  }

  setPaused(isPaused: boolean): void {
    this.#version++
    this.#ahead = isPaused ? this.#decode() : null
    this.#ahead?.catch(() => undefined) // `finish` throws it
  }

  finish(): Promise<string> {
    return this.#ahead ?? this.#decode()
  }

  close(): void {
    this.#version++
    this.#samples = []
  }

  #decode(): Promise<string> {
    const version = this.#version
    return this.#request(() =>
      version === this.#version ? { kind: 'command', ...this.#list, samples: concatSamples(this.#samples) } : null,
    )
  }

  /** @param create - returns the request when the thread is free; null: it is not needed any more */
  async #request(create: () => DecoderRequest | null): Promise<string> {
    const { thread, release } = await this.#take()
    try {
      const request = create()
      return request === null ? '' : await thread.request(request)
    } finally {
      release()
    }
  }
}
