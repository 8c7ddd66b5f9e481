import { z } from 'zod'
import { defineEvents } from '../define.ts'

export const familyEvents = defineEvents({
  /** Emitted to both users of a link that changed, and to the relatives of a person of whom there is an answer. */
  'family:changed': z.object({}),
})
