/** Runs tasks that continue after the reply was sent. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>()
  readonly #logError: (error: unknown) => void
  constructor(logError: (error: unknown) => void) {
    this.#logError = logError
  }

  readonly start = (task: () => Promise<void>): void => {
    // setImmediate lets the reply be sent first.
    const running = new Promise((resolve) => setImmediate(resolve))
      .then(task)
      .catch(this.#logError)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits until all tasks have ended, also those that running tasks start. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
