/**
 * What browsers of early 2023 lack of the language (docs/operations.md names them). Before everything else: where one is
 * missing, the page that an SOS has just opened would not show.
 */
const arrays = {
  toSorted(this: readonly unknown[], compare?: (a: unknown, b: unknown) => number) {
    return [...this].sort(compare)
  },
  toReversed(this: readonly unknown[]) {
    return [...this].reverse()
  },
}
const strings = {
  isWellFormed(this: string) {
    return !/\p{Surrogate}/u.test(this)
  },
  toWellFormed(this: string) {
    return this.replace(/\p{Surrogate}/gu, '\uFFFD')
  },
}

function addMissing(target: object, methods: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
  }
}

addMissing(Array.prototype, arrays)
addMissing(String.prototype, strings)

export {} // a module, though it gives nothing
