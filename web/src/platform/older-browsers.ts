/**
 * Adds language features that browsers of early 2023 lack (docs/operations.md lists the browsers). It runs before all
 * other code: if one were missing, the page that an SOS has just opened would not be shown.
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

export {} // makes this file a module
