/** Milliseconds after which messages that arrived out of order are complete. */
const SETTLE_MS = 300

const scheduled = new Set<string>()

/** Runs `check` after a delay. Further calls with the same id are ignored until then. */
export function checkLater(id: string, check: () => void) {
  if (scheduled.has(id)) return
  scheduled.add(id)
  setTimeout(() => {
    scheduled.delete(id)
    check()
  }, SETTLE_MS)
}
