const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns the value of a `datetime-local` field, '2026-11-21T18:42' in the time zone of this device; '' for null. */
export function toLocalDateTime(time: string | null): string {
  if (time === null) return ''
  const at = new Date(time)
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** Returns the time of a `datetime-local` field in UTC. A value that is none stays as it is, so that a schema refuses it. */
export const fromLocalDateTime = (value: string): string => {
  const at = new Date(value)
  return value === '' || Number.isNaN(at.getTime()) ? value : at.toISOString()
}
