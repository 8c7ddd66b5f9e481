import { z } from 'zod'
import { ADDRESS_MAX, NAME_MAX, PLACE_MAX } from '../limits.ts'
import { PhoneNumber } from './phone.ts'

export const Gender = z.enum(['Female', 'Male'], 'accounts.genderRequired')
export type Gender = z.infer<typeof Gender>

/** Of an address, what the screens show; '' is not told. */
export const Contact = z.object({
  /** Digits with the calling code, without the plus that the screens put in front. */
  phoneNumber: z.string(),
  addressLineOne: z.string(),
  addressLineTwo: z.string(),
  city: z.string(),
  state: z.string(),
  /** Japanese codes are shown with seven digits: see {@link postalText}. */
  postalAreaCode: z.int().nullable(),
  country: z.string(),
})

const required = (key: 'accounts.firstNameRequired' | 'accounts.lastNameRequired') =>
  z.string(key).trim().min(1, key).max(NAME_MAX, 'common.tooLong')
const optional = (max: number) => z.string('common.wrongType').trim().max(max, 'common.tooLong').default('')

/** Digits of the longest postal code that fits. */
const POSTAL_DIGITS = 9

function postalNumber(written: string | number): number | null {
  const plain = typeof written === 'number' ? String(written) : written.normalize('NFKC').replace(/[\s〒\-‐‑‒–—―−ー]/g, '')
  if (plain === '') return null
  return /^\d+$/.test(plain) && plain.length <= POSTAL_DIGITS ? Number(plain) : NaN
}

/** A number; '980-0811' and full-width digits are taken, nothing is null. */
export const PostalAreaCode = z
  .union([z.number(), z.string().max(40)], 'accounts.postalNumber')
  .nullable()
  .default(null)
  .refine((written) => written === null || !Number.isNaN(postalNumber(written)), 'accounts.postalNumber')
  .transform((written) => (written === null ? null : postalNumber(written)))

/** As it is written: Japan's with seven digits and a hyphen, whatever zeros the number lost. */
export const postalText = (code: number | null): string => {
  if (code === null) return ''
  const digits = String(code).padStart(7, '0')
  return digits.length === 7 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
}

/** The rules of one's own profile (specification, section 5); the server's too. The email is not edited here. */
export const ProfileForm = z.object({
  firstName: required('accounts.firstNameRequired'),
  lastName: required('accounts.lastNameRequired'),
  gender: Gender,
  phoneNumber: PhoneNumber.default(''),
  addressLineOne: optional(ADDRESS_MAX),
  addressLineTwo: optional(ADDRESS_MAX),
  city: optional(PLACE_MAX),
  state: optional(PLACE_MAX),
  postalAreaCode: PostalAreaCode,
  country: optional(PLACE_MAX),
})
export type ProfileForm = z.output<typeof ProfileForm>
