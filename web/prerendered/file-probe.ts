/** Milliseconds after the first bytes in which more bytes may come from the cache of the browser. */
const CACHED_MS = 1_000

/**
 * Checks whether bytes of a file still arrive. A browser reads it from the request that runs already, or requests it
 * once more.
 */
export function createProbe(onBytes: () => void) {
  let request: XMLHttpRequest | null = null
  return {
    start(file: string | null) {
      if (file === null || request) return
      let firstAt = 0
      const own = new XMLHttpRequest()
      request = own
      own.onprogress = () => {
        const now = Date.now()
        firstAt = firstAt || now
        if (now - firstAt > CACHED_MS) onBytes()
      }
      own.onloadend = () => {
        request = null
      }
      own.open('GET', file)
      own.send()
    },
    stop() {
      if (request) request.abort()
    },
  }
}
