interface Waiting {
  readonly source: string
  readonly grant: () => void
}

/**
 * Shares a limited number of slots between sources, such as users. The source with the fewest slots is next, then the one whose
 * last grant is the oldest. No source has all slots where there are several, so that a long recording holds up no other user.
 */
export class FairSlots {
  readonly #max: number
  readonly #maxOfSource: number
  readonly #taken = new Map<string, number>()
  /** The number of the last grant of each source that waits or has a slot. */
  readonly #lastGrant = new Map<string, number>()
  #grants = 0
  #count = 0
  /** In the order of their requests. */
  readonly #waiting: Waiting[] = []

  constructor(max: number) {
    this.#max = max
    this.#maxOfSource = Math.max(1, max - 1)
  }

  /** Waits for a slot. @returns the function that gives it back */
  take(source: string): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push({ source, grant: () => resolve(() => this.#giveBack(source)) })
      this.#grantNext()
    })
  }

  #takenBy(source: string): number {
    return this.#taken.get(source) ?? 0
  }

  #lastGrantOf({ source }: Waiting): number {
    return this.#lastGrant.get(source) ?? 0
  }

  #grantNext(): void {
    if (this.#count >= this.#max) return
    const allowed = this.#waiting.filter(({ source }) => this.#takenBy(source) < this.#maxOfSource)
    // A stable sort: requests of one source keep their order.
    const [first] = allowed.toSorted(
      (a, b) => this.#takenBy(a.source) - this.#takenBy(b.source) || this.#lastGrantOf(a) - this.#lastGrantOf(b),
    )
    if (first === undefined) return
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    this.#count++
    this.#lastGrant.set(first.source, ++this.#grants)
    this.#taken.set(first.source, this.#takenBy(first.source) + 1)
    first.grant()
  }

  #giveBack(source: string): void {
    this.#count--
    const left = this.#takenBy(source) - 1
    if (left > 0) this.#taken.set(source, left)
    else this.#taken.delete(source)
    this.#grantNext()
    if (!this.#taken.has(source) && !this.#waiting.some((one) => one.source === source)) this.#lastGrant.delete(source)
  }
}
