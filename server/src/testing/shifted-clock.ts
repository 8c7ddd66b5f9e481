/** Milliseconds by which `scripts/times.ts` shifts the clock of all processes of the tests; 0 without a shift. */
export const AHEAD_MS = Number(process.env['NOROSHI_TEST_AHEAD_MS'] ?? 0)

export const isClockShifted = AHEAD_MS !== 0

/** Returns the milliseconds of `Date.now()` by the clock of the file system, which is not shifted. */
export const fileSystemNow = (): number => Date.now() - AHEAD_MS
