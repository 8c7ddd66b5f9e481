import { Worker } from 'node:worker_threads'
import type { DecoderMessage, DecoderReply, DecoderRequest } from './decoder-worker.ts'

interface Waiting {
  resolve(text: string): void
  reject(error: Error): void
}

/** A decoder in a worker thread. */
export class DecoderThread {
  readonly #worker = new Worker(new URL('./decoder-worker.ts', import.meta.url))
  /** The requests without a reply, in the order of sending. */
  readonly #waiting: Waiting[] = []
  readonly #exited: Promise<void>
  #acceptsRequests = true

  constructor() {
    this.#worker.on('message', (reply: DecoderReply) => {
      const waiting = this.#waiting.shift()
      if ('text' in reply) waiting?.resolve(reply.text)
      else waiting?.reject(new Error(reply.error))
    })
    this.#worker.on('error', () => undefined) // 'exit' follows
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#acceptsRequests = false
        for (const { reject } of this.#waiting.splice(0)) reject(new Error('the decoder thread ended'))
        resolve()
      })
    })
  }

  /** False once `end` is called or the thread has exited. */
  get acceptsRequests(): boolean {
    return this.#acceptsRequests
  }

  /** @returns the text of the utterance so far. @throws when the decoder fails. */
  request(request: DecoderRequest): Promise<string> {
    if (!this.#acceptsRequests) return Promise.reject(new Error('the decoder thread ended'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(request)
    })
  }

  /**
   * Answers the requests so far, then frees the memory of the library, which the end of a thread does not, and ends the thread.
   * `terminate` aborts the process while native code runs (decisions/0073).
   */
  end(): Promise<void> {
    this.#acceptsRequests = false
    this.#worker.postMessage({ kind: 'exit' } satisfies DecoderMessage)
    return this.#exited
  }
}
