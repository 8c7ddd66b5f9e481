import createFvad from '@echogarden/fvad-wasm'
import { SAMPLE_RATE } from '../recognizer.ts'

/** Milliseconds of one frame of the detector. */
const FRAME_MS = 30
const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000
/** 0 accepts most sound as voice, 3 the least. */
const AGGRESSIVENESS = 2
/** Milliseconds of voice that begin an utterance. */
const BEGIN_AFTER_MS = 90
/** Milliseconds without voice that end an utterance. */
const END_AFTER_MS = 700
/** Milliseconds without voice after which the utterance may have ended. */
const PAUSE_AFTER_MS = 300
/** Milliseconds before the first voice that belong to an utterance. */
const LEAD_IN_MS = 390
/** Max milliseconds of one utterance. Longer speech is cut into several. */
const UTTERANCE_MAX_MS = 15_000

export type VoiceEvent =
  | { readonly kind: 'begin' }
  | { readonly kind: 'samples'; readonly samples: Int16Array }
  /** The utterance may have ended: it ends without more voice, or resumes. */
  | { readonly kind: 'pause' | 'resume' }
  /** `voicedMs`: milliseconds of frames with voice in the utterance. */
  | { readonly kind: 'end'; readonly voicedMs: number }

/** Finds the utterances in a stream of samples with the voice activity detector of WebRTC. */
export class VoiceDetector {
  static async create(): Promise<VoiceDetector> {
    return new VoiceDetector(await createFvad())
  }

  readonly #fvad: Awaited<ReturnType<typeof createFvad>>
  readonly #handle: number
  readonly #buffer: number
  #rest = new Int16Array(0)
  #leadIn: Int16Array[] = []
  /** Milliseconds of voice, or without voice, until now without a change. */
  #voiceRun = 0
  #silenceRun = 0
  #utterance: { voicedMs: number; lengthMs: number } | null = null

  private constructor(fvad: Awaited<ReturnType<typeof createFvad>>) {
    this.#fvad = fvad
    this.#handle = fvad._fvad_new()
    this.#buffer = fvad._malloc(FRAME_SAMPLES * Int16Array.BYTES_PER_ELEMENT)
    fvad._fvad_set_sample_rate(this.#handle, SAMPLE_RATE)
    fvad._fvad_set_mode(this.#handle, AGGRESSIVENESS)
  }

  push(samples: Int16Array): VoiceEvent[] {
    const all = concatSamples([this.#rest, samples])
    const events: VoiceEvent[] = []
    let start = 0
    for (; start + FRAME_SAMPLES <= all.length; start += FRAME_SAMPLES)
      this.#pushFrame(all.subarray(start, start + FRAME_SAMPLES), events)
    this.#rest = all.slice(start)
    return events
  }

  /** Ends the utterance that has not ended. */
  end(): VoiceEvent[] {
    if (this.#utterance === null) return []
    const { voicedMs } = this.#utterance
    this.#utterance = null
    return [{ kind: 'end', voicedMs }]
  }

  close(): void {
    this.#fvad._free(this.#buffer)
    this.#fvad._fvad_free(this.#handle)
  }

  #pushFrame(frame: Int16Array, events: VoiceEvent[]): void {
    const isVoice = this.#isVoice(frame)
    const wasPaused = this.#utterance !== null && this.#silenceRun >= PAUSE_AFTER_MS
    this.#voiceRun = isVoice ? this.#voiceRun + FRAME_MS : 0
    this.#silenceRun = isVoice ? 0 : this.#silenceRun + FRAME_MS
    if (this.#utterance === null) {
      this.#leadIn.push(frame)
      if (this.#leadIn.length > LEAD_IN_MS / FRAME_MS) this.#leadIn.shift()
      if (this.#voiceRun < BEGIN_AFTER_MS) return
      this.#utterance = { voicedMs: this.#voiceRun, lengthMs: this.#leadIn.length * FRAME_MS }
      events.push({ kind: 'begin' }, { kind: 'samples', samples: concatSamples(this.#leadIn) })
      this.#leadIn = []
      return
    }
    if (isVoice && wasPaused) events.push({ kind: 'resume' })
    events.push({ kind: 'samples', samples: frame.slice() })
    if (!wasPaused && this.#silenceRun >= PAUSE_AFTER_MS) events.push({ kind: 'pause' })
    this.#utterance.lengthMs += FRAME_MS
    if (isVoice) this.#utterance.voicedMs += FRAME_MS
    if (this.#silenceRun >= END_AFTER_MS || this.#utterance.lengthMs >= UTTERANCE_MAX_MS) events.push(...this.end())
  }

  #isVoice(frame: Int16Array): boolean {
    this.#fvad.HEAP16.set(frame, this.#buffer / Int16Array.BYTES_PER_ELEMENT)
    return this.#fvad._fvad_process(this.#handle, this.#buffer, frame.length) === 1
  }
}

export function concatSamples(parts: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
