import { createHmac, randomBytes } from 'node:crypto'
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFrame, type FrameKind, SpeechEvent, STREAM_BYTES_MAX } from '@noroshi/contract/speech/speech-service'
import type { SpeechOptions, SpeechResult, SpeechStream } from './speech.ts'

/** A speech service that runs. */
export interface SpeechEndpoint {
  readonly url: string
  readonly secret: string
}

/** Max milliseconds from `finish` to the result, unless the options say otherwise. */
const FINISH_WITHIN = 60_000
/** Connections to the service: the second one repeats the stream after the service was restarted. Sound may end the service. */
const CONNECTIONS_MAX = 2
/** Attempts to connect, including those while the service restarts. */
const ATTEMPTS_MAX = 8
/** Milliseconds before the next attempt. */
const RETRY_AFTER = 500

const SOURCE_KEY = randomBytes(32)

/** The result of a stream whose recognition failed. */
const UNKNOWN: SpeechResult = { text: null, isSpeech: true, isLost: true }

/**
 * A stream to the speech service. It keeps its sound until the end, and repeats it on a second connection when the first one
 * fails. Sound beyond the service's limit is ignored.
 */
export class ServiceStream implements SpeechStream {
  readonly #options: SpeechOptions
  readonly #frames: Uint8Array[] = []
  readonly #result = Promise.withResolvers<SpeechResult>()
  #bytes = 0
  #request: ClientRequest | null = null
  #isFinished = false
  #isSettled = false
  /** Ends of utterances that the options have received. A repeated stream reports them a second time. */
  #reportedEnds = 0

  /** @param endpoint - returns the service; null while it does not run */
  constructor(options: SpeechOptions, endpoint: () => Promise<SpeechEndpoint | null>) {
    this.#options = options
    if (options.grammar !== undefined) this.#accept('grammar', new TextEncoder().encode(JSON.stringify(options.grammar)))
    void this.#run(endpoint)
  }

  /** Resolves with the end of the stream. */
  get settled(): Promise<unknown> {
    return this.#result.promise
  }

  acceptOpus(packet: Uint8Array): void {
    this.#accept('opus', packet)
  }

  acceptPcm(pcm16k: Int16Array): void {
    this.#accept('pcm', new Uint8Array(pcm16k.buffer, pcm16k.byteOffset, pcm16k.byteLength))
  }

  acceptRecording(bytes: Uint8Array): void {
    this.#accept('recording', bytes)
  }

  finish(): Promise<SpeechResult> {
    this.#isFinished = true
    this.#request?.end()
    const timer = setTimeout(() => this.#settle(UNKNOWN), this.#options.finishWithinMs ?? FINISH_WITHIN)
    return this.#result.promise.finally(() => clearTimeout(timer))
  }

  close(): void {
    this.#settle(UNKNOWN)
  }

  #accept(kind: FrameKind, content: Uint8Array): void {
    if (this.#isFinished || this.#isSettled) return
    const frame = encodeFrame(kind, content)
    if (this.#bytes + frame.length > STREAM_BYTES_MAX) return
    this.#bytes += frame.length
    this.#frames.push(frame)
    this.#request?.write(frame)
  }

  #settle(result: SpeechResult): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#frames.length = 0
    this.#request?.destroy()
    this.#result.resolve(result)
  }

  async #run(endpoint: () => Promise<SpeechEndpoint | null>): Promise<void> {
    let connections = 0
    for (let attempt = 1; attempt <= ATTEMPTS_MAX && connections < CONNECTIONS_MAX && !this.#isSettled; attempt++) {
      if (attempt > 1) await sleep(RETRY_AFTER, undefined, { ref: false })
      const service = await endpoint()
      if (service !== null && !this.#isSettled && (await this.#connect(service))) connections++
    }
    this.#settle(UNKNOWN)
  }

  /** Resolves when the connection ended, with whether there was one. */
  #connect({ url, secret }: SpeechEndpoint): Promise<boolean> {
    const { language, speakerId } = this.#options
    const source = speakerId === undefined ? '' : `&source=${sourceOf(speakerId)}`
    const target = `${url}/streams?language=${language}${source}`
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(target, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${secret}` },
    })
    this.#request = request
    const closed = new Promise<boolean>((resolve) => {
      let isConnected = false
      request.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
      request.on('response', (response) => this.#read(response))
      request.on('error', () => undefined) // 'close' follows
      request.on('close', () => {
        if (this.#request === request) this.#request = null
        resolve(isConnected)
      })
    })
    request.setNoDelay(true)
    request.flushHeaders()
    for (const frame of this.#frames) request.write(frame)
    if (this.#isFinished) request.end()
    return closed
  }

  #read(response: IncomingMessage): void {
    let ends = 0
    const lines = createInterface({ input: response })
    lines.on('error', () => undefined) // the request closes
    lines.on('line', (line) => {
      const event = parse(line)
      if (event === null || this.#isSettled) return
      if (event.kind === 'final') this.#settle(resultOf(event))
      else if (event.kind === 'command') this.#options.onCommand?.(event.text)
      else if (this.#isFinished) return
      else if (event.kind === 'partial') this.#options.onPartial(event.text)
      else if (++ends > this.#reportedEnds) {
        this.#reportedEnds = ends
        this.#options.onEndOfUtterance()
      }
    })
  }
}

/** Hides the ids of users from the speech service. */
const sourceOf = (speakerId: string): string => createHmac('sha256', SOURCE_KEY).update(speakerId).digest('base64url')

const resultOf = ({ text, isSpeech, isCommand, durationMs }: Extract<SpeechEvent, { kind: 'final' }>): SpeechResult => ({
  text,
  isSpeech,
  ...(isCommand === true && { isCommand }),
  ...(durationMs !== null && { durationMs }),
})

/** @returns null for a line that is not an event */
function parse(line: string): SpeechEvent | null {
  try {
    return SpeechEvent.parse(JSON.parse(line))
  } catch {
    return null
  }
}
