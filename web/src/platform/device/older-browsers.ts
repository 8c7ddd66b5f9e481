/**
 * Adds language features that the oldest supported browsers lack (docs/operations.md). It runs before all
 * other code: if one were missing, the page that an SOS has just opened would not be shown.
 */
const strings = {
  isWellFormed(this: string) {
    return !/\p{Surrogate}/u.test(this)
  },
  toWellFormed(this: string) {
    return this.replace(/\p{Surrogate}/gu, '\uFFFD')
  },
}

const promises = {
  withResolvers<Value>() {
    let resolve: (value: Value | PromiseLike<Value>) => void = () => undefined
    let reject: (reason?: unknown) => void = () => undefined
    const promise = new Promise<Value>((...settle) => {
      ;[resolve, reject] = settle
    })
    return { promise, resolve, reject }
  },
}
const urls = {
  canParse(url: string | URL, base?: string | URL) {
    try {
      return new URL(url, base) instanceof URL
    } catch {
      return false
    }
  },
}

function addMissing(target: object, methods: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
  }
}

addMissing(String.prototype, strings)
addMissing(Promise, promises)
addMissing(URL, urls)

export {} // makes this file a module
