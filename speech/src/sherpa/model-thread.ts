import { Worker } from 'node:worker_threads'
import type { UtteranceStream } from '../recognizer.ts'
import { checkModel } from './model-check.ts'
import type { ModelData, ModelMessage, ModelReply, ModelRequest } from './model-worker.ts'

/** A model in a worker thread. Its utterances share the model. */
export class ModelThread {
  /** Requests before the end of the check wait. Rejects for a model that cannot be loaded. */
  readonly #worker: Promise<Worker>
  /** The requests without a reply, in the order of sending. */
  readonly #waiting: { resolve(text: string): void; reject(error: Error): void }[] = []
  #ended: Error | null = null
  #utterances = 0
  /** Resolves when no thread runs. */
  #exited: Promise<void> = Promise.resolve()

  constructor(data: ModelData) {
    this.#worker = checkModel(data).then(() => this.#start(data))
    this.#worker.catch(() => undefined) // each request throws it
  }

  #start(data: ModelData): Worker {
    const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { workerData: data })
    worker.on('message', (reply: ModelReply) => {
      const waiting = this.#waiting.shift()
      if ('text' in reply) waiting?.resolve(reply.text)
      else waiting?.reject(new Error(reply.error))
    })
    worker.on('error', (error: Error) => (this.#ended = error))
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#ended ??= new Error('the thread of the model ended')
        for (const { reject } of this.#waiting.splice(0)) reject(this.#ended)
        resolve()
      })
    })
    return worker
  }

  /** Loads the model. @throws with the cause if it cannot be loaded */
  async load(): Promise<void> {
    await this.#request({ kind: 'load' })
  }

  open(onPartial: (text: string) => void): UtteranceStream {
    const id = this.#utterances++
    let last = ''
    let isOpen = true
    const request = (each: ModelRequest) => this.#request(each)
    return {
      accept(samples) {
        void request({ kind: 'samples', id, samples }).then(
          (text) => {
            if (isOpen && text !== last) onPartial((last = text))
          },
          () => undefined, // `finish` fails too
        )
      },
      finish() {
        isOpen = false
        return request({ kind: 'end', id })
      },
      close() {
        isOpen = false
        request({ kind: 'close', id }).catch(() => undefined)
      },
    }
  }

  /** Answers the requests so far, then ends the thread. `terminate` may abort the process while native code runs (decisions/0073). */
  async close(): Promise<void> {
    this.#ended ??= new Error('the model was closed')
    const worker = await this.#worker.catch(() => null)
    worker?.postMessage({ kind: 'exit' } satisfies ModelMessage)
    await this.#exited
  }

  async #request(request: ModelRequest): Promise<string> {
    const worker = await this.#worker
    if (this.#ended) throw this.#ended
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      worker.postMessage(request)
    })
  }
}
