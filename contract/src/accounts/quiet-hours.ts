import { z } from 'zod'
import { isTimeZone, timeIn, TimeOfDay, TimeZone } from '../text/time-of-day.ts'

/** The time of day in which messages do not notify a user. It ends on the next day if `to` is before `from`. */
export const QuietHours = z
  .object({
    from: TimeOfDay,
    to: TimeOfDay,
    /** The user's time zone. */
    timeZone: TimeZone,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'accounts.quietEmpty' })
  .meta({ id: 'QuietHours' })
export type QuietHours = z.infer<typeof QuietHours>

/** Whether it is within quiet hours now. A device that does not know the time zone uses its own. */
export function isQuiet({ from, to, timeZone }: QuietHours, now: Date): boolean {
  const time = timeIn(now, isTimeZone(timeZone) ? timeZone : undefined)
  return from < to ? from <= time && time < to : time >= from || time < to
}
