import {
  FIELD_REPORT_FRESH_HOURS,
  type FieldReport,
  type FieldReportState,
  type FieldReportSubject,
} from '@noroshi/contract/community-map/field-report'
import { FIELD_REPORT_HOURS } from '@noroshi/contract/limits'
import type { Text } from '../../platform/language/i18n.ts'

const HOUR = 3_600_000

interface Kind {
  readonly subject: FieldReportSubject
  readonly state: FieldReportState
}

/** Returns the state in words of its subject: 'Not passable'. */
export const fieldReportState = ({ subject, state }: Kind, text: Text): string =>
  state === 'unknown' ? text('fieldReports.unknown') : text(`fieldReports.${subject}.${state}`)

/** Returns the subject and the state: 'Road: Not passable'. */
export const fieldReportName = (kind: Kind, text: Text): string =>
  text('fieldReports.name', {
    subject: text(`fieldReports.subject.${kind.subject}`),
    state: fieldReportState(kind, text),
  })

type Seen = Pick<FieldReport, 'confirmedAt'>
const ageMs = ({ confirmedAt }: Seen, now: Date) => now.getTime() - Date.parse(confirmedAt)

/** Whether a report has not been confirmed for so long that it may no longer hold. */
export const isFaded = (report: Seen, now: Date): boolean => ageMs(report, now) > FIELD_REPORT_FRESH_HOURS * HOUR

/** Whether a report has ended because no one confirmed it. */
export const hasEnded = (report: Seen, now: Date): boolean => ageMs(report, now) >= FIELD_REPORT_HOURS * HOUR
