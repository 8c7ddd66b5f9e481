import { z } from 'zod'
import { defineRoutes, EmptyReply } from '../define.ts'
import { CurrentPassword, SecondFactorCode } from './accounts.http.ts'

/** The form that confirms the user's own password. */
export const PasswordForm = z.object({ currentPassword: CurrentPassword })

/** The form that ends the set-up: the first code of the authenticator app. */
export const FirstCodeForm = z.object({ code: SecondFactorCode })

/** The form that removes the user's own second factor. */
export const RemovalForm = z.object({ currentPassword: CurrentPassword, code: SecondFactorCode })

/** The reply that contains new recovery codes. No other reply contains them. */
const NewRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** The second factor of the user's own sign-in (decisions/0112). */
export const secondFactorRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/users/me/second-factor',
    access: 'member',
    allowsRestricted: true,
    reply: z.object({
      isOn: z.boolean(),
      /** Unused recovery codes. */
      recoveryCodesLeft: z.int(),
    }),
    summary: 'Whether signing in needs a code, and the number of unused recovery codes.',
  },
  begin: {
    method: 'POST',
    path: '/users/me/second-factor',
    access: 'member',
    allowsRestricted: true,
    body: PasswordForm,
    errors: ['tooManyRequests', 'auth.wrongPassword', 'secondFactor.isOn'],
    status: 201,
    reply: z.object({
      /** The secret in base32, to type into the app. */
      secret: z.string(),
      /** The `otpauth://` address with the secret, for a QR code. */
      address: z.string(),
    }),
    summary: 'Create a secret for an authenticator app. It replaces an unconfirmed one. No other reply contains it.',
  },
  confirm: {
    method: 'PUT',
    path: '/users/me/second-factor/confirm',
    access: 'member',
    allowsRestricted: true,
    body: FirstCodeForm,
    errors: ['tooManyRequests', 'auth.wrongCode', 'secondFactor.isOn', 'secondFactor.notBegun'],
    reply: NewRecoveryCodes,
    summary: 'Turn the second factor on with the first code. The other sessions of the user end.',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/users/me/second-factor/recovery-codes',
    access: 'member',
    body: PasswordForm,
    errors: ['tooManyRequests', 'auth.wrongPassword', 'secondFactor.isOff'],
    status: 201,
    reply: NewRecoveryCodes,
    summary: 'Create new recovery codes. They replace the earlier ones.',
  },
  remove: {
    method: 'PUT',
    path: '/users/me/second-factor/remove',
    access: 'member',
    body: RemovalForm,
    errors: ['tooManyRequests', 'auth.wrongPassword', 'auth.wrongCode', 'secondFactor.isOff'],
    reply: EmptyReply,
    summary: 'Turn the user’s own second factor off with the password and a code.',
  },
})
