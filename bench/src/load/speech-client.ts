import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { encodeFrame, SpeechEvent } from '@noroshi/contract/speech/speech-service'

const ENTRY = path.resolve(import.meta.dirname, '../../../speech/src/main.ts')
const SECRET = 'a secret of the benchmark'

/** A speech service in a process of its own. */
export interface SpeechServer {
  readonly child: ChildProcess
  readonly port: number
}

/** Starts the speech service with a number of decoders. */
export async function startSpeech(decoders: number): Promise<SpeechServer> {
  const child = fork(ENTRY, { env: { SPEECH_SECRET: SECRET, SPEECH_DECODERS: String(decoders) } })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, port: message.port }
}

/** Opens a stream of English. `onPartial` is called with each partial text. */
export function openStream({ port }: SpeechServer, onPartial: () => void = () => undefined) {
  const sending = request({
    host: '127.0.0.1',
    port,
    path: '/streams?language=en',
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${SECRET}` },
  })
  sending.setNoDelay(true)
  sending.flushHeaders()
  const final = new Promise<string>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) =>
      createInterface({ input: response }).on('line', (line) => {
        const event = SpeechEvent.parse(JSON.parse(line))
        if (event.kind === 'partial') onPartial()
        if (event.kind === 'final') resolve(event.text ?? '')
      }),
    )
  })
  return {
    send: (samples: Int16Array) =>
      sending.write(encodeFrame('pcm', new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))),
    /** Ends the stream and resolves with its text. */
    finish(): Promise<string> {
      sending.end()
      return final
    },
  }
}
