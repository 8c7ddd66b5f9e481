import { setTimeout as sleep } from 'node:timers/promises'
import {
  type SpeechAbility,
  SpeechHealth,
  SpeechLanguage,
  type SpokenRequest,
  SpokenType,
} from '@noroshi/contract/speech/speech-service'
import type { Config } from '#/config.ts'
import { SpeechProcess } from './speech-process.ts'
import { type SpeechEndpoint, ServiceStream } from './speech-stream.ts'
import type { Speech, SpeechOptions, SpeechSynthesizer, SpokenSound } from './speech.ts'

/** Max milliseconds of a question to the service. One that starts on a busy computer answers later than another. */
const HEALTH_WITHIN = 5000
/** Max milliseconds of a question for the voices, including the start of the child process. */
const VOICES_WITHIN = 10_000
/** Max milliseconds of a text, including the start of the child process. */
const SPEAK_WITHIN = 20_000
/** Milliseconds before a failed request is repeated once. */
const SPEAK_RETRY_AFTER = 500

const NONE: readonly SpeechAbility[] = SpeechLanguage.options.map((language) => ({ language, dictation: false, commands: false }))

/** Speech recognition and voices by the service at SPEECH_URL, or by a child process that starts with its first use. */
export class SpeechService implements Speech, SpeechSynthesizer {
  readonly #process: SpeechProcess | null
  readonly #endpoint: () => Promise<SpeechEndpoint | null>
  readonly #streams = new Set<ServiceStream>()

  constructor(
    { speech, speechDecoders: decoders, speechModelDir: modelDir }: Pick<Config, 'speech' | 'speechDecoders' | 'speechModelDir'>,
    logWarning: (text: string) => void,
  ) {
    const child = speech === null ? new SpeechProcess({ decoders, modelDir }, logWarning) : null
    this.#process = child
    this.#endpoint = child === null ? () => Promise.resolve(speech) : () => child.endpoint()
    if (modelDir !== null) void child?.endpoint() // models take seconds to load
  }

  async languages(): Promise<readonly SpeechAbility[]> {
    return (await this.#health(HEALTH_WITHIN))?.languages ?? NONE
  }

  async voices(): Promise<readonly SpeechLanguage[]> {
    return (await this.#health(VOICES_WITHIN))?.voices ?? []
  }

  async synthesize(request: SpokenRequest): Promise<SpokenSound | null> {
    const init = { method: 'POST', body: JSON.stringify(request) }
    const first = await this.#fetchSound(init)
    if (first !== 'failed') return first
    // The child process may have ended in this moment. It is restarted.
    await sleep(SPEAK_RETRY_AFTER, undefined, { ref: false })
    const second = await this.#fetchSound(init)
    return second === 'failed' ? null : second
  }

  async #fetchSound(init: RequestInit): Promise<SpokenSound | null | 'failed'> {
    const response = await this.#fetch('/speech', SPEAK_WITHIN, init)
    if (response === null) return 'failed'
    const mimeType = SpokenType.safeParse(response.headers.get('content-type'))
    if (response.status !== 200 || !mimeType.success) return null
    try {
      return { bytes: Buffer.from(await response.arrayBuffer()), mimeType: mimeType.data }
    } catch {
      return 'failed'
    }
  }

  async #health(within: number) {
    try {
      return SpeechHealth.parse(await (await this.#fetch('/health', within))?.json())
    } catch {
      return null
    }
  }

  /** @returns null without a reply within the given milliseconds */
  async #fetch(path: string, within: number, init: RequestInit = {}): Promise<Response | null> {
    const timeout = AbortSignal.timeout(within)
    const ended = new Promise<null>((resolve) => timeout.addEventListener('abort', () => resolve(null)))
    const service = await Promise.race([this.#endpoint(), ended])
    if (service === null) return null
    try {
      const headers = { authorization: `Bearer ${service.secret}` }
      return await fetch(`${service.url}${path}`, { ...init, headers, signal: timeout })
    } catch {
      return null
    }
  }

  open(options: SpeechOptions): ServiceStream {
    const stream: ServiceStream = new ServiceStream(options, this.#endpoint)
    this.#streams.add(stream)
    void stream.settled.then(() => this.#streams.delete(stream))
    return stream
  }

  /** Ends the child process and all streams, which get no text. */
  close(): void {
    for (const stream of this.#streams) stream.close()
    this.#process?.close()
  }
}
