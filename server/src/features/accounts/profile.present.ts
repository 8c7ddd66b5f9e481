import { type Me, SharingMode } from '@noroshi/contract/accounts/accounts.http'
import type { Profile } from '@noroshi/contract/accounts/people.http'
import { Gender } from '@noroshi/contract/accounts/profile'
import type { SignedIn } from '#/http/authenticate.ts'
import type { UserRow } from './accounts.sql.ts'
import { presentPerson } from './people.service.ts'

/** The profile that other users see, without gender, rights and settings. */
export const presentProfile = (row: UserRow): Profile => ({
  ...presentPerson(row),
  email: row.email,
  phoneNumber: row.phone_number,
  addressLineOne: row.address_line_one,
  addressLineTwo: row.address_line_two,
  city: row.city,
  state: row.state,
  postalAreaCode: row.postal_area_code,
  country: row.country,
})

/** @param viewer the session of the user, which decides about their rights */
export const presentMe = (row: UserRow, viewer: SignedIn, audienceCount: number): Me => ({
  ...presentProfile(row),
  nameReading: row.name_reading,
  gender: Gender.nullable().parse(row.gender),
  isAdmin: viewer.isAdmin,
  needsSecondFactor: row.is_admin && !viewer.isAdmin,
  isRestricted: viewer.isRestricted,
  language: row.language === 'ja' ? 'ja' : 'en',
  locationSharing: SharingMode.nullable().parse(row.location_sharing),
  audienceCount,
})
