import { z } from 'zod'
import { Timestamp, Uuid, Version } from '../define.ts'
import { bodyText } from '../text/body-text.ts'
import { nameText } from '../text/name-text.ts'

/** Characters of a name, of its reading and of an address. */
export const REGISTER_TEXT_MAX = 200
/** Characters of the note about needs. */
export const NEEDS_NOTE_MAX = 500
/** Characters of the name of a desk, and of where a person stays who is not inside. */
export const DESK_NAME_MAX = 100
/** People of one household that are received together. */
export const HOUSEHOLD_MAX = 20
/** People of the register of one shelter. */
export const REGISTER_MAX = 20_000
/** Stays of one person in one shelter. */
export const STAYS_MAX = 200
/** Dependants of one user. */
export const DEPENDANTS_MAX = 20

const BIRTH_YEAR_MIN = 1870
const BIRTH_YEAR_MAX = 2199

/** The role of a user in a shelter. */
export const ShelterRole = z.enum(['receptionist', 'manager'], 'common.wrongType')
export type ShelterRole = z.infer<typeof ShelterRole>

export const Sex = z.enum(['female', 'male', 'notStated'], 'common.wrongType')
export type Sex = z.infer<typeof Sex>

/** The needs of a person. `pet`: the person has a pet with them. */
export const NEEDS = ['medicine', 'wheelchair', 'allergy', 'infant', 'pet'] as const
export const Need = z.enum(NEEDS, 'common.wrongType')
export type Need = z.infer<typeof Need>

/** Each need once, in the order of {@link NEEDS}. */
const Needs = z
  .array(Need, 'common.wrongType')
  .max(NEEDS.length, 'common.wrongType')
  .overwrite((needs) => NEEDS.filter((need) => needs.includes(need)))

const BirthYear = z
  .int('reception.birthYearInvalid')
  .min(BIRTH_YEAR_MIN, 'reception.birthYearInvalid')
  .max(BIRTH_YEAR_MAX, 'reception.birthYearInvalid')
  .nullable()

const optionalName = () => nameText('common.wrongType').max(REGISTER_TEXT_MAX, 'common.tooLong')
const name = nameText('reception.nameRequired').min(1, 'reception.nameRequired').max(REGISTER_TEXT_MAX, 'common.tooLong')

const details = {
  /** '' if it is not known. */
  kana: optionalName(),
  sex: Sex,
  /** null if it is not known. */
  birthYear: BirthYear,
  needs: Needs,
  needsNote: bodyText().max(NEEDS_NOTE_MAX, 'common.tooLong'),
}

/** The details that users enter about themselves for a shelter, so that a desk need not ask for them. */
export const OwnDetails = z.object({
  birthYear: details.birthYear,
  needs: details.needs,
  needsNote: details.needsNote,
  /** Whether people who search for the user may be told that they are here. */
  mayBeFound: z.boolean('common.wrongType'),
})
export type OwnDetails = z.output<typeof OwnDetails>

export const DEPENDANT_KINDS = ['child', 'elderly', 'pet'] as const
export const DependantKind = z.enum(DEPENDANT_KINDS, 'common.wrongType')
export type DependantKind = z.infer<typeof DependantKind>

/** The form of a dependant: a child, an elderly person or a pet of a user, without an account. */
export const DependantForm = z.object({
  kind: DependantKind,
  name,
  kana: details.kana.default(''),
  sex: details.sex.default('notStated'),
  birthYear: details.birthYear.default(null),
  needs: details.needs.default([]),
  needsNote: details.needsNote.default(''),
})

/** A change of the fields that are present. */
export const DependantChange = z.object({ kind: DependantKind, name, ...details }).partial()

export const Dependant = z
  .object({
    id: Uuid,
    kind: DependantKind,
    name: z.string(),
    kana: z.string(),
    sex: Sex,
    birthYear: z.int().nullable(),
    needs: z.array(Need),
    needsNote: z.string(),
    version: Version,
  })
  .meta({ id: 'Dependant' })
export type Dependant = z.infer<typeof Dependant>

/** The details that a desk enters about a person without an account. */
export const GuestDetails = z.object({
  name,
  kana: details.kana.default(''),
  sex: details.sex.default('notStated'),
  birthYear: details.birthYear.default(null),
  address: optionalName().default(''),
  needs: details.needs.default([]),
  needsNote: details.needsNote.default(''),
  mayBeFound: z.boolean('common.wrongType').default(false),
})
export type GuestDetails = z.output<typeof GuestDetails>

/** A change of the fields that are present. */
export const DetailsChange = z
  .object({
    name,
    ...details,
    address: optionalName(),
    mayBeFound: z.boolean('common.wrongType'),
  })
  .partial()

/** Where a person stays: in the shelter, or at home, in a car or with others, counted and not inside. */
export const StayMode = z.enum(['inside', 'elsewhere'], 'common.wrongType')
export type StayMode = z.infer<typeof StayMode>

export const Stay = z
  .object({
    id: Uuid,
    mode: StayMode,
    /** Where a person stays who is not inside; '' if it is not known. */
    whereabouts: z.string(),
    enteredAt: Timestamp,
    /** null: the person has not left. */
    leftAt: Timestamp.nullable(),
    /** When the staff last confirmed that the person is still here. Absent: never since the person entered. */
    seenAt: Timestamp.optional(),
    /** The desks that recorded it. */
    enteredDesk: z.string(),
    leftDesk: z.string(),
  })
  .meta({ id: 'Stay' })
export type Stay = z.infer<typeof Stay>

/** Returns the last time at which a person was known to be here: the entry, or a later confirmation. */
export const lastSeenOf = ({ enteredAt, seenAt }: Pick<Stay, 'enteredAt' | 'seenAt'>): string =>
  seenAt !== undefined && Date.parse(seenAt) > Date.parse(enteredAt) ? seenAt : enteredAt

/** The kind of a registered person: a user, a dependant of a user, or a person without an account. */
export const RegisteredKind = z.enum(['member', 'dependant', 'guest'])
export type RegisteredKind = z.infer<typeof RegisteredKind>

/** A person of the register of a shelter. Its staff alone reads it. */
export const RegisteredPerson = z
  .object({
    id: Uuid,
    /** The code of the card of the person, which a desk reads or types. */
    code: z.string(),
    kind: RegisteredKind,
    /** The dependant of a user; null: another person, or the user has removed the dependant. */
    dependantId: Uuid.nullable(),
    isPet: z.boolean(),
    householdId: Uuid,
    /** '' if the data of the person was removed. */
    name: z.string(),
    kana: z.string(),
    sex: Sex,
    birthYear: z.int().nullable(),
    address: z.string(),
    needs: z.array(Need),
    needsNote: z.string(),
    mayBeFound: z.boolean(),
    /** The newest stay. */
    stay: Stay,
    version: Version,
  })
  .meta({ id: 'RegisteredPerson' })
export type RegisteredPerson = z.infer<typeof RegisteredPerson>
