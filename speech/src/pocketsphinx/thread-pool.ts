import { DecoderThread } from './decoder-thread.ts'
import { FairSlots } from './fair-slots.ts'

/** Milliseconds without work after which a thread ends. */
const IDLE_MS = 300_000

/** A thread that decodes one utterance until it is released. */
export interface TakenThread {
  readonly thread: DecoderThread
  readonly release: () => void
}

interface IdleThread {
  readonly thread: DecoderThread
  readonly timer: NodeJS.Timeout
}

/**
 * Threads that start when they are needed. A thread has up to 150 MB, so it ends after some minutes without work. The last one
 * remains, since the next utterance would wait for its model.
 */
export class ThreadPool {
  readonly #slots: FairSlots
  readonly #idleMs: number
  readonly #threads = new Set<DecoderThread>()
  readonly #ending = new Set<Promise<void>>()
  #isClosed = false
  /** The thread that was used last is the last one, and the next one to be used. */
  readonly #idle: IdleThread[] = []

  constructor(threadsMax: number, idleMs = IDLE_MS) {
    this.#slots = new FairSlots(threadsMax)
    this.#idleMs = idleMs
  }

  /** Number of threads that have not ended. */
  get size(): number {
    return this.#threads.size
  }

  /** @throws after `close` */
  async take(source: string): Promise<TakenThread> {
    const giveBack = await this.#slots.take(source)
    if (this.#isClosed) {
      giveBack()
      throw new Error('the recogniser was closed')
    }
    const thread = this.#takeIdle() ?? this.#start()
    const release = () => {
      if (thread.acceptsRequests) this.#keep(thread)
      else this.#threads.delete(thread)
      giveBack()
    }
    return { thread, release }
  }

  /** Ends all threads after their requests so far, and starts no others. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    await Promise.all([...this.#ending, ...[...this.#threads].map((thread) => thread.end())])
  }

  #start(): DecoderThread {
    const thread = new DecoderThread()
    this.#threads.add(thread)
    return thread
  }

  #takeIdle(): DecoderThread | undefined {
    const last = this.#idle.pop()
    clearTimeout(last?.timer)
    return last?.thread
  }

  #keep(thread: DecoderThread): void {
    const timer = setTimeout(() => this.#end(thread), this.#idleMs).unref()
    this.#idle.push({ thread, timer })
  }

  /** Ends an idle thread unless it is the last one. */
  #end(thread: DecoderThread): void {
    if (this.#threads.size === 1) return
    this.#idle.splice(
      this.#idle.findIndex((each) => each.thread === thread),
      1,
    )
    this.#threads.delete(thread)
    const ended = thread.end().finally(() => this.#ending.delete(ended))
    this.#ending.add(ended)
  }
}
