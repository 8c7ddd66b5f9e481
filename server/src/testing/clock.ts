/** The server's clock in tests: it runs, and can be put forward. */
export class TestClock {
  #ahead = 0
  readonly now = (): Date => new Date(Date.now() + this.#ahead)
  advance({ hours = 0, minutes = 0, seconds = 0 }: { hours?: number; minutes?: number; seconds?: number }): void {
    this.#ahead += ((hours * 60 + minutes) * 60 + seconds) * 1000
  }
}
