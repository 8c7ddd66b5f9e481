import { z } from 'zod'
import { FieldReportState, FieldReportSubject } from '@noroshi/contract/community-map/field-report'

/** A new report as the outbox stores it. The service worker imports only the type, so nothing of a page is here. */
export const NewFieldReport = z.object({
  subject: FieldReportSubject,
  state: FieldReportState,
  note: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type NewFieldReport = z.infer<typeof NewFieldReport>

/** An answer to "still so?". */
export const NewFieldReportAnswer = z.object({ reportId: z.string(), holds: z.boolean() })
export type NewFieldReportAnswer = z.infer<typeof NewFieldReportAnswer>
