import { z } from 'zod'
import { defineRoutes, Uuid } from '../define.ts'

/** A transaction horizon: everything below it is complete. Opaque to clients. */
export const Cursor = z.string().regex(/^\d{1,20}$/, 'common.wrongType')

/** What travels beside each event's payload. */
export const EventMeta = z.object({
  /** Only drops doubles. */
  eventId: Uuid,
  /** The one thing a client stores: `GET /events?since=` goes on from it. null: a passing hint that the log does not keep. */
  cursor: Cursor.nullable(),
})
export type EventMeta = z.infer<typeof EventMeta>

export const eventRoutes = defineRoutes({
  since: {
    method: 'GET',
    path: '/events',
    access: 'token',
    query: z.object({ since: Cursor.optional() }),
    reply: z.object({
      events: z.array(z.object({ eventId: Uuid, name: z.string(), payload: z.unknown() })),
      cursor: Cursor,
      /** false: the log does not reach back so far; ask for everything again. */
      complete: z.boolean(),
    }),
    summary: 'Every event that this viewer missed since a cursor; without one, only the cursor of now.',
  },
})
