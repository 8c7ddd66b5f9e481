/** Milliseconds between two attempts while an SOS is unsent. */
const URGENT_MS = 1_000

/** The delays of repeated attempts, in milliseconds: the upper limit after the first failure, and the highest one. */
interface Delays {
  readonly first: number
  readonly max: number
}

/**
 * Returns the milliseconds until the next attempt. The upper limit doubles with each failure, and a random half of it
 * is left out, so that thousands of devices do not return at the same moment. A device with an unsent SOS comes before
 * all others.
 * @param failures attempts that failed since the last success, including this one; at least 1
 */
export function backoff({ first, max }: Delays, failures: number, hasUnsentSos: boolean): number {
  const limit = Math.min(first * 2 ** (failures - 1), hasUnsentSos ? URGENT_MS : max)
  return limit * (0.5 + Math.random() / 2)
}
