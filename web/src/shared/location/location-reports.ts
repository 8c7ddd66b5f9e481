import type { Location } from '@noroshi/contract/location'

/** Milliseconds between two reports of the user's own location. */
const REPORT_MS = 30_000

interface ReportOptions {
  /** Calls back with each location of the device. @returns the function that ends it */
  readonly watch: (onLocated: (location: Location | null) => void) => () => void
  /** Sends a location. Rejects if it did not arrive. */
  readonly send: (location: Location) => Promise<unknown>
}

/**
 * Reports the location of the device at once, and then the newest one every 30 seconds. A device at rest reports no
 * other location, so a location that did not arrive is sent once more. @returns the function that ends it
 */
export function reportLocations({ watch, send }: ReportOptions): () => void {
  let newest: Location | null = null
  let last: Location | null = null
  /** 30 seconds have passed since the last report. */
  let isDue = true
  let timer: ReturnType<typeof setInterval> | undefined
  const report = () => {
    isDue = newest === null
    if (newest === null) return
    const reported = newest
    last = reported
    newest = null
    clearInterval(timer)
    timer = setInterval(report, REPORT_MS)
    send(reported).catch(() => {
      if (last === reported) newest ??= reported
    })
  }
  const stop = watch((location) => {
    newest = location ?? newest
    if (isDue) report()
  })
  return () => {
    stop()
    clearInterval(timer)
  }
}
