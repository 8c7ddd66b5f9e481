import type { BackupSettings } from '@noroshi/contract/backups/backups.http'

const DAY_MS = 86_400_000
/** Max attempts of a day. A run that the end of the server interrupts is repeated. */
const ATTEMPTS_MAX = 3

/** Returns a moment as 'YYYY-MM-DD HH:mm' in a time zone, which sorts by time. */
const localTime = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment)

/**
 * Whether a backup is due: its time of day has passed, and since then none was complete or has failed.
 * @param runs the last scheduled runs
 */
export function isDue(
  { time, timeZone }: Pick<BackupSettings, 'time' | 'timeZone'>,
  runs: readonly { readonly started_at: Date; readonly outcome: string | null }[],
  now: Date,
): boolean {
  const today = localTime(now, timeZone)
  const day = today.slice(11) >= time ? today : localTime(new Date(now.getTime() - DAY_MS), timeZone)
  const dueAt = `${day.slice(0, 10)} ${time}`
  // A run of the future was made under a wrong clock.
  const since = runs.filter(({ started_at }) => localTime(started_at, timeZone) >= dueAt && started_at <= now)
  return since.every(({ outcome }) => outcome === 'interrupted') && since.length < ATTEMPTS_MAX
}
