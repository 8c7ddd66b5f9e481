import { Worker } from 'node:worker_threads'
import type { FliteReply } from './flite-worker.ts'

/** Max milliseconds of one text. A thread that takes longer is replaced. */
const SPEAK_WITHIN = 15_000

/** The English voice in a worker thread, which starts with its first text. It speaks one text after the other. */
export class FliteThread {
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  /** Texts that are spoken or wait. */
  #texts = 0
  readonly #idleMs: number | null
  #idleTimer: NodeJS.Timeout | undefined

  /** @param idleMs - milliseconds without a text after which the thread ends; null: it stays */
  constructor(idleMs: number | null = null) {
    this.#idleMs = idleMs
  }

  get isBusy(): boolean {
    return this.#texts > 0
  }

  /** @throws when the thread fails or takes too long */
  speak(text: string): Promise<Int16Array<ArrayBuffer>> {
    this.#texts++
    clearTimeout(this.#idleTimer)
    const spoken = this.#last.then(() => this.#speakNow(text)).finally(() => this.#endLater())
    this.#last = spoken.catch(() => undefined)
    return spoken
  }

  #endLater(): void {
    this.#texts--
    if (this.#texts > 0 || this.#idleMs === null) return
    this.#idleTimer = setTimeout(() => {
      const worker = this.#worker
      this.#worker = null
      worker?.removeAllListeners()
      void worker?.terminate()
    }, this.#idleMs).unref()
  }

  #speakNow(text: string): Promise<Int16Array<ArrayBuffer>> {
    const worker = (this.#worker ??= new Worker(new URL('./flite-worker.ts', import.meta.url)))
    return new Promise((resolve, reject) => {
      const replace = (cause: string) => {
        if (this.#worker === worker) this.#worker = null
        void worker.terminate()
        reject(new Error(cause))
      }
      const timer = setTimeout(() => replace('the English voice takes too long'), SPEAK_WITHIN)
      worker.removeAllListeners()
      worker.on('message', (reply: FliteReply) => {
        clearTimeout(timer)
        if ('samples' in reply) resolve(reply.samples)
        else reject(new Error(reply.error))
      })
      worker.on('error', () => undefined) // 'exit' follows
      worker.on('exit', () => {
        clearTimeout(timer)
        replace('the thread of the English voice ended')
      })
      worker.postMessage(text)
    })
  }
}
