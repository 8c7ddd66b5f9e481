/** Max SOS with a stalled body that are raised at a time, of all sources. SOS with a complete body do not wait for them. */
const RUNNING_MAX = 4
/** Stalled bodies of one source that become SOS without a pause. */
const BURST = 10
/** Milliseconds between two further ones of the same source. */
const PAUSE_MS = 2000
/** Max stalled bodies of one source that wait. */
const WAITING_MAX = 200

interface Source {
  readonly waiting: Set<() => void>
  /** Turns that the source may take without a pause. */
  left: number
  /** When `left` was computed (`performance.now()`). */
  at: number
}

/**
 * Gives turns to SOS whose body has stalled, so that thousands of stalled bodies neither become thousands of alarms at once nor
 * delay an SOS whose body is complete (decisions/0004). The sources take turns in rotation.
 */
export class StalledTurns {
  readonly #sources = new Map<string, Source>()
  #running = 0
  #timer: NodeJS.Timeout | undefined

  /**
   * Waits for a turn.
   * @param start called when the turn begins; call `end` after it
   * @returns a function that gives up the wait, or null when too many bodies of the source wait already
   */
  wait(source: string, start: () => void): (() => void) | null {
    const state = this.#sources.get(source) ?? { waiting: new Set(), left: BURST, at: performance.now() }
    if (state.waiting.size >= WAITING_MAX) return null
    this.#sources.set(source, state)
    state.waiting.add(start)
    this.#startNext()
    return () => void state.waiting.delete(start)
  }

  end(): void {
    this.#running -= 1
    this.#startNext()
  }

  #startNext(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [source, state] of this.#sources) {
      refill(state)
      const [start] = state.waiting
      if (start === undefined) {
        if (state.left >= BURST) this.#sources.delete(source)
        continue
      }
      if (state.left < 1) continue
      if (this.#running >= RUNNING_MAX) return
      this.#running += 1
      state.left -= 1
      state.waiting.delete(start)
      // The source moves to the end of the rotation.
      this.#sources.delete(source)
      this.#sources.set(source, state)
      start()
    }
    if (this.#sources.size > 0) this.#timer = setTimeout(() => this.#startNext(), PAUSE_MS / 4).unref()
  }
}

function refill(state: Source): void {
  const now = performance.now()
  state.left = Math.min(BURST, state.left + (now - state.at) / PAUSE_MS)
  state.at = now
}
