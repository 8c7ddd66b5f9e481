import { z } from 'zod'
import { defineRoutes, Done } from '../define.ts'
import { PASSWORD_MAX } from '../limits.ts'
import { Email, NewPassword } from './accounts.http.ts'

/** The rule of the dialog 'forgot password' (specification, section 5). */
export const ForgottenPassword = z.object({ email: Email })

/** The rules of a new password, typed twice (specification, section 5); the server's too. */
export const NewPasswordForm = z
  .object({
    password: NewPassword,
    confirmPassword: z.string('accounts.confirmRequired').min(1, 'accounts.confirmRequired').max(PASSWORD_MAX, 'common.tooLong'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'accounts.passwordsDiffer',
    // Told beside the other issues, and not only once they are gone.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export const passwordRoutes = defineRoutes({
  forgotten: {
    method: 'POST',
    path: '/auth/forget-password',
    access: 'public',
    body: ForgottenPassword,
    reply: Done,
    summary: 'Send a link for a new password, if the address has an account: the answer is the same in either case.',
  },
  reset: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    body: NewPasswordForm.safeExtend({
      /** What the emailed link carried; good once, for 30 minutes. */
      token: z.string('common.required').min(1, 'common.required').max(200, 'common.tooLong'),
    }),
    reply: Done,
    summary: 'Choose a new password by the token of a link; every session of the person ends.',
  },
})
