import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { encodeFrame, SpeechEvent, type SpeechGrammar, type SpeechLanguage } from '@noroshi/contract/speech/speech-service'

const ENTRY = path.resolve(import.meta.dirname, '../../../speech/src/main.ts')
const SECRET = 'a secret of the benchmark'

/** A speech service in a process of its own. */
export interface SpeechServer {
  readonly child: ChildProcess
  readonly port: number
}

/** Starts the speech service with a number of decoders; absent: the service's default. */
export async function startSpeech(decoders?: number): Promise<SpeechServer> {
  const settings = decoders === undefined ? {} : { SPEECH_DECODERS: String(decoders) }
  const child = fork(ENTRY, { env: { SPEECH_SECRET: SECRET, ...settings } })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, port: message.port }
}

interface StreamOptions {
  /** English by default. */
  readonly language?: SpeechLanguage
  readonly grammar?: SpeechGrammar
  /** Called with each partial text. */
  readonly onPartial?: () => void
  /** Called when an utterance has ended. */
  readonly onEndOfUtterance?: () => void
}

type Final = Extract<SpeechEvent, { kind: 'final' }>

export function openStream(
  { port }: SpeechServer,
  { language = 'en', grammar, onPartial = () => undefined, onEndOfUtterance = () => undefined }: StreamOptions = {},
) {
  const sending = request({
    host: '127.0.0.1',
    port,
    path: `/streams?language=${language}`,
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${SECRET}` },
  })
  sending.setNoDelay(true)
  sending.flushHeaders()
  if (grammar) sending.write(encodeFrame('grammar', new TextEncoder().encode(JSON.stringify(grammar))))
  const final = new Promise<Final>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) =>
      createInterface({ input: response }).on('line', (line) => {
        const event = SpeechEvent.parse(JSON.parse(line))
        if (event.kind === 'partial') onPartial()
        if (event.kind === 'endOfUtterance') onEndOfUtterance()
        if (event.kind === 'final') resolve(event)
      }),
    )
  })
  return {
    send: (samples: Int16Array) =>
      sending.write(encodeFrame('pcm', new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))),
    /** Ends the stream and resolves with its text. */
    async finish(): Promise<string> {
      sending.end()
      return (await final).text ?? ''
    },
    /** Ends the stream and resolves with its result. */
    result(): Promise<Final> {
      sending.end()
      return final
    },
  }
}
