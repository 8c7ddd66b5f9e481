import { parentPort, workerData } from 'node:worker_threads'
import { loadEngine, loadModel, type Utterance } from './engine.ts'
import type { Model } from './model-files.ts'

// Runs one model in a thread of its own, for several utterances at a time. model-thread.ts starts it.

export interface ModelData {
  readonly model: Model
  /** The directory in which the engine is installed. */
  readonly directory: string
}
export type ModelRequest =
  | { readonly kind: 'load' }
  | { readonly kind: 'end' | 'close'; readonly id: number }
  | { readonly kind: 'samples'; readonly id: number; readonly samples: Int16Array }
/** `exit` ends the thread. It has no reply. */
export type ModelMessage = ModelRequest | { readonly kind: 'exit' }
export type ModelReply = { readonly text: string } | { readonly error: string }

const INT16_RANGE = 32_768
const { model, directory } = workerData as ModelData // model-thread.ts passes it
const utterances = new Map<number, Utterance>()
let start: (() => Utterance) | null = null

function answer(request: ModelRequest): string {
  start ??= loadModel(loadEngine(directory), model)
  if (request.kind === 'load') return ''
  if (request.kind === 'close') {
    utterances.delete(request.id)
    return ''
  }
  const utterance = utterances.get(request.id) ?? start()
  if (request.kind === 'samples') {
    utterances.set(request.id, utterance)
    return utterance.accept(Float32Array.from(request.samples, (sample) => sample / INT16_RANGE))
  }
  utterances.delete(request.id)
  return utterance.end()
}

parentPort?.on('message', (request: ModelMessage) => {
  if (request.kind === 'exit') return parentPort?.close()
  let reply: ModelReply
  try {
    reply = { text: answer(request) }
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(reply)
})
