import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { Timestamp, Uuid } from '../define.ts'
import { RaisedForName } from './raised-for.ts'

/** An active alert on a map. */
export const AlertPosition = z.object({
  kind: z.literal('alert'),
  id: Uuid,
  /** The raiser's 'firstName lastName'; null: anonymous. */
  name: z.string().nullable(),
  /** null: the raiser is anonymous. */
  raisedBy: Person.pick({ firstName: true, lastName: true }).nullable(),
  /** Absent: the raiser needs help. */
  raisedFor: RaisedForName.optional(),
  latitude: z.number(),
  longitude: z.number(),
  accuracy: z.number().nullable(),
  at: Timestamp,
  MessageThreadId: Uuid,
  /** Absent for an SOS. */
  isDrill: z.literal(true).optional(),
})
