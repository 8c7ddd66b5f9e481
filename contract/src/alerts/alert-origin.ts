import { z } from 'zod'
import { Timestamp } from '../define.ts'

/** How an alert came from another unit. */
export const AlertOrigin = z.object({
  /** The unit at which it was raised, which alone changes and resolves it. null: this one, whose backup was restored. */
  unitName: z.string().nullable(),
  arrivedAt: Timestamp,
  /** It was older than an hour when it arrived: it sounds no alarm. */
  isLate: z.boolean(),
})
