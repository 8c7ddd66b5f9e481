import { CONNECTIONS_PER_ORIGIN } from '#/ports/push/push-client.ts'

interface QueueOptions<Item> {
  /** Claims at most `claimedAtOnce` due items, the most urgent first. */
  readonly claim: () => Promise<readonly Item[]>
  readonly claimedAtOnce: number
  readonly deliver: (item: Item) => Promise<void>
  readonly onError: (error: unknown) => void
  /** Ends the workers after their current items. */
  readonly signal: AbortSignal
}

/**
 * Delivers the due items of one push service by several workers, so that a device that does not answer delays no other.
 */
export class OriginQueue<Item> {
  readonly #options: QueueOptions<Item>
  /** Claimed items that no worker processes yet. */
  readonly #due: Item[] = []
  readonly #running = new Set<Promise<void>>()
  #workers = 0
  /** The running claim, which all idle workers share. */
  #claiming: Promise<void> | null = null
  /** Whether there may be due items that are not claimed. */
  #isStale = false

  constructor(options: QueueOptions<Item>) {
    this.#options = options
  }

  get isIdle(): boolean {
    return this.#workers === 0
  }

  /** Starts the delivery of due items. Busy workers continue. */
  refill(): void {
    this.#isStale = true
    while (this.#workers < CONNECTIONS_PER_ORIGIN && !this.#options.signal.aborted) {
      this.#workers += 1
      const worker = this.#work().finally(() => this.#running.delete(worker))
      this.#running.add(worker)
    }
  }

  /** Resolves when all workers have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running)
  }

  async #work(): Promise<void> {
    const { deliver, onError, signal } = this.#options
    while (!signal.aborted) {
      const item = this.#due.shift()
      if (item !== undefined) await deliver(item).catch(onError)
      else if (this.#claiming !== null) await this.#claiming
      else if (this.#isStale) await (this.#claiming = this.#claim())
      else break
    }
    this.#workers -= 1 // no await since the check, so that `refill` does not count a worker that ends
  }

  async #claim(): Promise<void> {
    const { claim, claimedAtOnce, onError } = this.#options
    this.#isStale = false
    try {
      const items = await claim()
      this.#due.push(...items)
      if (items.length === claimedAtOnce) this.#isStale = true
    } catch (error) {
      onError(error)
    } finally {
      this.#claiming = null
    }
  }
}
