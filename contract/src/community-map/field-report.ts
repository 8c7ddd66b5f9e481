import { z } from 'zod'
import { Timestamp, Uuid, Version } from '../define.ts'
import { Latitude, Longitude } from '../location.ts'

/** Hours after the last confirmation for which a report is shown as current. Then it fades. */
export const FIELD_REPORT_FRESH_HOURS = 12

/** The subject of a report. */
export const FIELD_REPORT_SUBJECTS = ['water', 'power', 'signal', 'road', 'shop'] as const
export const FieldReportSubject = z.enum(FIELD_REPORT_SUBJECTS, 'common.wrongType')
export type FieldReportSubject = z.infer<typeof FieldReportSubject>

/** Whether it works, as its author saw it. `unknown`: the author could not tell. */
export const FIELD_REPORT_STATES = ['works', 'broken', 'unknown'] as const
export const FieldReportState = z.enum(FIELD_REPORT_STATES, 'common.wrongType')
export type FieldReportState = z.infer<typeof FieldReportState>

/** A report of a member on the map. */
export const FieldReport = z
  .object({
    id: Uuid,
    subject: FieldReportSubject,
    state: FieldReportState,
    latitude: Latitude,
    longitude: Longitude,
    /** When a user last saw it so. A report ends 24 hours later. */
    confirmedAt: Timestamp,
    version: Version,
  })
  .meta({ id: 'FieldReport' })
export type FieldReport = z.infer<typeof FieldReport>
