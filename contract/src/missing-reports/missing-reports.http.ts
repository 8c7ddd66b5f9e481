import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, TimestampText, Uuid } from '../define.ts'
import { Media } from '../files.ts'
import { GuestDetails, REGISTER_TEXT_MAX, RegisteredPerson } from '../reception/people.ts'
import { bodyText } from '../text/body-text.ts'
import { nameText } from '../text/name-text.ts'
import { parseWhole } from '../text/numbers.ts'
import { MatchKind } from './matches.ts'

/** Reports of one user, until the user withdraws them or their time is over. */
export const MISSING_REPORTS_MAX = 20
/** Reports of one user in a day. */
export const MISSING_REPORTS_A_DAY_MAX = 10
/** Characters of the description of a missing person. */
export const MISSING_DESCRIPTION_MAX = 2000
/** Characters of how the reporter is reached. The person who is found reads it. */
export const MISSING_CONTACT_MAX = 500
/** People of the registers that one report shows. */
export const MATCHES_SHOWN = 10
/** The age of a missing person, in years. */
export const AGE_MAX = 130

const { name, kana, birthYear } = GuestDetails.shape
/** A whole number or null. A form has it as text; '' is null, and a text that is none is NaN, which is refused. */
const toWhole = (value: unknown): unknown =>
  value === '' || value === undefined ? null : typeof value === 'string' ? (parseWhole(value) ?? Number.NaN) : value

/** The form of a report. */
export const MissingReportForm = z.object({
  name,
  kana,
  /** null: not known. A form has it as text. */
  birthYear: z.preprocess(toWhole, birthYear),
  /** Years, where the year of birth is not known. */
  age: z.preprocess(
    toWhole,
    z.int('missingReport.ageInvalid').min(0, 'missingReport.ageInvalid').max(AGE_MAX, 'missingReport.ageInvalid').nullable(),
  ),
  /** Looks and clothes of the person. */
  description: bodyText().max(MISSING_DESCRIPTION_MAX, 'common.tooLong').default(''),
  lastSeenPlace: nameText('common.wrongType').max(REGISTER_TEXT_MAX, 'common.tooLong').default(''),
  lastSeenAt: TimestampText,
  /** How the reporter is reached. */
  contact: bodyText().max(MISSING_CONTACT_MAX, 'common.tooLong').default(''),
})
export type MissingReportForm = z.output<typeof MissingReportForm>

const facts = {
  id: Uuid,
  name: z.string(),
  kana: z.string(),
  birthYear: z.int().nullable(),
  /** Years when it was reported. */
  age: z.int().nullable(),
  description: z.string(),
  lastSeenPlace: z.string(),
  lastSeenAt: Timestamp.nullable(),
  contact: z.string(),
  photo: Media.nullable(),
  createdAt: Timestamp,
}

/** A report of the viewer. It never tells whether the person was found, unless the person agreed to be. */
export const OwnMissingReport = z
  .object({
    ...facts,
    /** The person was found, agreed to be, and has the name of the reporter and the contact. */
    isPassedOn: z.boolean(),
  })
  .meta({ id: 'OwnMissingReport' })
export type OwnMissingReport = z.infer<typeof OwnMissingReport>

export const MissingReportState = z.enum(['open', 'found', 'closed'], 'common.wrongType')
export type MissingReportState = z.infer<typeof MissingReportState>

/** A person of a register who may be the missing one. */
const Match = z.object({
  placeId: Uuid,
  placeName: z.string(),
  kind: MatchKind,
  person: RegisteredPerson,
})
export type Match = z.infer<typeof Match>

/** A report as the staff of the shelters reads it. */
export const MissingReport = z
  .object({
    ...facts,
    reporter: Person,
    state: MissingReportState,
    /** The last change of the state; null: there was none. */
    decided: z.object({ at: Timestamp, by: Person.nullable() }).nullable(),
    isPassedOn: z.boolean(),
    /** People in the registers of the shelters in which the viewer has a role: the same names first. At most 10. */
    matches: z.array(Match),
  })
  .meta({ id: 'MissingReport' })
export type MissingReport = z.infer<typeof MissingReport>

/** Which person was found: one of a register, or null where no register has the person. */
const Decision = z.discriminatedUnion('state', [
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('closed') }),
  z.object({ state: z.literal('found'), registeredId: Uuid.nullable() }),
])
export type Decision = z.output<typeof Decision>

const IdParams = z.object({ id: Uuid })

export const missingReportRoutes = defineRoutes({
  own: {
    method: 'GET',
    path: '/me/missing-reports',
    access: 'member',
    reply: z.object({ items: z.array(OwnMissingReport) }),
    summary: 'The missing-person reports of the user, newest first.',
  },
  create: {
    method: 'POST',
    path: '/me/missing-reports',
    access: 'member',
    budget: 'emergency',
    /** An optional photo is sent as `files`. */
    form: MissingReportForm.extend({
      /** The device creates one id for each report. A repeated id reports once. */
      clientId: Uuid,
    }),
    errors: ['missingReport.tooMany', 'missingReport.tooManyToday', 'missingReport.notFound', 'file.notPicture', 'conflict'],
    status: 201,
    isRepeatable: true,
    reply: OwnMissingReport,
    summary: 'Report a missing person to the staff of the shelters.',
  },
  withdraw: {
    method: 'DELETE',
    path: '/me/missing-reports/:id',
    access: 'member',
    params: IdParams,
    errors: ['missingReport.notFound'],
    reply: EmptyReply,
    summary: 'Withdraw an own report. It is deleted with its photo.',
  },
  list: {
    method: 'GET',
    path: '/missing-reports',
    access: 'member',
    query: z.object({
      state: z.enum(['open', 'done'], 'common.wrongType').default('open'),
      /** The id of the last report of the page before. */
      cursor: Uuid.optional(),
    }),
    errors: ['forbidden', 'tooManyRequests'],
    reply: listOf(MissingReport),
    summary:
      'Missing-person reports, newest first, for the staff of shelters and administrators. Each request is an audit entry. Matches are from registers of the own shelters.',
  },
  decide: {
    method: 'PUT',
    path: '/missing-reports/:id/state',
    access: 'member',
    onFullDisk: 'accepted',
    params: IdParams,
    body: Decision,
    errors: ['forbidden', 'missingReport.notFound', 'reception.personNotFound', 'tooManyRequests'],
    reply: EmptyReply,
    summary:
      'Mark the person of a report as found, close the report, or open it once more. A found person who agreed is told who asked.',
  },
})
