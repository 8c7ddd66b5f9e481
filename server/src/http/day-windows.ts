/** Milliseconds after which what a key has used no longer counts. */
const WINDOW_MS = 86_400_000
/** Max keys in memory. The key with the oldest window is deleted first. */
const KEYS_MAX = 100_000

/** Sums by key, such as the bytes of a network address, each for a day from its first use. They are in memory only. */
export class DayWindows {
  readonly #now: () => Date
  readonly #windows = new Map<string, { sum: number; readonly since: number }>()

  constructor(now: () => Date) {
    this.#now = now
  }

  sumOf(key: string): number {
    return this.#windowOf(key)?.sum ?? 0
  }

  /** Adds to the sum of a key. A negative number subtracts, not below 0. */
  add(key: string, amount: number): void {
    const window = this.#windowOf(key)
    if (window) window.sum = Math.max(0, window.sum + amount)
    else if (amount > 0) this.#windows.set(key, { sum: amount, since: this.#now().getTime() })
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > KEYS_MAX && oldest !== undefined) this.#windows.delete(oldest)
  }

  /** Returns milliseconds until the window of a key ends; a whole window for a key without one. */
  remainingMs(key: string): number {
    const window = this.#windowOf(key)
    return window === undefined ? WINDOW_MS : WINDOW_MS - (this.#now().getTime() - window.since)
  }

  #windowOf(key: string) {
    const window = this.#windows.get(key)
    const age = window === undefined ? 0 : this.#now().getTime() - window.since
    if (age >= 0 && age < WINDOW_MS) return window
    this.#windows.delete(key)
    return undefined
  }
}
