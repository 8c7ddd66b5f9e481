import { z } from 'zod'
import { defineEvents } from '../define.ts'

export const missingReportEvents = defineEvents({
  /** Emitted to the reporter, the staff of all shelters and the administrators: they read the lists again. */
  'missing-reports:changed': z.object({}),
})
