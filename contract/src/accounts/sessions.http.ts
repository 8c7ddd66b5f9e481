import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp, Uuid } from '../define.ts'

/** A device on which the user is signed in. */
export const Session = z
  .object({
    id: Uuid,
    /** Browser and operating system, such as 'Firefox, Android'; '' if unknown. */
    device: z.string(),
    createdAt: Timestamp,
    /** Rounded to the hour. */
    lastUsedAt: Timestamp,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

export const sessionRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'member',
    reply: z.object({ items: z.array(Session) }),
    summary: 'The own sessions: this device first, then the most recently used.',
  },
  end: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'member',
    params: z.object({ id: Uuid }),
    errors: ['notFound'],
    reply: EmptyReply,
    summary: 'End an own session. Its sockets are disconnected.',
  },
})
