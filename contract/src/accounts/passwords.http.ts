import { z } from 'zod'
import { defineRoutes, EmptyReply } from '../define.ts'
import { PASSWORD_MAX } from '../limits.ts'
import { Email, NewPassword } from './accounts.http.ts'

/** The form of the forgot-password dialog (specification, section 5). */
export const ForgottenPassword = z.object({ email: Email })

/** The form for a new password with its confirmation (specification, section 5). */
export const NewPasswordForm = z
  .object({
    password: NewPassword,
    confirmPassword: z.string('accounts.confirmRequired').min(1, 'accounts.confirmRequired').max(PASSWORD_MAX, 'common.tooLong'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'accounts.passwordsDiffer',
    // Without `when`, zod would skip this rule while other fields have issues.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export const passwordRoutes = defineRoutes({
  forgotten: {
    method: 'POST',
    path: '/auth/forget-password',
    access: 'public',
    body: ForgottenPassword,
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
    reply: EmptyReply,
    summary: 'Set a new password with the token of a reset link. All sessions of the user end.',
  },
})
