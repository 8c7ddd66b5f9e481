import { z } from 'zod'
import { defineEvents, Uuid } from '../define.ts'
import { HealthLevel } from './health.http.ts'

/** A notice to administrators about a check. */
export const HealthNotice = z.object({
  /** The same for all notices about a check. */
  id: Uuid,
  /** The text of its name has the message key `health.check.<name>`. */
  name: z.string(),
  /** The host name of the computer that it is about; null if the server has one computer, or all share it. */
  machine: z.string().nullable(),
  level: HealthLevel.exclude(['unknown']),
  /** The text of what to do has the message key `health.advice.<advice>`; null: nothing. */
  advice: z.string().nullable(),
})
export type HealthNotice = z.infer<typeof HealthNotice>

export const healthEvents = defineEvents({
  /** Emitted to the administrators when a check has become a warning or a failure, and when it is good again. */
  'health:changed': HealthNotice,
})
