import type { Location } from '@noroshi/contract/location'

/** A location and the time at which the device measured it. */
export interface Fix extends Location {
  /** Milliseconds since 1970 by the clock of this device. */
  readonly at: number
}

/** Milliseconds for which a fix counts as the current location. */
export const FRESH_MS = 30_000
/** Milliseconds after which a fix is not used (product decision: locations are deleted after 24 hours). */
const MAX_AGE_MS = 86_400_000
/** Metres per second that a person is assumed to move: walking speed. */
const METRES_PER_SECOND = 1.5

const ageOf = (at: number, now: number) => Math.max(0, now - at)

export const isFresh = ({ at }: Fix, now: number) => ageOf(at, now) <= FRESH_MS

/**
 * The device's clock was set back after the fix, or the fix has the time of a satellite and the device's clock is
 * behind.
 */
const isFromFuture = ({ at }: Fix, now: number) => at - now > FRESH_MS

/** Whether `next` is at least as new as `known`, also where the device's clock was set back between them. */
export const isAsNew = (known: Fix, next: Fix, now: number): boolean =>
  next.at >= known.at || (isFromFuture(known, now) && !isFromFuture(next, now))

/** Returns the fix, or null if it is too old to be used. */
export const usableFix = (fix: Fix | null, now: number): Fix | null => (fix && ageOf(fix.at, now) <= MAX_AGE_MS ? fix : null)

/**
 * Returns the accuracy in metres of a fix at a later time. It grows with the age of the fix, so that an old location is
 * not presented as the current one. null: the fix is fresh and the device gives no accuracy.
 */
export function accuracyAt({ accuracy, at }: Pick<Fix, 'accuracy' | 'at'>, now: number): number | null {
  const age = ageOf(at, now)
  if (age <= FRESH_MS) return accuracy
  return Math.round((accuracy ?? 0) + (age / 1000) * METRES_PER_SECOND)
}

/**
 * Returns whether `next` replaces `known`. A newer fix replaces one that is no longer fresh; a clearly more accurate
 * one replaces any.
 */
export function isBetter(known: Fix | null, next: Fix, now: number): boolean {
  if (!known) return true
  if (!isAsNew(known, next, now)) return false
  if (next.at < known.at) return true
  if (!isFresh(known, now)) return next.at > known.at
  return (next.accuracy ?? Infinity) < (known.accuracy ?? Infinity) * 0.75
}
