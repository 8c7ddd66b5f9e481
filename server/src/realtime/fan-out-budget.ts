/** Max bytes that the events of one user's texts take at all their receivers together in a minute. */
export const FAN_OUT_BYTES_A_MINUTE = 64 * 1_048_576
const MINUTE_MS = 60_000

interface Window {
  bytes: number
  readonly endsAt: number
}

/**
 * Limits by user how many bytes their texts become at the sockets of their receivers: one long message to a large group is a
 * thousand times its size. Short ones are limited by their number. Each process counts what it receives.
 */
export class FanOutBudget {
  readonly #windows = new Map<string, Window>()
  readonly #now: () => number

  /** @param now returns milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Counts a text for all receivers. The text that reaches the limit is still allowed, so that one text of any size is.
   * @returns whether the text is allowed
   */
  take(userId: string, textBytes: number, receivers: number): boolean {
    const now = this.#now()
    this.#deleteEnded(now)
    const window = this.#windows.get(userId) ?? { bytes: 0, endsAt: now + MINUTE_MS }
    if (window.bytes >= FAN_OUT_BYTES_A_MINUTE) return false
    window.bytes += textBytes * Math.max(1, receivers)
    this.#windows.set(userId, window)
    return true
  }

  /** Windows end in the order in which they began. */
  #deleteEnded(now: number): void {
    for (const [userId, { endsAt }] of this.#windows) {
      if (endsAt > now) return
      this.#windows.delete(userId)
    }
  }
}
