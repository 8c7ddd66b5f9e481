/** A count that is due to be forgotten. */
interface Window {
  count: number
  readonly endsAt: number
}

/** Beyond this many keys, those whose time is over are looked for and dropped. */
const SWEEP_AT = 10_000

/** Counts tries under a key: so many in a stretch of time, that begins with the first. In this process's memory. */
export class Tries {
  readonly #windows = new Map<string, Window>()
  readonly #max: number
  readonly #milliseconds: number
  readonly #now: () => Date
  constructor(max: number, minutes: number, now: () => Date) {
    this.#max = max
    this.#milliseconds = minutes * 60_000
    this.#now = now
  }

  /** Takes one try; false where none is left. It is taken before the work that it stands for, so that many at once are not too many. */
  take(key: string): boolean {
    const now = this.#now().getTime()
    const known = this.#windows.get(key)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + this.#milliseconds }
    if (window.count >= this.#max) return false
    window.count += 1
    if (this.#windows.size >= SWEEP_AT) this.#sweep(now)
    this.#windows.set(key, window)
    return true
  }

  /** The try was a good one and does not count. */
  giveBack(key: string): void {
    const window = this.#windows.get(key)
    if (window && window.count > 0) window.count -= 1
  }

  #sweep(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
  }
}
