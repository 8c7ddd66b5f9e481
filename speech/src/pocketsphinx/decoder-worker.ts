import { parentPort } from 'node:worker_threads'
import { Decoder } from './library.ts'

// Decodes one utterance at a time in a thread of its own. decoder-thread.ts starts it.

export type DecoderRequest = { readonly kind: 'start' | 'end' } | { readonly kind: 'samples'; readonly samples: Int16Array }
export type DecoderReply = { readonly text: string } | { readonly error: string }

let decoder: Decoder | null = null

function answer(request: DecoderRequest): string {
  decoder ??= new Decoder()
  if (request.kind === 'start') decoder.start()
  if (request.kind === 'samples') decoder.accept(request.samples)
  if (request.kind === 'end') decoder.end()
  return decoder.text()
}

parentPort?.on('message', (request: DecoderRequest) => {
  let reply: DecoderReply
  try {
    reply = { text: answer(request) }
  } catch (error) {
    reply = { error: String(error) }
  }
  parentPort?.postMessage(reply)
})
