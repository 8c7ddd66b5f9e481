/** Milliseconds in which messages that overtook one another on their way have all come. */
const SETTLE_MS = 300

const waiting = new Set<string>()

/** Looks into something a moment later, and once, however often that is asked for meanwhile. */
export function whenSettled(what: string, look: () => void) {
  if (waiting.has(what)) return
  waiting.add(what)
  setTimeout(() => {
    waiting.delete(what)
    look()
  }, SETTLE_MS)
}
