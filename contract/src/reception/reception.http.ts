import { z } from 'zod'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid, wholeText } from '../define.ts'
import { ANSWER_AGE_MAX_MS, SEARCH_MAX } from '../limits.ts'
import { Place } from '../places/places.http.ts'
import { nameText } from '../text/name-text.ts'
import { Found } from './found.ts'
import { Headcount } from './headcount.ts'
import {
  DESK_NAME_MAX,
  DetailsChange,
  GuestDetails,
  HOUSEHOLD_MAX,
  Need,
  RegisteredPerson,
  ShelterRole,
  Stay,
  StayMode,
} from './people.ts'
import { codeOfText } from './person-code.ts'

/** Hours of one headcount by the hour. */
export const HEADCOUNT_HOURS_MAX = 72
/** Probable doubles of one reply. */
export const DOUBLES_MAX = 100

const ShelterParams = z.object({ placeId: Uuid })
const PersonParams = z.object({ placeId: Uuid, personId: Uuid })
const DeskParams = z.object({ placeId: Uuid, deskId: Uuid })
const StayParams = z.object({ placeId: Uuid, stayId: Uuid })

/** Milliseconds since it happened at a desk that could not send. */
const ageMs = z.int('common.wrongType').min(0, 'common.wrongType').max(ANSWER_AGE_MAX_MS, 'common.wrongType').default(0)
/** People of one household. */
const personIds = z.array(Uuid, 'common.wrongType').min(1, 'reception.noPeople').max(HOUSEHOLD_MAX, 'reception.tooManyPeople')
const Desk = nameText('common.wrongType').max(DESK_NAME_MAX, 'common.tooLong').default('')
/** The code of a person, read or typed. */
const Code = z
  .string('common.required')
  .max(SEARCH_MAX, 'common.tooLong')
  .transform((text, context) => {
    const code = codeOfText(text)
    if (code !== null) return code
    context.issues.push({ code: 'custom', message: 'reception.codeInvalid', input: text })
    return z.NEVER
  })

/** The device creates the id of the person in the register and that of the stay, so that rows of several desks join. */
const ids = { id: Uuid, stayId: Uuid }

/** A person who is received. Of a user and of a dependant, the desk may correct what it is told. */
const ArrivingPerson = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('guest'), ...ids, ...GuestDetails.shape }),
  z.object({ kind: z.literal('member'), ...ids, userId: Uuid, ...DetailsChange.omit({ name: true }).shape }),
  z.object({ kind: z.literal('dependant'), ...ids, dependantId: Uuid }),
  /** A person of the register who comes again or moves between inside and elsewhere. `id` is that of the register. */
  z.object({ kind: z.literal('known'), ...ids }),
  /** A person whose code a desk read without a connection: a user, or a person of the register. The server resolves it. */
  z.object({ kind: z.literal('code'), ...ids, code: Code }),
])
export type ArrivingPerson = z.output<typeof ArrivingPerson>

/** Two people of a register who may be one. */
export const ProbableDouble = z.object({ first: RegisteredPerson, second: RegisteredPerson }).meta({ id: 'ProbableDouble' })
export type ProbableDouble = z.infer<typeof ProbableDouble>

/** A shelter in which the viewer receives people. */
export const OwnShelter = z.object({ place: Place, role: ShelterRole }).meta({ id: 'OwnShelter' })
export type OwnShelter = z.infer<typeof OwnShelter>

/** Which people of the register are listed. `left`: those who are neither inside nor elsewhere. */
export const RegisterFilter = z.enum(['all', 'inside', 'elsewhere', 'left'])
export type RegisterFilter = z.infer<typeof RegisterFilter>

const notFound = ['shelter.notFound'] as const

