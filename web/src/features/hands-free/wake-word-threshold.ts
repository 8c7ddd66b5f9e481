import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'

/** Recordings of the phrase for a threshold of the user's own. */
export const RECORDINGS = 3
/** The lowest threshold: below it, ordinary speech is taken for the wake word. */
const LOWEST = 0.9
/** Part of the distance from 1 by which the threshold is below the least certain recording, because people vary. */
const MARGIN = 1

/** Whether a recording is certain enough to count. */
export const isClear = (probability: number): boolean => probability >= LOWEST

/**
 * @param probabilities of the recordings
 * @param usual the threshold of the model: a personal one is never higher
 */
export function personalThreshold(probabilities: readonly number[], usual: number): number {
  const least = Math.min(...probabilities)
  return Math.min(usual, Math.max(LOWEST, least - MARGIN * (1 - least)))
}

/** @returns the threshold for the user of this device; null if there is none */
export function storedThreshold(): number | null {
  const stored = Number(readStored(storageKeys.wakeWordThreshold) ?? Number.NaN)
  return stored >= LOWEST && stored <= 1 ? stored : null
}

/** Stores the threshold for the user of this device; null removes it. */
export const storeThreshold = (threshold: number | null) =>
  writeStored(storageKeys.wakeWordThreshold, threshold === null ? null : threshold.toFixed(4))
