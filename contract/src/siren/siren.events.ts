import { z } from 'zod'
import { defineEvents } from '../define.ts'

/** Events that only siren screens receive (decisions/0141). */
export const sirenEvents = defineEvents({
  /** A hint without content: an alert of one of the screen's groups, or a roll-call, changed. The screen refetches its state. */
  'siren:changed': z.object({}),
  /** An administrator revoked the screen. It is disconnected after this event. */
  'siren:revoked': z.object({}),
})
