import { z } from 'zod'

/** A time of day: 'HH:mm'. */
export const TimeOfDay = z
  .string('common.wrongType')
  .max(5, 'common.wrongType')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'common.wrongType')

/** Max characters of the name of a time zone. */
const TIME_ZONE_MAX = 60

/** The hour and minute in a time zone as 'HH:mm'. @throws RangeError for an unknown time zone */
export const timeIn = (now: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now)

export function isTimeZone(name: string): boolean {
  try {
    timeIn(new Date(0), name)
    return true
  } catch {
    return false
  }
}

/** The name of a time zone, such as 'Asia/Tokyo'. */
export const TimeZone = z
  .string('common.wrongType')
  .max(TIME_ZONE_MAX, 'common.tooLong')
  .refine(isTimeZone, 'accounts.timeZoneUnknown')
