/** Work that goes on after its answer. */
export class Afterwards {
  readonly #under = new Set<Promise<void>>()
  readonly #logError: (error: unknown) => void
  constructor(logError: (error: unknown) => void) {
    this.#logError = logError
  }

  readonly begin = (work: () => Promise<void>): void => {
    // The answer leaves first.
    const running = new Promise((resolve) => setImmediate(resolve))
      .then(work)
      .catch(this.#logError)
      .finally(() => this.#under.delete(running))
    this.#under.add(running)
  }

  /** Waits for what was begun. */
  async end(): Promise<void> {
    await Promise.all(this.#under)
  }
}
