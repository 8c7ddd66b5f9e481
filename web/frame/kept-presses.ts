import type { EarlyPress } from '../src/platform/early-presses.ts'

const KEY = 'earlyPresses'
/** Milliseconds since the last press after which the next page does not raise the SOS any more. */
export const KEPT_MS = 60_000

const isPress = (value: unknown): value is EarlyPress =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  (value.type === 'down' || value.type === 'up' || value.type === 'tap') &&
  'at' in value &&
  typeof value.at === 'number'

/** Moves presses that no application has adopted to the next page of the tab. They stay if the browser refuses to store them. */
export function keepPresses(recorded: EarlyPress[]): void {
  if (recorded.length === 0) return
  try {
    const kept = recorded.map(({ type, at }) => ({ type, at: performance.timeOrigin + at }))
    sessionStorage.setItem(KEY, JSON.stringify(kept))
    recorded.length = 0
  } catch {
    // The user has blocked site data.
  }
}

/** Returns the presses that the page before this one has kept, once. Their times are before the navigation, and so negative. */
export function takeKeptPresses(): EarlyPress[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    sessionStorage.removeItem(KEY)
    if (!Array.isArray(stored)) return []
    const presses = stored.filter(isPress).map(({ type, at }) => ({ type, at: at - performance.timeOrigin }))
    const last = presses.at(-1)
    return last && performance.now() - last.at < KEPT_MS ? presses : []
  } catch {
    return []
  }
}
