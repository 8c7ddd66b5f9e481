import { z } from 'zod'
import { defineEvents } from '../define.ts'

export const receptionEvents = defineEvents({
  /** Emitted to a user whose role in a shelter was given, changed or removed: the user reads the own shelters again. */
  'shelters:changed': z.object({}),
})
