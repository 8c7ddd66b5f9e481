import { z } from 'zod'
import { defineEvents, Uuid } from '../define.ts'

export const personSearchEvents = defineEvents({
  /** Emitted to the user whose question was answered, and to those who got a message by it. */
  'person-searches:changed': z.object({}),
  /** Emitted to the staff of a shelter: there is a message for a person without an account, or it was passed on. */
  'person-searches:message': z.object({ placeId: Uuid }),
})
