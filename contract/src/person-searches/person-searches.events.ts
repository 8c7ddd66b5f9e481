import { z } from 'zod'
import { defineEvents } from '../define.ts'

export const personSearchEvents = defineEvents({
  /** Emitted to the user whose question was answered, and to those who got a message by it. */
  'person-searches:changed': z.object({}),
})
