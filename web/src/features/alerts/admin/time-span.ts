import type { Selection } from './anonymous-alerts.queries.ts'

const HOUR_MS = 3_600_000
const twoDigits = (value: number) => String(value).padStart(2, '0')

/**
 * The value of a `datetime-local` field an hour before this time, in the time zone of this device: '2026-11-21T18:42'.
 */
export function hourBefore(now: number): string {
  const at = new Date(now - HOUR_MS)
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/**
 * Returns the selection of two `datetime-local` fields. An empty `to` means until now.
 * @returns null without a start, or with an end that is not after it
 */
export function selectionOf(from: string, to: string): Selection | null {
  const [start, end] = [new Date(from), new Date(to)]
  if (Number.isNaN(start.getTime())) return null
  if (to === '') return { from: start.toISOString() }
  return end > start ? { from: start.toISOString(), to: end.toISOString() } : null
}
