import { z } from 'zod'
import { defineRoutes, EmptyReply, Uuid } from '../define.ts'
import { ownLink } from '../own-link.ts'
import { DependantKind, HOUSEHOLD_MAX, StayMode } from './people.ts'

/** Characters of a code in base64url: 128 bits. */
export const SELF_SERVICE_CODE_LENGTH = 22
/** The desk that is recorded where people received themselves. */
export const SELF_SERVICE_DESK = 'QR'

/** The content of the QR code at the entrance: the shelter and its code. */
const Place = z.object({
  placeId: Uuid,
  code: z.string('common.required').max(SELF_SERVICE_CODE_LENGTH, 'common.tooLong'),
})
export type SelfServicePlace = z.output<typeof Place>

/** The text after the `#` of the link. */
export const selfServiceHash = ({ placeId, code }: SelfServicePlace): string => `${placeId}.${code}`

/** Reads the text after the `#` of a link; null: it is none. */
export function placeOfHash(hash: string): SelfServicePlace | null {
  const dot = hash.indexOf('.')
  const { data } = Place.safeParse({ placeId: hash.slice(0, dot), code: hash.slice(dot + 1) })
  return data?.code.length === SELF_SERVICE_CODE_LENGTH ? data : null
}

/** The user, or a dependant of the user. */
export const SelfServicePerson = z
  .object({
    /** null: the user. */
    dependantId: Uuid.nullable(),
    name: z.string(),
    /** null: the user. */
    kind: DependantKind.nullable(),
    /** Where the person stays in this shelter now; null: not here. */
    mode: StayMode.nullable(),
  })
  .meta({ id: 'SelfServicePerson' })
export type SelfServicePerson = z.infer<typeof SelfServicePerson>

const SelfServiceView = z.object({
  placeName: z.string(),
  /** The shelter receives no people now. */
  isClosed: z.boolean(),
  /** The user first. */
  people: z.array(SelfServicePerson),
})
export type SelfServiceView = z.infer<typeof SelfServiceView>

const ShelterParams = z.object({ placeId: Uuid })
const Link = z.object({ link: z.object(ownLink).nullable() })
const ended = ['selfService.ended', 'tooManyRequests'] as const
const chosen = <Item extends z.ZodType>(item: Item) =>
  z.array(item, 'common.wrongType').min(1, 'reception.noPeople').max(HOUSEHOLD_MAX, 'reception.tooManyPeople')

export const selfServiceRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/shelters/:placeId/self-service',
    access: 'member',
    params: ShelterParams,
    errors: ['shelter.notFound'],
    /** null: people do not receive themselves here. */
    reply: Link,
    summary: 'The link of the QR code at the entrance, for the staff of the shelter.',
  },
  turnOn: {
    method: 'PUT',
    path: '/shelters/:placeId/self-service',
    access: 'member',
    params: ShelterParams,
    errors: ['forbidden', 'shelter.notFound'],
    reply: Link,
    summary: 'Let people receive themselves, for a manager. Each request makes a new code, with which the one before ends.',
  },
  turnOff: {
    method: 'DELETE',
    path: '/shelters/:placeId/self-service',
    access: 'member',
    params: ShelterParams,
    errors: ['forbidden', 'shelter.notFound'],
    reply: EmptyReply,
    summary: 'Let no people receive themselves any more, for a manager.',
  },
  look: {
    method: 'POST',
    path: '/self-service/view',
    access: 'member',
    onFullDisk: 'accepted',
    body: Place,
    errors: [...ended],
    reply: SelfServiceView,
    summary: 'The shelter of a QR code, and whether the user and the dependants of the user are there.',
  },
  enter: {
    method: 'POST',
    path: '/self-service/arrivals',
    access: 'member',
    onFullDisk: 'accepted',
    body: Place.extend({
      /** The device creates one id for each reception. A repetition changes nothing. */
      id: Uuid,
      householdId: Uuid,
      /** The device creates the ids of the people in the register and of the stays. `dependantId` null: the user. */
      people: chosen(z.object({ id: Uuid, stayId: Uuid, dependantId: Uuid.nullable() })),
    }),
    errors: [
      ...ended,
      'shelter.closed',
      'reception.full',
      'dependant.notFound',
      'reception.personNotFound',
      'user.notFound',
      'conflict',
    ],
    reply: SelfServiceView,
    summary: 'Receive the user and own dependants, as a desk would. Who is received is safe in an open roll-call.',
  },
  leave: {
    method: 'POST',
    path: '/self-service/departures',
    access: 'member',
    onFullDisk: 'accepted',
    body: Place.extend({
      /** The dependants who leave; null: the user. */
      dependantIds: chosen(Uuid.nullable()),
    }),
    errors: [...ended, 'dependant.notFound', 'reception.personNotFound'],
    reply: SelfServiceView,
    summary: 'Record that the user and own dependants left. Those who are not here stay as they are.',
  },
})
