import { concatSamples } from '../audio/voice-detector.ts'
import type { SpeechRecognizer, UtteranceOptions, UtteranceStream } from '../recognizer.ts'
import { DecoderThread } from './decoder-thread.ts'
import type { DecoderRequest } from './decoder-worker.ts'
import { isInstalled } from './library.ts'

/** English dictation, and commands of both languages, by PocketSphinx, in a pool of threads. An utterance takes one of them from its begin to its end. */
export class PocketSphinx implements SpeechRecognizer {
  readonly languages: SpeechRecognizer['languages']
  readonly #threadsMax: number
  readonly #threads = new Set<DecoderThread>()
  readonly #idle: DecoderThread[] = []
  readonly #queue: ((thread: DecoderThread) => void)[] = []

  /** @param threadsMax - max number of utterances that are decoded at a time; others wait */
  constructor(threadsMax: number) {
    this.#threadsMax = threadsMax
    this.languages = [
      { language: 'en', dictation: isInstalled(), commands: isInstalled() },
      { language: 'ja', dictation: false, commands: isInstalled() },
    ]
  }

  open({ language, onPartial, grammar }: UtteranceOptions): UtteranceStream | null {
    const ability = this.languages.find((each) => each.language === language)
    if (grammar !== undefined && ability?.commands === true)
      return new CommandUtterance(
        () => this.#take(),
        (thread) => this.#release(thread),
        (samples) => ({ kind: 'command', language, grammar, samples }),
      )
    if (grammar !== undefined || ability?.dictation !== true) return null
    return new Utterance(this.#take(), (thread) => this.#release(thread), onPartial)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.close()))
  }

  #take(): Promise<DecoderThread> {
    const idle = this.#idle.pop()
    if (idle !== undefined) return Promise.resolve(idle)
    if (this.#threads.size < this.#threadsMax) return Promise.resolve(this.#start())
    return new Promise((resolve) => this.#queue.push(resolve))
  }

  #start(): DecoderThread {
    const thread = new DecoderThread()
    this.#threads.add(thread)
    return thread
  }

  #release(thread: DecoderThread): void {
    if (thread.hasEnded) this.#threads.delete(thread)
    const next = this.#queue.shift()
    if (next !== undefined) next(thread.hasEnded ? this.#start() : thread)
    else if (!thread.hasEnded) this.#idle.push(thread)
  }
}

/** Sends samples to its thread as fast as the thread decodes them, and collects the others. */
class Utterance implements UtteranceStream {
  readonly #onPartial: (text: string) => void
  readonly #done: Promise<string>
  #pending: Int16Array[] = []
  #state: 'open' | 'finished' | 'closed' = 'open'
  #wake: () => void = () => undefined

  constructor(thread: Promise<DecoderThread>, release: (thread: DecoderThread) => void, onPartial: (text: string) => void) {
    this.#onPartial = onPartial
    this.#done = thread.then((taken) => this.#decode(taken).finally(() => release(taken)))
    this.#done.catch(() => undefined) // `finish` throws it
  }

  accept(samples: Int16Array): void {
    this.#pending.push(samples)
    this.#wake()
  }

  finish(): Promise<string> {
    this.#state = 'finished'
    this.#wake()
    return this.#done
  }

  close(): void {
    this.#state = 'closed'
    this.#wake()
  }

  async #decode(thread: DecoderThread): Promise<string> {
    let text = await thread.request({ kind: 'start' })
    for (;;) {
      const hasEnded = this.#state !== 'open'
      const samples = concatSamples(this.#pending)
      this.#pending = []
      if (samples.length > 0 && this.#state !== 'closed') {
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
  readonly #take: () => Promise<DecoderThread>
  readonly #release: (thread: DecoderThread) => void
  readonly #request: (samples: Int16Array) => DecoderRequest
  #samples: Int16Array[] = []

  constructor(
    take: () => Promise<DecoderThread>,
    release: (thread: DecoderThread) => void,
    request: (samples: Int16Array) => DecoderRequest,
  ) {
    this.#take = take
    this.#release = release
    this.#request = request
  }

  accept(samples: Int16Array): void {
    this.#samples.push(samples)
  }

  async finish(): Promise<string> {
    const samples = concatSamples(this.#samples)
    this.#samples = []
    const thread = await this.#take()
    try {
      return await thread.request(this.#request(samples))
    } finally {
      this.#release(thread)
    }
  }

  close(): void {
    this.#samples = []
  }
}