export const receptionRoutes = defineRoutes({
  mine: {
    method: 'GET',
    path: '/shelters/mine',
    access: 'member',
    reply: z.object({ items: z.array(OwnShelter) }),
    summary: 'The shelters in which the user has a role.',
  },
  deskSecret: {
    method: 'GET',
    path: '/shelters/:placeId/desks/:deskId/secret',
    access: 'member',
    /** The device creates the id of its desk when it begins to work without a connection. */
    params: DeskParams,
    errors: [...notFound, 'tooManyRequests'],
    /** 256 bits in base64url. */
    reply: z.object({ secret: z.string() }),
    summary: 'The secret with which a device of the shelter opens what it stored encrypted. Each request is an audit entry.',
  },
  receive: {
    method: 'POST',
    path: '/shelters/:placeId/households',
    access: 'member',
    budget: 'emergency',
    onFullDisk: 'accepted',
    params: ShelterParams,
    body: z.object({
      /** The device creates one id for each reception. A repetition changes nothing. */
      id: Uuid,
      // Absent: a page of an earlier version, which sends one person who comes back alone, or a household with the id above.
      /** The id of the household, which the device creates. null: people of the register stay in their households. */
      householdId: Uuid.nullable().optional(),
      mode: StayMode.default('inside'),
      whereabouts: Desk,
      desk: Desk,
      ageMs,
      people: z
        .array(ArrivingPerson, 'common.wrongType')
        .min(1, 'reception.noPeople')
        .max(HOUSEHOLD_MAX, 'reception.tooManyPeople'),
    }),
    errors: [
      ...notFound,
      'shelter.closed',
      'reception.full',
      'reception.personNotFound',
      'user.notFound',
      'dependant.notFound',
      'tooManyRequests',
      'conflict',
    ],
    status: 201,
    isRepeatable: true,
    reply: z.object({
      people: z.array(RegisteredPerson),
      doubles: z.array(ProbableDouble),
      /** The codes of no known person, who were not received. Absent: there are none. */
      unknownCodes: z.array(z.string()).optional(),
    }),
    summary: 'Receive a household. Probable doubles of its people are returned, and never merged by themselves.',
  },
  leave: {
    method: 'POST',
    path: '/shelters/:placeId/departures',
    access: 'member',
    onFullDisk: 'accepted',
    params: ShelterParams,
    body: z.object({ personIds, desk: Desk, ageMs }),
    errors: [...notFound, 'reception.personNotFound', 'tooManyRequests'],
    reply: z.object({ people: z.array(RegisteredPerson) }),
    summary: 'Record that people left. Those who had left before stay as they are.',
  },
  confirm: {
    method: 'POST',
    path: '/shelters/:placeId/presences',
    access: 'member',
    onFullDisk: 'accepted',
    params: ShelterParams,
    body: z.object({ personIds }),
    errors: [...notFound, 'reception.personNotFound', 'tooManyRequests'],
    reply: z.object({ people: z.array(RegisteredPerson) }),
    summary: 'Record that people are still here, such as at the evening count. It changes nothing for those who left.',
  },
  undoStay: {
    method: 'DELETE',
    path: '/shelters/:placeId/stays/:stayId',
    access: 'member',
    params: StayParams,
    errors: [...notFound, 'reception.stayNotFound', 'tooManyRequests'],
    reply: EmptyReply,
    summary: 'Undo a reception: the person does not count from it, and the answer to a roll-call that it gave is withdrawn.',
  },
  undoLeaving: {
    method: 'DELETE',
    path: '/shelters/:placeId/stays/:stayId/departure',
    access: 'member',
    params: StayParams,
    errors: [...notFound, 'reception.stayNotFound', 'reception.receivedSince', 'tooManyRequests'],
    reply: RegisteredPerson,
    summary: 'Undo that a person left.',
  },
  find: {
    method: 'GET',
    path: '/shelters/:placeId/found',
    access: 'member',
    params: ShelterParams,
    /** One of the two. */
    query: z.object({ code: Code.optional(), userId: Uuid.optional() }),
    errors: [...notFound, 'reception.personNotFound', 'tooManyRequests'],
    reply: Found,
    summary: 'A user with their dependants, or a person of the register, by the code of their QR code or by the user’s id.',
  },
  register: {
    method: 'GET',
    path: '/shelters/:placeId/people',
    access: 'member',
    params: ShelterParams,
    query: z.object({
      filter: RegisterFilter.default('all'),
      need: Need.optional(),
      /** Only people who are here and were not seen since: neither entered nor confirmed. */
      unseenSince: Timestamp.optional(),
      /** A part of the name, its kana or the address. */
      text: z.string().trim().max(SEARCH_MAX, 'common.tooLong').default(''),
      /** The id of the last person of the page before. */
      cursor: Uuid.optional(),
    }),
    errors: [...notFound, 'tooManyRequests'],
    reply: listOf(RegisteredPerson),
    summary: 'The register: people who are or were here, in the order of their kana. Each request is an audit entry.',
  },
  person: {
    method: 'GET',
    path: '/shelters/:placeId/people/:personId',
    access: 'member',
    params: PersonParams,
    errors: [...notFound, 'reception.personNotFound', 'tooManyRequests'],
    reply: RegisteredPerson.extend({
      /** All stays, newest first, also those of the people who were merged into this one. */
      stays: z.array(Stay),
      household: z.array(RegisteredPerson),
      /** The people who were merged into this one. */
      merged: z.array(RegisteredPerson),
    }),
    summary: 'All that the register has of a person, which is also the export of their data. Each request is an audit entry.',
  },
  correct: {
    method: 'PATCH',
    path: '/shelters/:placeId/people/:personId',
    access: 'member',
    budget: 'emergency',
    onFullDisk: 'accepted',
    params: PersonParams,
    body: DetailsChange,
    errors: [...notFound, 'reception.personNotFound', 'tooManyRequests'],
    reply: RegisteredPerson,
    summary: 'Change fields of a person.',
  },
  forget: {
    method: 'DELETE',
    path: '/shelters/:placeId/people/:personId',
    access: 'member',
    params: PersonParams,
    errors: ['forbidden', ...notFound, 'reception.personNotFound', 'tooManyRequests'],
    reply: EmptyReply,
    summary: 'Remove the data of a person, for a manager. The numbers of the headcount stay.',
  },
  doubles: {
    method: 'GET',
    path: '/shelters/:placeId/doubles',
    access: 'member',
    params: ShelterParams,
    errors: [...notFound, 'tooManyRequests'],
    reply: z.object({ items: z.array(ProbableDouble) }),
    summary: 'People who may be in the register twice and were not decided, at most 100. Each request is an audit entry.',
  },
  decide: {
    method: 'PUT',
    path: '/shelters/:placeId/doubles',
    access: 'member',
    onFullDisk: 'accepted',
    params: ShelterParams,
    body: z.object({
      /** The person who stays in the list if both are one. */
      personId: Uuid,
      otherId: Uuid,
      /** `same`: both count as one. `different`: they are not asked again. `undecided` undoes both. */
      decision: z.enum(['same', 'different', 'undecided'], 'common.wrongType'),
    }),
    errors: [...notFound, 'reception.personNotFound', 'reception.notTwo', 'tooManyRequests'],
    reply: EmptyReply,
    summary: 'Decide whether two people of the register are one. Both rows are kept, and the decision can be undone.',
  },
  headcount: {
    method: 'GET',
    path: '/shelters/:placeId/headcount',
    access: 'member',
    params: ShelterParams,
    query: z.object({ hours: wholeText({ max: HEADCOUNT_HOURS_MAX }).default(0) }),
    errors: [...notFound, 'tooManyRequests'],
    reply: z.object({
      now: Headcount,
      /** At each full hour before, newest first. */
      hours: z.array(Headcount),
      /** Probable doubles that were not decided: up to as many people may be counted twice. */
      doubles: z.int().nonnegative(),
    }),
    summary: 'The headcount now and at full hours before, for the staff of the shelter and administrators.',
  },
})
