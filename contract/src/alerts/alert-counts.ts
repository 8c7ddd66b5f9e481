import { z } from 'zod'

/** Numbers of users who received and answered an alert. A user with several devices counts once. */
export const AlertCounts = z.object({
  /** Users in the audience. */
  recipients: z.int(),
  delivered: z.int(),
  seen: z.int(),
  responding: z.int(),
  cannotHelp: z.int(),
  /** Users among those who respond, by their latest report. Absent: 0. */
  onTheWay: z.int().optional(),
  arrived: z.int().optional(),
  finished: z.int().optional(),
})
export type AlertCounts = z.infer<typeof AlertCounts>
