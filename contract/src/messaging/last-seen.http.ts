import { z } from 'zod'
import { defineRoutes, Timestamp, Uuid } from '../define.ts'

/** When a member of a thread had the app on the screen. */
export const LastSeen = z
  .object({
    userId: Uuid,
    /** Whether the app is on the screen of one of their devices now. */
    isOnline: z.boolean(),
    /** The last time, to about a minute. */
    at: Timestamp,
  })
  .meta({ id: 'LastSeen' })
export type LastSeen = z.infer<typeof LastSeen>

export const lastSeenRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/message-threads/:id/last-seen',
    access: 'member',
    params: z.object({ id: Uuid }),
    errors: ['tooManyRequests', 'thread.notFound'],
    reply: z.object({
      /** Whether the viewer shares it. Otherwise `items` is empty, and there is no need to ask again. */
      isShared: z.boolean(),
      items: z.array(LastSeen),
    }),
    summary:
      'When the other members of a thread were last here: those who share it, for a viewer who shares it, without people who block each other. In a personal thread only after both have accepted it.',
  },
})
