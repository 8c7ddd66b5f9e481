// Counts ticks instead of reading a clock: a page that was frozen or whose device slept has not waited.

/** Seconds without progress after which a start is over. */
export const STALLED_TICKS = 15
/** Seconds after a failure, also without progress: other files may still arrive and report a better reason. */
export const FAILED_TICKS = 3
/** Seconds without progress after which the guard checks whether bytes still arrive. */
export const PROBE_TICKS = 8
/** Seconds after which an empty page gets a form. */
export const EMPTY_TICKS = 5

interface Tick {
  /** The start has failed or hangs. */
  readonly isOver: boolean
  /** Nothing is shown, and the user has waited long enough. */
  readonly isEmpty: boolean
  /** Bytes of a file may still arrive: check it. */
  readonly probes: boolean
}

/** Watches the start of the application. */
export function createStartWatch() {
  let ticks = 0
  let idle = 0
  let failedFor = 0
  let failure = ''
  const loaded: Record<string, true> = {}
  return {
    /** Counts one second. */
    tick(isSomethingShown: boolean): Tick {
      ticks++
      idle++
      if (failure !== '') failedFor++
      const hasFailed = failedFor >= FAILED_TICKS && idle >= FAILED_TICKS
      return {
        isOver: hasFailed || idle >= STALLED_TICKS,
        isEmpty: !isSomethingShown && ticks >= EMPTY_TICKS,
        probes: idle === PROBE_TICKS,
      }
    },
    progress() {
      idle = 0
    },
    loaded(file: string) {
      loaded[file] = true
      idle = 0
    },
    hasLoaded: (file: string): boolean => loaded[file] === true,
    /** The first failure is the reason that is shown. */
    failed(reason: string) {
      if (failure === '') failure = reason || '?'
    },
    reason: (): string => failure,
  }
}
