/** Milliseconds of sound that wait before a talk plays: the least, and the most after the network was uneven. */
export const TARGET_MIN_MS = 60
export const TARGET_MAX_MS = 300
const TARGET_STEP_MS = 20
/** Milliseconds above the target that are kept. More is skipped, so that the delay does not grow. */
const SURPLUS_MS = 200
/** Milliseconds without sound after which new sound belongs to another talk. A shorter gap was the network's. */
const TALK_GAP_MS = 500
const CAPACITY_MS = 2_000

/**
 * Sound that arrives in uneven portions, played evenly. It plays once the target is buffered, or once the first sound
 * has waited for as long. After running dry within a talk, the target rises; after a talk that never ran dry, it falls.
 */
export class JitterBuffer {
  readonly #ring: Float32Array
  readonly #perMs: number
  /** Samples written and read since the start. */
  #written = 0
  #read = 0
  #targetMs = TARGET_MIN_MS
  #isPlaying = false
  /** Samples for which the first sound has waited. */
  #waited = 0
  /** Samples since the buffer ran dry. */
  #dryFor = Infinity
  #ranDry = false

  constructor(sampleRate: number) {
    this.#perMs = sampleRate / 1_000
    this.#ring = new Float32Array(Math.ceil(CAPACITY_MS * this.#perMs))
  }

  get isPlaying(): boolean {
    return this.#isPlaying
  }

  get targetMs(): number {
    return this.#targetMs
  }

  push(samples: Float32Array): void {
    if (samples.length === 0) return
    if (!this.#isPlaying && this.#written === this.#read) this.#begin()
    for (const sample of samples) this.#ring[this.#written++ % this.#ring.length] = sample
    this.#read = Math.max(this.#read, this.#written - this.#ring.length)
  }

  /** Fills `output` with the next sound, or with silence. */
  pull(output: Float32Array): void {
    const buffered = this.#written - this.#read
    if (!this.#isPlaying) {
      if (buffered > 0) this.#waited += output.length
      const target = this.#targetMs * this.#perMs
      this.#isPlaying = buffered >= target || this.#waited >= target
    }
    if (!this.#isPlaying) {
      this.#dryFor += output.length
      output.fill(0)
      return
    }
    if (buffered > (this.#targetMs + SURPLUS_MS) * this.#perMs)
      this.#read = this.#written - Math.floor(this.#targetMs * this.#perMs)
    for (let index = 0; index < output.length; index++)
      output[index] = this.#read < this.#written ? (this.#ring[this.#read++ % this.#ring.length] ?? 0) : 0
    if (this.#read < this.#written) return
    this.#isPlaying = false
    this.#dryFor = 0
  }

  /** The first sound after silence: either the network was late, or another talk begins. */
  #begin(): void {
    this.#waited = 0
    if (this.#dryFor < TALK_GAP_MS * this.#perMs) {
      this.#targetMs = Math.min(TARGET_MAX_MS, this.#targetMs + TARGET_STEP_MS)
      this.#ranDry = true
      return
    }
    if (!this.#ranDry) this.#targetMs = Math.max(TARGET_MIN_MS, this.#targetMs - TARGET_STEP_MS)
    this.#ranDry = false
  }
}
