import { z } from 'zod'
import { defineRoutes, EmptyReply } from '../define.ts'
import { PASSWORD_MAX } from '../limits.ts'
import { CurrentPassword, Email, isSamePassword, NewPassword } from './accounts.http.ts'

/** The form of the forgot-password dialog (specification, section 5). */
export const ForgottenPassword = z.object({ email: Email })

const passwordFields = {
  password: NewPassword,
  confirmPassword: z.string('accounts.confirmRequired').min(1, 'accounts.confirmRequired').max(PASSWORD_MAX, 'common.tooLong'),
}
const notConfirmed = {
  path: ['confirmPassword'],
  error: 'accounts.passwordsDiffer',
  // Without `when`, zod would skip this rule while other fields have issues.
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
}

/** The form for a new password with its confirmation (specification, section 5). */
export const NewPasswordForm = z.object(passwordFields).refine(isSamePassword, notConfirmed)

/** The form that changes the user's own password. */
export const PasswordChange = z
  .object({ currentPassword: CurrentPassword, ...passwordFields })
  .refine(isSamePassword, notConfirmed)

export const passwordRoutes = defineRoutes({
  forgotten: {
    method: 'POST',
    path: '/auth/forget-password',
    access: 'public',
    body: ForgottenPassword,
    errors: ['tooManyRequests', 'auth.resetOff'],
    reply: EmptyReply,
    summary: 'Send a password reset link if the email address has an account. The reply is the same in both cases.',
  },
  reset: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    body: NewPasswordForm.safeExtend({
      /** The token of the emailed link. It is valid once and for 30 minutes. */
      token: z.string('common.required').min(1, 'common.required').max(200, 'common.tooLong'),
    }),
    errors: ['tooManyRequests', 'auth.resetToken', 'auth.passwordCommon', 'auth.passwordPersonal'],
    reply: EmptyReply,
    summary: 'Set a new password with the token of a reset link. All sessions of the user end.',
  },
  change: {
    method: 'PUT',
    path: '/users/me/password',
    access: 'member',
    body: PasswordChange,
    errors: ['tooManyRequests', 'auth.passwordCommon', 'auth.passwordPersonal', 'auth.wrongPassword'],
    reply: EmptyReply,
    summary: 'Change the user’s own password. The other sessions of the user end.',
  },
})
