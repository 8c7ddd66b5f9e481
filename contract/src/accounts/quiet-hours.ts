import { z } from 'zod'

/** A time of day: 'HH:mm'. */
const TimeOfDay = z
  .string('common.wrongType')
  .max(5, 'common.wrongType')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'common.wrongType')

/** Max characters of the name of a time zone. */
const TIME_ZONE_MAX = 60

/** The hour and minute in a time zone as 'HH:mm'. @throws RangeError for an unknown time zone */
const timeIn = (now: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now)

function isTimeZone(name: string): boolean {
  try {
    timeIn(new Date(0), name)
    return true
  } catch {
    return false
  }
}

/** The time of day in which messages do not notify a user. It ends on the next day if `to` is before `from`. */
export const QuietHours = z
  .object({
    from: TimeOfDay,
    to: TimeOfDay,
    /** The name of the user's time zone, such as 'Asia/Tokyo'. */
    timeZone: z.string('common.wrongType').max(TIME_ZONE_MAX, 'common.tooLong').refine(isTimeZone, 'accounts.timeZoneUnknown'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'accounts.quietEmpty' })
  .meta({ id: 'QuietHours' })
export type QuietHours = z.infer<typeof QuietHours>

/** Whether it is within quiet hours now. A device that does not know the time zone uses its own. */
export function isQuiet({ from, to, timeZone }: QuietHours, now: Date): boolean {
  const time = timeIn(now, isTimeZone(timeZone) ? timeZone : undefined)
  return from < to ? from <= time && time < to : time >= from || time < to
}
