import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp, Uuid } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { Location, LocationHint } from '../location.ts'
import { memberNameText } from '../text/name-text.ts'
import { toAsciiNumber, toAsciiText } from '../text/numbers.ts'
import { Streets } from '../streets/streets.http.ts'
import { Contact, PrivateProfile } from './profile.ts'
import { QuietHours } from './quiet-hours.ts'

/** Characters of an email address. */
const EMAIL_MAX = 254

/** Characters of a code of an authenticator app or a recovery code, as a user types it. */
const CODE_MAX = 40

/** The public fields of a user, embedded in messages, posts, alerts and other objects. */
export const Person = z
  .object({
    id: Uuid,
    firstName: z.string(),
    lastName: z.string(),
    /** 'firstName lastName'. It is not shown: `nameIn` of person-name.ts has the order of the reader's language. */
    fullName: z.string(),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

/** When a user's location is shown to the members of their alert groups. The app asks for consent once. */
export const SharingMode = z.enum(['always', 'emergency', 'never'])
export type SharingMode = z.infer<typeof SharingMode>

/** The signed-in user. */
export const Me = Person.extend({
  email: z.string(),
  ...Contact.shape,
  ...PrivateProfile.shape,
  /** false for an administrator who must set up a second factor and has none. */
  isAdmin: z.boolean(),
  /** Whether the user is an administrator without rights until they set up a second factor (decisions/0112). */
  needsSecondFactor: z.boolean(),
  /** Whether the session is restricted to alerts until the user sets up a second factor (decisions/0112). */
  isRestricted: z.boolean(),
  language: z.enum(LANGUAGES),
  /** null: the user was not asked yet; the location is then shared only during an SOS. */
  locationSharing: SharingMode.nullable(),
  /** null and absent: none. Messages do not notify the user in this time; alarms and calls do. */
  quietHours: QuietHours.nullable().optional(),
  /** Whether the people of their chats see when the user was last here. Absent: false. */
  sharesLastSeen: z.boolean().optional(),
  /** Number of users that an SOS of this user would reach now. */
  audienceCount: z.int(),
}).meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

/** Facts about the server that a page needs before sign-in. */
export const Unit = z
  .object({
    name: z.string(),
    /** The map archive with streets; null: the map shows the embedded world only. */
    streets: Streets.nullable(),
    /** The operator's z/x/y URL of raster tiles; null: the map sends no request to other origins. */
    tileUrl: z.string().nullable(),
    /** Where maps begin without a location of the device. null and absent: not chosen. */
    location: Location.omit({ accuracy: true }).nullable().optional(),
    /** Max megabytes of one uploaded file. */
    maxUploadMb: z.number(),
    /** Whether a tap on SOS counts down 5 s before it sends. */
    sosCountsDown: z.boolean(),
    /** Whether registration is possible at all. */
    canRegister: z.boolean(),
    /** Whether registration needs the code of an invitation link. */
    needsInvitation: z.boolean(),
    /** Whether it exchanges data with other units. */
    sharesData: z.literal(true).optional(),
  })
  .meta({ id: 'Unit' })
export type Unit = z.infer<typeof Unit>

/** The form of an email address. Its local part may have dots at its ends and in a row, as Japanese carriers have given out. */
const EMAIL_PATTERN = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** An email address, in lower case. Full-width characters, spaces around it and invisible characters are accepted. */
export const Email = z
  .string('accounts.emailRequired')
  .overwrite((text) => toAsciiText(text).toLowerCase())
  .min(1, 'accounts.emailRequired')
  .max(EMAIL_MAX, 'common.tooLong')
  .pipe(z.email({ pattern: EMAIL_PATTERN, error: 'accounts.emailInvalid' }))

/**
 * The rules of a new password that need no list. The server also refuses common and personal ones (decisions/0112).
 * Login does not apply them.
 */
export const NewPassword = z
  .string('accounts.passwordRequired')
  .min(1, 'accounts.passwordRequired')
  .min(PASSWORD_MIN, 'accounts.passwordTooShort')
  .max(PASSWORD_MAX, 'common.tooLong')

const normalized = (value: unknown): unknown => (typeof value === 'string' ? value.normalize('NFKC') : value)

/**
 * Whether a password and its repetition are the same characters, however an input method composes them. Values of a wrong type
 * are compared too, and have another error.
 */
export const isSamePassword = (form: { readonly password?: unknown; readonly confirmPassword?: unknown }): boolean =>
  normalized(form.password) === normalized(form.confirmPassword)

/** The current password of an account. It follows no rules. */
export const CurrentPassword = z
  .string('accounts.passwordRequired')
  .min(1, 'accounts.passwordRequired')
  .max(PASSWORD_MAX, 'common.tooLong')

/** A code of an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const SecondFactorCode = z
  .string('secondFactor.codeRequired')
  .max(CODE_MAX, 'common.tooLong')
  .transform((code) => toAsciiNumber(code).replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, 'secondFactor.codeRequired'))

/** Characters of an access token. Real ones have 43. */
const ACCESS_TOKEN_MAX = 200

/** The login form (specification, section 5). */
export const Login = z.object({ email: Email, password: CurrentPassword })

/** The registration form (specification, section 5). */
export const Registration = z
  .object({
    firstName: memberNameText('accounts.firstNameRequired').min(1, 'accounts.firstNameRequired').max(NAME_MAX, 'common.tooLong'),
    lastName: memberNameText('common.wrongType').max(NAME_MAX, 'common.tooLong').default(''),
    email: Email,
    password: NewPassword,
    confirmPassword: z.string('accounts.confirmRequired').min(1, 'accounts.confirmRequired').max(PASSWORD_MAX, 'common.tooLong'),
  })
  .refine(isSamePassword, {
    path: ['confirmPassword'],
    error: 'accounts.passwordsDiffer',
    // Without `when`, zod would skip this rule while other fields have issues.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** A user on the home map. `at` is the time of the location. */
export const PersonPosition = z
  .object({
    kind: z.literal('user'),
    id: Uuid,
    /** 'firstName lastName'. */
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    avatarUrl: z.string().nullable(),
    latitude: z.number(),
    longitude: z.number(),
    accuracy: z.number().nullable(),
    at: Timestamp,
  })
  .meta({ id: 'PersonPosition' })
export type PersonPosition = z.infer<typeof PersonPosition>

export const accountRoutes = defineRoutes({
  unit: {
    method: 'GET',
    path: '/unit',
    access: 'public',
    allowsRestricted: true,
    reply: Unit,
    summary: 'Facts about this server that a page needs before sign-in.',
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    body: Registration.safeExtend({
      setupCode: z.string().max(200, 'common.tooLong').optional(),
      /** Required if registration is by invitation only. */
      inviteCode: z.string().max(200, 'common.tooLong').optional(),
    }),
    errors: [
      'tooManyRequests',
      'auth.emailTaken',
      'auth.registrationClosed',
      'auth.setupCode',
      'auth.inviteCode',
      'auth.passwordCommon',
      'auth.passwordPersonal',
    ],
    status: 201,
    reply: z.object({ id: Uuid }),
    summary: 'Create an account. The set-up code from the console makes it an administrator.',
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    onFullDisk: 'accepted',
    body: Login.extend({
      location: LocationHint,
      /** A random id that the browser keeps. Sessions with the same id are one device of the user. */
      deviceId: Uuid.optional(),
      /** The current code of the authenticator app, or a recovery code. Each is accepted once. */
      code: SecondFactorCode.optional(),
    }),
    errors: ['tooManyRequests', 'auth.wrongCredentials', 'auth.deactivated', 'auth.codeRequired', 'auth.wrongCode'],
    reply: z.object({ accessToken: z.string() }),
    summary: 'Create a session. Users with a second factor get auth.codeRequired (400) until they send a code too.',
  },
  logout: {
    method: 'POST',
    path: '/activity-logs/user-logout',
    access: 'member',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    /** The location is accepted and not stored (decisions/0158). */
    body: z.object({ location: LocationHint }),
    reply: EmptyReply,
    summary: 'End this session and write it to the audit log.',
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    access: 'public',
    onFullDisk: 'accepted',
    body: z.object({ accessToken: z.string('common.wrongType').max(ACCESS_TOKEN_MAX, 'common.wrongType') }),
    errors: ['tooManyRequests'],
    reply: EmptyReply,
    summary: 'End the session of a token whose sign-out did not reach the server. A token without a session is accepted.',
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    access: 'member',
    allowsRestricted: true,
    reply: Me,
    summary: 'The signed-in user. Renews the cookie for private files.',
  },
  allowsForgottenPassword: {
    method: 'GET',
    path: '/auth/allow/forget-password',
    access: 'public',
    allowsRestricted: true,
    reply: z.object({ isAllowed: z.boolean() }),
    summary: 'Whether this server sends password reset emails.',
  },
  checkInternet: {
    method: 'GET',
    path: '/auth/check-internet',
    access: 'public',
    allowsRestricted: true,
    reply: z.object({ isOnline: z.boolean().nullable() }),
    summary: 'Whether the server reaches the internet; null if the check is not configured.',
  },
  changeLanguage: {
    method: 'PUT',
    path: '/users/language',
    access: 'member',
    allowsRestricted: true,
    body: z.object({ language: z.enum(LANGUAGES, 'accounts.languageInvalid') }),
    reply: Me,
    summary: 'Store the language of the user.',
  },
  shareLocation: {
    method: 'PUT',
    path: '/users/me/location',
    access: 'member',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    body: Location,
    reply: z.object({ isShared: z.boolean() }),
    summary: 'Send the user’s own location. It is stored only if the sharing mode of the user allows it.',
  },
  chooseSharing: {
    method: 'PUT',
    path: '/users/me/location-sharing',
    access: 'member',
    body: z.object({ mode: SharingMode }),
    reply: Me,
    summary: 'Set when the user’s own location is shared: always, only in an emergency, or never.',
  },
  setQuietHours: {
    method: 'PUT',
    path: '/users/me/quiet-hours',
    access: 'member',
    body: z.object({ quietHours: QuietHours.nullable() }),
    reply: Me,
    summary: 'Set the time of day in which messages do not notify the user, or remove it.',
  },
  positions: {
    method: 'GET',
    path: '/users/dashboard/map/locations',
    access: 'member',
    reply: z.object({ items: z.array(PersonPosition) }),
    summary: 'Locations that members of the user’s own alert groups share; none is older than a day.',
  },
})
