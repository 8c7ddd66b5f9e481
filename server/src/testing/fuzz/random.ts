/** Random choices from a seed: the same seed gives the same choices. The generator is mulberry32. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** @returns a number from 0 (inclusive) to 1 (exclusive) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** @returns an integer from 0 (inclusive) to `end` (exclusive) */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  isTrue(probability: number): boolean {
    return this.next() < probability
  }

  /** @throws an error for an empty list */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('there is nothing to pick')
    return items[this.below(items.length)] as Item // the index is in the list
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length }, () => this.below(256))
  }
}
