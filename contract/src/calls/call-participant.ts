import { z } from 'zod'
import { Uuid } from '../define.ts'

/** A user who is in the call now, and the device that takes part. */
export const CallParticipant = z
  .object({
    userId: Uuid,
    deviceId: Uuid,
    /**
     * The page of that device that sends and receives signals (`call:join`). It changes when the page is reloaded: the
     * others then create a new peer connection. null until a page has joined.
     */
    endpointId: Uuid.nullable(),
  })
  .meta({ id: 'CallParticipant' })
export type CallParticipant = z.infer<typeof CallParticipant>
