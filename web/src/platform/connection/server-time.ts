import { createObservable } from '../observable.ts'

/**
 * Milliseconds by which the two clocks may differ without a correction: `Date` headers have whole seconds, and replies
 * take time.
 */
const TOLERANCE_MS = 30_000

const difference = createObservable(0)

/**
 * Derives the server's time from the `Date` header of a reply. On a device with a wrong clock, a new alert or location
 * would otherwise appear hours old, or an old one new.
 */
export function noteServerTime(header: string | null): void {
  const at = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(at)) return
  const measured = at - Date.now()
  const next = Math.abs(measured) <= TOLERANCE_MS ? 0 : measured
  const known = difference.get()
  if (Math.abs(next - known) > TOLERANCE_MS || (next === 0) !== (known === 0)) difference.set(next)
}

/** Calls back when the measured difference between the clocks changes. @returns the function that unsubscribes. */
export const onServerTime = difference.subscribe

/** Returns the server's time in milliseconds since 1970. Compare stored times with it. */
export const serverNow = (): number => Date.now() + difference.get()
