import { z } from 'zod'
import { defineRoutes, Done, Instant, Uuid } from '../define.ts'

/** A device on which the person is signed in. */
export const Session = z
  .object({
    id: Uuid,
    /** Browser and system, such as 'Firefox, Android'; '' where it did not say. */
    device: z.string(),
    createdAt: Instant,
    /** To the hour. */
    lastUsedAt: Instant,
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
    summary: 'Where one is signed in: this device first, then the last used.',
  },
  end: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'member',
    params: z.object({ id: Uuid }),
    reply: Done,
    summary: 'End one’s own session on a device, its sockets at once.',
  },
})
