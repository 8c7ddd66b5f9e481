import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, RemovalReply, Timestamp, Uuid } from '../define.ts'
import { FIELD_REPORT_HOURS } from '../limits.ts'
import { Latitude, Longitude } from '../location.ts'
import { bodyText } from '../text/body-text.ts'
import { parseDecimal } from '../text/numbers.ts'
import { FieldReport, FieldReportState, FieldReportSubject } from './field-report.ts'

/** Max open reports of one user. Administrators have no limit of their own. */
export const FIELD_REPORTS_OF_USER_MAX = 30
/** Max reports that a user adds in 24 hours. Administrators have no limit of their own. */
export const FIELD_REPORTS_A_DAY_MAX = 60
/** Max open reports of one server. */
export const FIELD_REPORTS_MAX = 10_000
/** Max reports in a reply: the newest ones. */
export const FIELD_REPORTS_LISTED_MAX = 1000
/** Max UTF-16 units of the note of a report. */
export const FIELD_REPORT_NOTE_MAX = 200
/** Users other than its author who deny a report after one of them last confirmed it, so that it ends. */
export const FIELD_REPORT_DENIALS = 2
/** Days after which an ended report is deleted. */
export const FIELD_REPORT_KEPT_DAYS = 30

/** A report with its details. */
export const FieldReportDetail = FieldReport.extend({
  /** ''. */
  note: z.string(),
  owner: Person,
  /** Users who saw the same, without its author. */
  confirmations: z.int().nonnegative(),
  /** Users who denied it after a user other than its author last confirmed it. */
  denials: z.int().nonnegative(),
  /** The answer of the caller; null: none. */
  ownAnswer: z.boolean().nullable(),
  createdAt: Timestamp,
}).meta({ id: 'FieldReportDetail' })
export type FieldReportDetail = z.infer<typeof FieldReportDetail>

const degrees = (max: number) =>
  z
    .preprocess((value) => (typeof value === 'string' ? parseDecimal(value) : value), z.number().min(-max).max(max).optional())
    .meta({ description: 'Degrees. All four sides, or none.' })

/** A box on the map. It crosses the antimeridian if `west` is greater than `east`. */
export const MapBox = z
  .object({ west: degrees(180), south: degrees(90), east: degrees(180), north: degrees(90) })
  .refine(
    ({ west, south, east, north }) => new Set([west, south, east, north].map((side) => side === undefined)).size < 2,
    'common.wrongType',
  )

/** Milliseconds since the observation, by the clock of the device that kept it. */
const AgeMs = z
  .int('common.wrongType')
  .min(0, 'common.wrongType')
  .max(FIELD_REPORT_HOURS * 3_600_000, 'common.wrongType')
  .default(0)

export const FieldReportForm = z.object({
  subject: FieldReportSubject,
  state: FieldReportState,
  note: bodyText().max(FIELD_REPORT_NOTE_MAX, 'common.tooLong').default(''),
  latitude: Latitude,
  longitude: Longitude,
})
export type FieldReportForm = z.output<typeof FieldReportForm>

const IdParams = z.object({ id: Uuid })

export const fieldReportRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/field-reports',
    access: 'member',
    query: MapBox,
    reply: z.object({
      items: z.array(FieldReport),
      /** Whether there are no further reports in the box. */
      isComplete: z.boolean(),
    }),
    summary: 'The newest open reports in a box of the map, or of the whole map: at most 1,000.',
  },
  detail: {
    method: 'GET',
    path: '/field-reports/:id',
    access: 'member',
    params: IdParams,
    errors: ['fieldReport.notFound'],
    reply: FieldReportDetail,
    summary: 'An open report with its note, its author and the answers of others.',
  },
  create: {
    method: 'POST',
    path: '/field-reports',
    access: 'member',
    budget: 'everyday',
    body: FieldReportForm.extend({
      ageMs: AgeMs,
      /** Chosen by the client, so that a repeated request adds one report. */
      clientId: Uuid.optional(),
    }),
    errors: [
      'fieldReport.tooMany',
      'fieldReport.tooManyToday',
      'fieldReport.full',
      'fieldReport.notFound',
      'conflict',
      'tooManyRequests',
    ],
    status: 201,
    isRepeatable: true,
    reply: FieldReport,
    summary: 'Add a report. A repeated clientId returns the same report.',
  },
  answer: {
    method: 'PUT',
    path: '/field-reports/:id/answer',
    access: 'member',
    params: IdParams,
    body: z.object({ holds: z.boolean('common.wrongType'), ageMs: AgeMs }),
    errors: ['fieldReport.notFound', 'tooManyRequests'],
    reply: EmptyReply,
    summary:
      'Confirm or deny a report. A confirmation prolongs it. It ends when its author, an administrator or two other users deny it.',
  },
  remove: {
    method: 'DELETE',
    path: '/field-reports/:id',
    access: 'member',
    params: IdParams,
    errors: ['fieldReport.notFound', 'forbidden', 'tooManyRequests'],
    reply: RemovalReply,
    summary: 'Delete a report, as its author or an administrator.',
  },
})
