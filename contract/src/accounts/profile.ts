import { z } from 'zod'
import { NAME_MAX } from '../limits.ts'
import { toHiragana } from '../text/kana.ts'
import { memberNameText, nameText } from '../text/name-text.ts'
import { toAsciiNumber } from '../text/numbers.ts'
import { trimInvisible } from '../text/visible-text.ts'
import { PhoneNumber } from './phone.ts'

export const Gender = z.enum(['Female', 'Male'], 'accounts.genderRequired')
export type Gender = z.infer<typeof Gender>

/** The fields of a profile that all signed-in users read: phone number and address. '' means that the user did not enter it. */
export const Contact = z.object({
  /** Digits with the calling code. Screens add the plus. */
  phoneNumber: z.string(),
  addressLineOne: z.string(),
  addressLineTwo: z.string(),
  city: z.string(),
  state: z.string(),
  /** Shown with seven digits: see {@link postalText}. */
  postalAreaCode: z.int().nullable(),
  country: z.string(),
})

export type Contact = z.infer<typeof Contact>

/** The fields of a profile that only the user reads. */
export const PrivateProfile = z.object({
  /** The own name in kana, family name first; '' until the user enters it. */
  nameReading: z.string(),
  /** null until the user edits the profile for the first time. */
  gender: Gender.nullable(),
})

/** Max characters of an address line, and of a city, state or country name. */
const ADDRESS_MAX = 200
const CITY_MAX = 100

/** Max characters of a name in kana as it is stored, and max parts that spaces separate. */
const READING_MAX = 2 * NAME_MAX + 1
const READING_PARTS_MAX = 3

/**
 * The own name in kana, family name first, with a space between its parts. Spoken commands name the user by it. Katakana and
 * half-width kana are stored as hiragana; '' means that the user did not enter it.
 */
export const NameReading = z
  .string('common.wrongType')
  .transform((text) => toHiragana(trimInvisible(text.normalize('NFKC')).replaceAll(/\s+/g, ' ')))
  .pipe(
    // NFKC makes some texts longer and others shorter: the limits apply to the result.
    z
      .string()
      .max(READING_MAX, 'common.tooLong')
      .regex(/^[ぁ-ゖー・ ]*$/, 'accounts.readingKana')
      .refine((text) => text.split(' ').length <= READING_PARTS_MAX, 'accounts.readingParts'),
  )

const required = (key: 'accounts.firstNameRequired' | 'accounts.lastNameRequired') =>
  memberNameText(key).min(1, key).max(NAME_MAX, 'common.tooLong')
/**
 * A text that is '' when the form does not send it. A field that is added later is `.optional()` instead, because a page
 * from before the update does not send it and must not erase it.
 */
const textOrEmpty = (max: number) => nameText('common.wrongType').max(max, 'common.tooLong').default('')

/** Max digits of a postal code. */
const POSTAL_DIGITS = 9

function postalNumber(input: string | number): number | null {
  const plain = typeof input === 'number' ? String(input) : toAsciiNumber(input).replace(/[\s〒\-ー]/g, '')
  if (plain === '') return null
  return /^\d+$/.test(plain) && plain.length <= POSTAL_DIGITS ? Number(plain) : NaN
}

/** A postal code as a number. Text such as '980-0811' and full-width digits are accepted; an empty text becomes null. */
export const PostalAreaCode = z
  .union([z.number(), z.string().max(40)], 'accounts.postalNumber')
  .nullable()
  .default(null)
  .refine((input) => input === null || !Number.isNaN(postalNumber(input)), 'accounts.postalNumber')
  .transform((input) => (input === null ? null : postalNumber(input)))

/** Formats a postal code as seven digits with a hyphen, as in Japan. The zeros that the number lost are restored. */
export const postalText = (code: number | null): string => {
  if (code === null) return ''
  const digits = String(code).padStart(7, '0')
  return digits.length === 7 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
}

/** The form of the user's own profile (specification, section 5). The email address has a form of its own. */
export const ProfileForm = z.object({
  firstName: required('accounts.firstNameRequired'),
  lastName: required('accounts.lastNameRequired'),
  /** Absent: it stays as it is, since a page of a version before this field does not send it. */
  nameReading: NameReading.optional(),
  gender: Gender,
  phoneNumber: PhoneNumber.default(''),
  addressLineOne: textOrEmpty(ADDRESS_MAX),
  addressLineTwo: textOrEmpty(ADDRESS_MAX),
  city: textOrEmpty(CITY_MAX),
  state: textOrEmpty(CITY_MAX),
  postalAreaCode: PostalAreaCode,
  country: textOrEmpty(CITY_MAX),
})
export type ProfileForm = z.output<typeof ProfileForm>
