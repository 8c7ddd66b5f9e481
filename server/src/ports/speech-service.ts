import { type SpeechAbility, SpeechHealth, SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import type { Config } from '#/config.ts'
import { SpeechProcess } from './speech-process.ts'
import { type SpeechEndpoint, ServiceStream } from './speech-stream.ts'
import type { Speech, SpeechOptions } from './speech.ts'

/** Max milliseconds of a question to the service. */
const HEALTH_WITHIN = 1000

const NONE: readonly SpeechAbility[] = SpeechLanguage.options.map((language) => ({ language, dictation: false, commands: false }))

/** Speech recognition by the service at SPEECH_URL, or by a child process that starts with its first use. */
export class SpeechService implements Speech {
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
    const timeout = AbortSignal.timeout(HEALTH_WITHIN)
    const ended = new Promise<null>((resolve) => timeout.addEventListener('abort', () => resolve(null)))
    const service = await Promise.race([this.#endpoint(), ended])
    if (service === null) return NONE
    try {
      const headers = { authorization: `Bearer ${service.secret}` }
      const response = await fetch(`${service.url}/health`, { headers, signal: timeout })
      return SpeechHealth.parse(await response.json()).languages
    } catch {
      return NONE
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
