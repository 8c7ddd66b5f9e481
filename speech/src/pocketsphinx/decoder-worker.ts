import { parentPort } from 'node:worker_threads'
import { CommandDecoder, type CommandList, type CommandRequest } from './command-decoder.ts'
import { isUnderstood } from './dictation-confidence.ts'
import { Decoder, returnFreedMemory } from './library.ts'

// Decodes one utterance at a time in a thread of its own. decoder-thread.ts starts it.

export type DecoderRequest =
  | { readonly kind: 'start' | 'end' }
  /** The text of the ended utterance; empty if its words are not evident in its sound. */
  | { readonly kind: 'evident' }
  | { readonly kind: 'samples'; readonly samples: Int16Array }
  /** A whole utterance, in place of its parts. */
  | { readonly kind: 'whole'; readonly samples: Int16Array }
  /** A whole utterance that is one of the commands. The reply has an empty text for any other. */
  | ({ readonly kind: 'command' } & CommandRequest)
  /** Compiles a list of commands ahead. */
  | ({ readonly kind: 'prepare' } & CommandList)
/** `exit` frees all decoders and ends the thread. It has no reply. */
export type DecoderMessage = DecoderRequest | { readonly kind: 'exit' }
export type DecoderReply = { readonly text: string } | { readonly error: string }

let decoder: Decoder | null = null
const commands = new CommandDecoder((samples) => {
  decoder ??= new Decoder()
  decoder.decode(samples)
  return decoder.text()
})

async function answer(request: DecoderRequest): Promise<string> {
  if (request.kind === 'command') return commands.decode(request)
  if (request.kind === 'prepare') {
    await commands.prepare(request)
    return ''
  }
  decoder ??= new Decoder()
  if (request.kind === 'start') decoder.start()
  if (request.kind === 'samples') decoder.accept(request.samples)
  if (request.kind === 'end') decoder.end()
  if (request.kind === 'whole') decoder.decode(request.samples)
  if (request.kind === 'evident') return isUnderstood(decoder.segments()) ? decoder.text() : ''
  return decoder.text()
}

let last = Promise.resolve()
parentPort?.on('message', (message: DecoderMessage) => {
  last = last.then(() => (message.kind === 'exit' ? exit() : reply(message)))
})

function exit(): void {
  decoder?.close()
  commands.close()
  returnFreedMemory()
  parentPort?.close()
}

async function reply(request: DecoderRequest): Promise<void> {
  let sent: DecoderReply
  try {
    sent = { text: await answer(request) }
  } catch (error) {
    sent = { error: String(error) }
  }
  parentPort?.postMessage(sent)
}
