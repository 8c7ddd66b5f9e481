import { z } from 'zod'
import { defineRoutes, Uuid } from '../define.ts'

/**
 * A position in the journal, opaque to clients: `{epoch}.{transaction id}`. Everything below it is complete. Cursors of one epoch
 * compare by their transaction id; a cursor of another epoch replaces the stored one.
 */
export const Cursor = z.string().regex(/^[\da-f-]{36}\.\d{1,20}$/, 'common.wrongType')

/** The second argument of each event. */
export const EventMeta = z.object({
  /** Lets a client drop an event that it receives twice. */
  eventId: Uuid,
  /**
   * The client stores it and continues from it with `GET /events?since=`. null: a hint that the journal does not store
   * (decisions/0052).
   */
  cursor: Cursor.nullable(),
})
export type EventMeta = z.infer<typeof EventMeta>

export const eventRoutes = defineRoutes({
  since: {
    method: 'GET',
    path: '/events',
    access: 'token',
    allowsRestricted: true,
    query: z.object({ since: Cursor.optional() }),
    reply: z.object({
      events: z.array(z.object({ eventId: Uuid, name: z.string(), payload: z.unknown() })),
      cursor: Cursor,
      /**
       * false: the journal no longer contains all events since the cursor, or they are too many or too large for one reply; the
       * client refetches all data.
       */
      complete: z.boolean(),
    }),
    summary: 'Events that this viewer missed since a cursor. Without a cursor, only the current cursor.',
  },
})
