import { BANDS, logMel, ROW_HOP, ROW_SAMPLES, WAKE_RATE } from './log-mel.ts'
import { type Network, probabilityOf, WINDOW_ROWS, writeInput } from './network.ts'

/** Rows between two windows that the networks classify: 100 ms. */
export const STEP_ROWS = 5
/** Windows in a row in which both networks must find the wake word. */
const WINDOWS = 2

export interface HitThresholds {
  /** Threshold of the first network. */
  readonly threshold: number
  /** Threshold of the second network. */
  readonly secondThreshold: number
  /** Milliseconds after a hit without another one. */
  readonly suppressionMs: number
}

/** Decides which windows are hits. */
export class HitRule {
  readonly #thresholds: HitThresholds
  /** Windows in a row so far that contain the wake word. */
  #windows = 0
  /** Windows that are still suppressed. */
  #suppressed = 0

  constructor(thresholds: HitThresholds) {
    this.#thresholds = thresholds
  }

  /**
   * Takes the next window, which is STEP_ROWS after the previous one.
   * @param probability of the first network
   * @param second computes the probability of the second network
   * @returns whether it is a hit
   */
  accept(probability: number, second: () => number): boolean {
    const { threshold, secondThreshold, suppressionMs } = this.#thresholds
    if (this.#suppressed > 0) this.#suppressed--
    const isFound = this.#suppressed === 0 && probability >= threshold && second() >= secondThreshold
    this.#windows = isFound ? this.#windows + 1 : 0
    if (this.#windows < WINDOWS) return false
    this.#windows = 0
    this.#suppressed = Math.ceil((suppressionMs * WAKE_RATE) / (1000 * ROW_HOP * STEP_ROWS))
    return true
  }
}

/** The result of the detector for a window. */
export interface Classification {
  /** The probability of the first network. */
  readonly probability: number
  readonly isHit: boolean
}

/** Finds the wake word in consecutive samples at WAKE_RATE. */
export class WakeWordDetector {
  readonly #first: Network
  readonly #second: Network
  readonly #rule: HitRule
  readonly #input = new Float32Array(WINDOW_ROWS * BANDS)
  readonly #rows = new Float32Array(WINDOW_ROWS * BANDS)
  /** Samples that are not in a row yet. */
  #rest = new Float32Array(0)
  /** Rows since the start. */
  #count = 0

  constructor(networks: readonly [first: Network, second: Network], thresholds: HitThresholds) {
    ;[this.#first, this.#second] = networks
    this.#rule = new HitRule(thresholds)
  }

  /** @returns a classification of each window that these samples complete */
  push(samples: Float32Array): Classification[] {
    const all = new Float32Array(this.#rest.length + samples.length)
    all.set(this.#rest)
    all.set(samples, this.#rest.length)
    const rows = logMel(all)
    this.#rest = all.slice((rows.length / BANDS) * ROW_HOP)
    const classifications: Classification[] = []
    for (let start = 0; start < rows.length; start += BANDS) {
      this.#rows.copyWithin(0, BANDS)
      this.#rows.set(rows.subarray(start, start + BANDS), (WINDOW_ROWS - 1) * BANDS)
      this.#count++
      if (this.#count >= WINDOW_ROWS && (this.#count - WINDOW_ROWS) % STEP_ROWS === 0) classifications.push(this.#classify())
    }
    return classifications
  }

  #classify(): Classification {
    writeInput(this.#rows, 0, this.#input)
    const probability = probabilityOf(this.#first, this.#input)
    return { probability, isHit: this.#rule.accept(probability, () => probabilityOf(this.#second, this.#input)) }
  }
}

/** Samples before the first classification. */
export const WINDOW_SAMPLES = (WINDOW_ROWS - 1) * ROW_HOP + ROW_SAMPLES

/** @returns the highest threshold (0 to 1) of both networks at which the recording is a hit; 0 for a short one */
export function probabilityIn(recording: Float32Array, networks: readonly Network[]): number {
  const rows = logMel(recording)
  const input = new Float32Array(WINDOW_ROWS * BANDS)
  const windows: number[] = []
  for (let first = 0; first + WINDOW_ROWS <= rows.length / BANDS; first += STEP_ROWS) {
    writeInput(rows, first, input)
    windows.push(Math.min(...networks.map((network) => probabilityOf(network, input))))
  }
  const inRows = windows.slice(WINDOWS - 1).map((_, index) => Math.min(...windows.slice(index, index + WINDOWS)))
  return Math.max(0, ...inRows)
}
