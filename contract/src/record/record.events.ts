import { z } from 'zod'
import { defineEvents } from '../define.ts'
import { RecordHead } from './record.http.ts'

export const recordEvents = defineEvents({
  /** Emitted to administrators each hour: the heads of the records that have new entries. Their devices keep them. */
  'record:heads': z.object({ heads: z.array(RecordHead).min(1) }),
})
