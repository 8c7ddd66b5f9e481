/** Random numbers from a seed: the same seed gives the same numbers. */
export interface Random {
  /** @returns a number from `from` (default 0) to `to` (default 1) */
  between(from?: number, to?: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
  /** @returns a number of the normal distribution with mean 0 and deviation 1 */
  normal(): number
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (from = 0, to = 1) => from + (to - from) * next(),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
