import type { Location } from '@noroshi/contract/location'

/** Milliseconds between two reports of the own location. */
const REPORT_MS = 30_000

interface ReportOptions {
  /** Calls back with each location of the device. @returns the function that ends it */
  readonly watch: (onLocated: (location: Location | null) => void) => () => void
  /** Sends a location. Rejects if it did not arrive. */
  readonly send: (location: Location) => Promise<unknown>
}

/** Reports the location of the device at once, and then the newest one every 30 seconds. @returns the function that ends it */
export function reportLocations({ watch, send }: ReportOptions): () => void {
  let newest: Location | null = null
  let reportedAt = -Infinity
  const report = () => {
    if (!newest || performance.now() - reportedAt < REPORT_MS) return
    reportedAt = performance.now()
    const reported = newest
    newest = null
    // A device at rest reports no other location, so a location that did not arrive is sent once more.
    send(reported).catch(() => {
      newest ??= reported
    })
  }
  const stop = watch((location) => {
    newest = location ?? newest
    report()
  })
  const timer = setInterval(report, REPORT_MS)
  return () => {
    stop()
    clearInterval(timer)
  }
}
