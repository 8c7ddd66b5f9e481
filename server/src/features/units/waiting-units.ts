/** Max milliseconds for which a request of another unit waits. Proxies end requests after a minute. */
const WAIT_MS = 50_000

interface Waiting {
  /** Ends the wait. */
  readonly end: () => void
  /** Makes the request look again whether there is something for its unit. */
  readonly wake: () => void
}

/** The requests of other units that wait until this one has something new for them: at most one of each unit. */
export class WaitingUnits {
  readonly #waiting = new Map<string, Waiting>()
  #isClosed = false

  get count(): number {
    return this.#waiting.size
  }

  /**
   * Waits until there is something for a unit, but at most {@link WAIT_MS}. A later request of the unit ends an earlier one.
   * @param hasNews looks whether there is something for the unit
   * @param gone aborts when the connection of the unit is closed
   */
  async wait(unitId: string, hasNews: () => Promise<boolean>, gone: AbortSignal): Promise<void> {
    this.#waiting.get(unitId)?.end()
    let [isEnded, isWoken] = [this.#isClosed || gone.aborted, true]
    let proceed = (): void => undefined
    const waiting: Waiting = {
      end: () => {
        isEnded = true
        proceed()
      },
      wake: () => {
        isWoken = true
        proceed()
      },
    }
    this.#waiting.set(unitId, waiting)
    const timer = setTimeout(waiting.end, WAIT_MS)
    gone.addEventListener('abort', waiting.end)
    try {
      while (!isEnded) {
        if (isWoken) {
          isWoken = false // what is written meanwhile is looked for again
          if (await hasNews()) return
        } else
          await new Promise<void>((resolve) => {
            proceed = resolve
          })
      }
    } finally {
      clearTimeout(timer)
      gone.removeEventListener('abort', waiting.end)
      if (this.#waiting.get(unitId) === waiting) this.#waiting.delete(unitId)
    }
  }

  /** Something was written or received. */
  wakeAll(): void {
    for (const { wake } of this.#waiting.values()) wake()
  }

  /** Ends all waits, also later ones. */
  close(): void {
    this.#isClosed = true
    for (const { end } of this.#waiting.values()) end()
  }
}
