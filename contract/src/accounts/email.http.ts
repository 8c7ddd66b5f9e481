import { z } from 'zod'
import { defineRoutes, EmptyReply } from '../define.ts'
import { CurrentPassword, Email } from './accounts.http.ts'

/** The form of the dialog that changes the user's own email address. */
export const EmailChange = z.object({ email: Email, currentPassword: CurrentPassword })

export const emailRoutes = defineRoutes({
  /** It replies `auth.emailTaken` only where no mail is set up. */
  change: {
    method: 'PUT',
    path: '/users/me/email',
    access: 'member',
    body: EmailChange,
    errors: ['tooManyRequests', 'auth.emailTaken', 'auth.wrongPassword'],
    /** false: the address changes when the link in the mail to the new address is opened. The reply is the same for a taken one. */
    reply: z.object({ isChanged: z.boolean() }),
    summary: 'Change the user’s own email address, after a confirmation by mail where mail is set up.',
  },
  confirm: {
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'public',
    allowsRestricted: true,
    body: z.object({
      /** The token of the mailed link. It is valid once and for an hour. */
      token: z.string('common.required').min(1, 'common.required').max(200, 'common.tooLong'),
    }),
    errors: ['tooManyRequests', 'auth.emailTaken', 'auth.emailToken'],
    reply: EmptyReply,
    summary: 'Change the email address of an account with the token of the mail to the new address.',
  },
})
