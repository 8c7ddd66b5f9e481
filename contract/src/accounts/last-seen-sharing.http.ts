import { z } from 'zod'
import { defineRoutes } from '../define.ts'
import { Me } from './accounts.http.ts'

export const lastSeenSharingRoutes = defineRoutes({
  set: {
    method: 'PUT',
    path: '/users/me/last-seen-sharing',
    access: 'member',
    body: z.object({ isShared: z.boolean('common.wrongType') }),
    errors: ['tooManyRequests'],
    reply: Me,
    summary:
      'Set whether the people of the user’s chats see when the user was last here. Only a user who shares it sees it of others.',
  },
})
