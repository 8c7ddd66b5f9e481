import type { EarlyPress } from '../src/platform/early-presses.ts'

const KEY = 'earlyPresses'
/** Milliseconds after the last press for which the next page still raises the SOS. */
export const PRESSES_VALID_MS = 60_000

const isPress = (value: unknown): value is EarlyPress =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  (value.type === 'down' || value.type === 'up' || value.type === 'tap') &&
  'at' in value &&
  typeof value.at === 'number'

/**
 * Stores presses that the application has not adopted for the next page of the tab, and removes them here. They stay if
 * the browser refuses to store them.
 */
export function storePresses(recorded: EarlyPress[]): void {
  if (recorded.length === 0) return
  try {
    const kept = recorded.map(({ type, at }) => ({ type, at: performance.timeOrigin + at }))
    sessionStorage.setItem(KEY, JSON.stringify(kept))
    recorded.length = 0
  } catch {
    // The user has blocked site data.
  }
}

/**
 * Returns the presses that the previous page has stored, and deletes them. Their times are negative, because they
 * precede the navigation.
 */
export function takeStoredPresses(): EarlyPress[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    sessionStorage.removeItem(KEY)
    if (!Array.isArray(stored)) return []
    const presses = stored.filter(isPress).map(({ type, at }) => ({ type, at: at - performance.timeOrigin }))
    const last = presses.at(-1)
    return last && performance.now() - last.at < PRESSES_VALID_MS ? presses : []
  } catch {
    return []
  }
}
