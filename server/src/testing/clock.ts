/** The clock of the server in tests. It runs and can be moved forward, or back by negative numbers. */
export class TestClock {
  #ahead = 0
  readonly now = (): Date => new Date(Date.now() + this.#ahead)
  advance({ hours = 0, minutes = 0, seconds = 0 }: { hours?: number; minutes?: number; seconds?: number }): void {
    this.#ahead += ((hours * 60 + minutes) * 60 + seconds) * 1000
  }
}
