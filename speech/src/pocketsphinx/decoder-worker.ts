import { parentPort } from 'node:worker_threads'
import type { SpeechGrammar, SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import { CommandDecoder } from './command-decoder.ts'
import { Decoder } from './library.ts'

// Decodes one utterance at a time in a thread of its own. decoder-thread.ts starts it.

export type DecoderRequest =
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'samples'; readonly samples: Int16Array }
  /** A whole utterance that is one of the commands. The reply has an empty text for any other. */
  | { readonly kind: 'command'; readonly language: SpeechLanguage; readonly grammar: SpeechGrammar; readonly samples: Int16Array }
export type DecoderReply = { readonly text: string } | { readonly error: string }

let decoder: Decoder | null = null
const commands = new CommandDecoder((samples) => {
  decoder ??= new Decoder()
  decoder.decode(samples)
  return decoder.text()
})

async function answer(request: DecoderRequest): Promise<string> {
  if (request.kind === 'command') return commands.decode(request)
  decoder ??= new Decoder()
  if (request.kind === 'start') decoder.start()
  if (request.kind === 'samples') decoder.accept(request.samples)
  if (request.kind === 'end') decoder.end()
  return decoder.text()
}

let last = Promise.resolve()
parentPort?.on('message', (request: DecoderRequest) => {
  last = last.then(() => reply(request))
})

async function reply(request: DecoderRequest): Promise<void> {
  let sent: DecoderReply
  try {
    sent = { text: await answer(request) }
  } catch (error) {
    sent = { error: String(error) }
  }
  parentPort?.postMessage(sent)
}
