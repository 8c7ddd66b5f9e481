type Listener = () => void

/** Listeners of keys. They are called once for several changes. */
export class ChangeListeners {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #changedKeys = new Set<string>()
  readonly #schedule: (flush: () => void) => void

  /** @param schedule runs the function that calls the listeners */
  constructor(schedule: (flush: () => void) => void) {
    this.#schedule = schedule
  }

  /** @returns the function that unsubscribes */
  subscribe(key: string, listener: Listener): () => void {
    const ofKey = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, ofKey.add(listener))
    return () => ofKey.delete(listener)
  }

  /** Schedules a call of the listeners of a key. */
  notify(key: string): void {
    if (this.#changedKeys.size === 0) this.#schedule(() => this.#callListeners())
    this.#changedKeys.add(key)
  }

  /** Schedules a call of all listeners. */
  notifyAll(): void {
    for (const key of this.#listeners.keys()) this.notify(key)
  }

  #callListeners(): void {
    const keys = [...this.#changedKeys]
    this.#changedKeys.clear()
    for (const key of keys) for (const listener of this.#listeners.get(key) ?? []) listener()
  }
}
