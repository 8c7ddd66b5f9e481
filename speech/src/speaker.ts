import type { SpokenPart, SpokenRequest } from '@noroshi/contract/speech/speech-service'
import { type PackedSpeech, packSpeech } from './audio/pack-speech.ts'
import { concatSamples } from './audio/voice-detector.ts'
import { SAMPLE_RATE } from './recognizer.ts'
import type { SpeechSynthesizer } from './synthesizer.ts'

/** Max requests that are spoken or wait, of alarms and of other texts. */
const REQUESTS_MAX = 16
/** Max bytes of samples in the cache: about eight minutes. */
const CACHE_BYTES_MAX = 16 * 1024 * 1024
/** Silence between two parts: a quarter of a second. */
const PAUSE = new Int16Array(SAMPLE_RATE / 4)

const kindOf = (isAlarm = false) => (isAlarm ? 'alarms' : 'others')

/** Speaks texts. It remembers the parts that it spoke last, by text and language; the voice of a language never changes. */
export class Speaker {
  readonly #synthesizer: SpeechSynthesizer
  readonly #cache = new Map<string, Int16Array<ArrayBuffer>>()
  #cachedBytes = 0
  readonly #requests = { alarms: 0, others: 0 }

  constructor(synthesizer: SpeechSynthesizer) {
    this.#synthesizer = synthesizer
  }

  get languages(): SpeechSynthesizer['languages'] {
    return this.#synthesizer.languages
  }

  /** Whether no further request of this kind is accepted. */
  isFull({ isAlarm }: Pick<SpokenRequest, 'isAlarm'>): boolean {
    return this.#requests[kindOf(isAlarm)] >= REQUESTS_MAX
  }

  /**
   * Parts without a voice are skipped.
   * @returns null if no part has a voice
   * @throws when an engine fails
   */
  async speak({ parts, mimeType, isAlarm = false }: SpokenRequest): Promise<PackedSpeech | null> {
    this.#requests[kindOf(isAlarm)]++
    try {
      const spoken: Int16Array<ArrayBuffer>[] = []
      for (const part of parts) {
        if (!this.languages.includes(part.language)) continue
        if (spoken.length > 0) spoken.push(PAUSE)
        spoken.push(await this.#samplesOf(part, isAlarm))
      }
      return spoken.length === 0 ? null : await packSpeech(concatSamples(spoken), mimeType)
    } finally {
      this.#requests[kindOf(isAlarm)]--
    }
  }

  async #samplesOf({ text, language }: SpokenPart, isAlarm: boolean): Promise<Int16Array<ArrayBuffer>> {
    const key = `${language} ${text}`
    const samples = this.#cache.get(key) ?? (await this.#synthesizer.synthesize(text, language, isAlarm))
    this.#evict(key)
    this.#cache.set(key, samples) // the newest is the last
    this.#cachedBytes += samples.byteLength
    for (const oldest of this.#cache.keys()) {
      if (this.#cachedBytes <= CACHE_BYTES_MAX) break
      this.#evict(oldest)
    }
    return samples
  }

  #evict(key: string): void {
    this.#cachedBytes -= this.#cache.get(key)?.byteLength ?? 0
    this.#cache.delete(key)
  }
}
