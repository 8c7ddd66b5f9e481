import { z } from 'zod'
import { defineRoutes } from '../define.ts'

/** Apart from the other routes of invitations, because the registration screen calls it. */
export const invitationProposalRoutes = defineRoutes({
  read: {
    method: 'POST',
    path: '/auth/invitation',
    access: 'public',
    body: z.object({ inviteCode: z.string('common.required').max(200, 'common.tooLong') }),
    errors: ['tooManyRequests', 'auth.inviteCode'],
    reply: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
    summary: 'What the registration form proposes to the recipient of a personal invitation; empty for other invitations.',
  },
})
