import { type Me, SharingMode } from '@noroshi/contract/accounts/accounts.http'
import type { Profile } from '@noroshi/contract/accounts/people.http'
import { Contact, PrivateProfile, type ProfileForm } from '@noroshi/contract/accounts/profile'
import { QuietHours } from '@noroshi/contract/accounts/quiet-hours'
import { knownLanguage } from '@noroshi/contract/i18n'
import type { SignedIn } from '#/http/authenticate.ts'
import type { UserRow } from '../accounts.sql.ts'
import { presentPerson } from './people.service.ts'

/** The column of each field of the profile's form. The contract decides who reads a field. */
const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  nameReading: 'name_reading',
  gender: 'gender',
  phoneNumber: 'phone_number',
  addressLineOne: 'address_line_one',
  addressLineTwo: 'address_line_two',
  city: 'city',
  state: 'state',
  postalAreaCode: 'postal_area_code',
  country: 'country',
} as const satisfies Record<keyof ProfileForm, keyof UserRow>

const fields = Object.keys(columns) as (keyof ProfileForm)[]

/** Returns the columns that a form changes. An absent field leaves its column as it is. */
export function rowOf(form: ProfileForm): Partial<UserRow> {
  const changed = fields.filter((field) => form[field] !== undefined)
  return Object.fromEntries(changed.map((field) => [columns[field], form[field]] as const)) // the column of each field
}

const formOf = (row: UserRow) => Object.fromEntries(fields.map((field) => [field, row[columns[field]]]))

/** The profile that other users see, without gender, rights and settings. */
export const presentProfile = (row: UserRow): Profile => ({
  ...presentPerson(row),
  email: row.email,
  ...Contact.parse(formOf(row)),
})

/** Returns the quiet hours of a user; null without any, and for a time zone that the server does not know any more. */
export const quietHoursIn = (row: Pick<UserRow, 'quiet_hours'>): QuietHours | null =>
  QuietHours.nullable().catch(null).parse(row.quiet_hours)

/** @param viewer the session of the user, which decides about their rights */
export const presentMe = (row: UserRow, viewer: SignedIn, audienceCount: number): Me => ({
  ...presentProfile(row),
  ...PrivateProfile.parse(formOf(row)),
  isAdmin: viewer.isAdmin,
  needsSecondFactor: row.is_admin && !viewer.isAdmin,
  isRestricted: viewer.isRestricted,
  language: knownLanguage(row.language),
  locationSharing: SharingMode.nullable().parse(row.location_sharing),
  quietHours: quietHoursIn(row),
  sharesLastSeen: row.shares_last_seen,
  audienceCount,
})
