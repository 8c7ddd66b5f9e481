import { concatSamples } from '../audio/voice-detector.ts'
import type { SpeechRecognizer, UtteranceOptions, UtteranceStream } from '../recognizer.ts'
import { DecoderThread } from './decoder-thread.ts'
import type { DecoderRequest } from './decoder-worker.ts'
import { FairSlots } from './fair-slots.ts'
import { isInstalled } from './library.ts'

/** English dictation, and commands of both languages, by PocketSphinx, in a pool of threads. An utterance takes one of them from its begin to its end. */
export class PocketSphinx implements SpeechRecognizer {
  readonly languages: SpeechRecognizer['languages']
  readonly #slots: FairSlots
  readonly #threads = new Set<DecoderThread>()
  readonly #idle: DecoderThread[] = []

  /** @param threadsMax - max number of utterances that are decoded at a time; others wait */
  constructor(threadsMax: number) {
    this.#slots = new FairSlots(threadsMax)
    this.languages = [
      { language: 'en', dictation: isInstalled(), commands: isInstalled() },
      { language: 'ja', dictation: false, commands: isInstalled() },
    ]
  }

  open({ language, source, onPartial, grammar }: UtteranceOptions): UtteranceStream | null {
    const ability = this.languages.find((each) => each.language === language)
    if (grammar !== undefined && ability?.commands === true)
      return new CommandUtterance(
        () => this.#take(source),
        (samples) => ({ kind: 'command', language, grammar, samples }),
      )
    if (grammar !== undefined || ability?.dictation !== true) return null
    return new Utterance(this.#take(source), onPartial)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.close()))
  }

  async #take(source: string): Promise<TakenThread> {
    const giveBack = await this.#slots.take(source)
    const thread = this.#idle.pop() ?? this.#start()
    const release = () => {
      if (thread.hasEnded) this.#threads.delete(thread)
      else this.#idle.push(thread)
      giveBack()
    }
    return { thread, release }
  }

  #start(): DecoderThread {
    const thread = new DecoderThread()
    this.#threads.add(thread)
    return thread
  }
}

/** A thread that decodes one utterance until it is released. */
interface TakenThread {
  readonly thread: DecoderThread
  readonly release: () => void
}

/** Sends samples to its thread as fast as the thread decodes them, and collects the others. */
class Utterance implements UtteranceStream {
  readonly #onPartial: (text: string) => void
  readonly #done: Promise<string>
  #pending: Int16Array[] = []
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
      if (hasEnded) return thread.request({ kind: 'end' })
      if (this.#pending.length === 0 && this.#state === 'open') await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/** Collects the samples of a command. It takes a thread when the utterance has ended. */
class CommandUtterance implements UtteranceStream {
  readonly #take: () => Promise<TakenThread>
  readonly #request: (samples: Int16Array) => DecoderRequest
  #samples: Int16Array[] = []
  #isClosed = false

  constructor(take: () => Promise<TakenThread>, request: (samples: Int16Array) => DecoderRequest) {
    this.#take = take
    this.#request = request
  }

  accept(samples: Int16Array): void {
    if (!this.#isClosed) this.#samples.push(samples)
  }

  async finish(): Promise<string> {
    const { thread, release } = await this.#take()
    try {
      if (this.#isClosed) return ''
      const samples = concatSamples(this.#samples)
      this.#samples = []
      return await thread.request(this.#request(samples))
    } finally {
      release()
    }
  }

  close(): void {
    this.#isClosed = true
    this.#samples = []
  }
}
