import { z } from 'zod'
import { Version } from '../define.ts'

/** The text that a user typed in a thread and has not sent. */
export const ThreadDraft = z
  .object({
    /** As typed. Empty after the user sent or deleted it. */
    text: z.string(),
    /** Raised with each change. The highest one is the last change, by the time of the server. */
    version: Version,
  })
  .meta({ id: 'ThreadDraft' })
export type ThreadDraft = z.infer<typeof ThreadDraft>
