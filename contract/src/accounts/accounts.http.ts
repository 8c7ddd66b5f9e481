import { z } from 'zod'
import { defineRoutes, Done, Instant, Uuid } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { Location, LocationHint } from '../location.ts'
import { Contact, Gender } from './profile.ts'

/** A person as others see one beside what they wrote or did. */
export const Person = z
  .object({
    id: Uuid,
    firstName: z.string(),
    lastName: z.string(),
    /** 'firstName lastName'. */
    fullName: z.string(),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

/** When one's position is shown to the members of one's alert groups (consent is asked once). */
export const SharingMode = z.enum(['always', 'emergency', 'never'])
export type SharingMode = z.infer<typeof SharingMode>

/** The signed-in person. */
export const Me = Person.extend({
  email: z.string(),
  ...Contact.shape,
  /** null until the profile is edited first. */
  gender: Gender.nullable(),
  isAdmin: z.boolean(),
  language: z.enum(LANGUAGES),
  /** null: not asked yet; positions are then shared only during an SOS. */
  locationSharing: SharingMode.nullable(),
  /** How many people an SOS of this person would reach now. */
  audienceCount: z.int(),
}).meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

/** What a page must know of the unit before anybody signs in. */
export const Unit = z
  .object({
    name: z.string(),
    /** Whether a street archive of the operator lies above the world map. */
    hasStreets: z.boolean(),
    /** A z/x/y address of raster tiles that the operator set; null: no request leaves this origin. */
    tileUrl: z.string().nullable(),
    /** Megabytes of one uploaded file. */
    maxUploadMb: z.number(),
    /** Whether a tap on SOS counts down 5 s before it sends. */
    sosCountsDown: z.boolean(),
    /** Whether an account can be made at all. */
    canRegister: z.boolean(),
    /** Whether that needs the code of an invitation link. */
    needsInvitation: z.boolean(),
  })
  .meta({ id: 'Unit' })
export type Unit = z.infer<typeof Unit>

export const Email = z
  .string('accounts.emailRequired')
  .trim()
  .toLowerCase()
  .min(1, 'accounts.emailRequired')
  .max(EMAIL_MAX, 'common.tooLong')
  .pipe(z.email('accounts.emailInvalid'))

/** At registration and at a reset; no rule at login. */
export const NewPassword = z
  .string('accounts.passwordRequired')
  .min(1, 'accounts.passwordRequired')
  .min(PASSWORD_MIN, 'accounts.passwordTooShort')
  .max(PASSWORD_MAX, 'common.tooLong')

/** The login form's rules (specification, section 5); the server's too. */
export const Login = z.object({
  email: Email,
  password: z.string('accounts.passwordRequired').min(1, 'accounts.passwordRequired').max(PASSWORD_MAX, 'common.tooLong'),
})

/** The registration form's rules (specification, section 5); the server's too. */
export const Registration = z
  .object({
    firstName: z.string('accounts.firstNameRequired').trim().min(1, 'accounts.firstNameRequired').max(NAME_MAX, 'common.tooLong'),
    lastName: z.string('common.wrongType').trim().max(NAME_MAX, 'common.tooLong').default(''),
    email: Email,
    password: NewPassword,
    confirmPassword: z.string('accounts.confirmRequired').min(1, 'accounts.confirmRequired').max(PASSWORD_MAX, 'common.tooLong'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'accounts.passwordsDiffer',
    // Told beside the other issues, and not only once they are gone.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** A person on the home map: the age of a position counts from `at`. */
export const PersonPosition = z
  .object({
    kind: z.literal('user'),
    id: Uuid,
    name: z.string(),
    avatarUrl: z.string().nullable(),
    latitude: z.number(),
    longitude: z.number(),
    accuracy: z.number().nullable(),
    at: Instant,
  })
  .meta({ id: 'PersonPosition' })
export type PersonPosition = z.infer<typeof PersonPosition>

export const accountRoutes = defineRoutes({
  unit: { method: 'GET', path: '/unit', access: 'public', reply: Unit, summary: 'What a page must know of this unit.' },
  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    body: Registration.safeExtend({
      setupCode: z.string().max(200, 'common.tooLong').optional(),
      /** Looked at where the unit registers by invitation alone. */
      inviteCode: z.string().max(200, 'common.tooLong').optional(),
    }),
    status: 201,
    reply: z.object({ id: Uuid }),
    summary: 'Make an account; with the set-up code of the console, the administrator’s.',
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: Login.extend({ location: LocationHint }),
    reply: z.object({ accessToken: z.string() }),
    summary: 'Begin a session.',
  },
  logout: {
    method: 'POST',
    path: '/activity-logs/user-logout',
    access: 'member',
    body: z.object({ location: LocationHint }),
    reply: Done,
    summary: 'End this session and note it in the activity log.',
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    access: 'member',
    reply: Me,
    summary: 'The signed-in person; renews the cookie that opens private files.',
  },
  allowsForgottenPassword: {
    method: 'GET',
    path: '/auth/allow/forget-password',
    access: 'public',
    reply: z.object({ isAllowed: z.boolean() }),
    summary: 'Whether this unit sends reset mails.',
  },
  checkInternet: {
    method: 'GET',
    path: '/auth/check-internet',
    access: 'public',
    reply: z.object({ isOnline: z.boolean().nullable() }),
    summary: 'Whether the unit reaches the internet; null where nobody asked it to look.',
  },
  changeLanguage: {
    method: 'PUT',
    path: '/users/language',
    access: 'member',
    body: z.object({ language: z.enum(LANGUAGES, 'accounts.languageInvalid') }),
    reply: Me,
    summary: 'Keep the person’s language on the server.',
  },
  shareLocation: {
    method: 'PUT',
    path: '/users/me/location',
    access: 'member',
    body: Location,
    reply: z.object({ isShared: z.boolean() }),
    summary: 'Tell one’s own position; kept only as far as one’s consent goes.',
  },
  chooseSharing: {
    method: 'PUT',
    path: '/users/me/location-sharing',
    access: 'member',
    body: z.object({ mode: SharingMode }),
    reply: Me,
    summary: 'Consent to sharing one’s position: always, only in an emergency, or never.',
  },
  positions: {
    method: 'GET',
    path: '/users/dashboard/map/locations',
    access: 'member',
    reply: z.object({ items: z.array(PersonPosition) }),
    summary: 'People of one’s alert groups who share their position; none older than a day.',
  },
})
