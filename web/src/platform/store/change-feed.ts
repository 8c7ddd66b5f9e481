/** Max changes that are kept. A reader that is further behind rereads all entities. */
const KEPT_MAX = 4_000

/**
 * The ids of the changed entities of a type in the order of the changes, so that the update of a long list reads only
 * changed entities.
 */
export class ChangeFeed {
  #ids: string[] = []
  /** Number of changes before the first kept one. */
  #dropped = 0

  /** The position after the last change. */
  get end(): number {
    return this.#dropped + this.#ids.length
  }

  add(id: string): void {
    this.#ids.push(id)
    if (this.#ids.length < 2 * KEPT_MAX) return
    this.#ids = this.#ids.slice(-KEPT_MAX)
    this.#dropped = this.#dropped + KEPT_MAX
  }

  /** Drops all changes, so that every reader rereads all entities. */
  clear(): void {
    this.#dropped = this.end + 1
    this.#ids = []
  }

  /** Returns the ids that changed since a position; null if they are not kept. */
  since(position: number): readonly string[] | null {
    return position < this.#dropped ? null : this.#ids.slice(position - this.#dropped)
  }
}
