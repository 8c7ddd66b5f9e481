import { z } from 'zod'
import { defineRoutes, Uuid } from '../define.ts'
import { MessageThread } from './threads.http.ts'

const IdParams = z.object({ id: Uuid })

export const groupPictureRoutes = defineRoutes({
  change: {
    method: 'PUT',
    path: '/message-threads/group/:id/picture',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    /** One picture file, sent as `picture`. */
    form: z.object({}),
    errors: ['file.missing', 'file.notPicture', 'thread.notFound', 'thread.notAllowed'],
    reply: MessageThread,
    summary: 'Set the picture of a group: for its admins. The server crops it to a square of 512 pixels.',
  },
  remove: {
    method: 'DELETE',
    path: '/message-threads/group/:id/picture',
    access: 'member',
    params: IdParams,
    errors: ['thread.notFound', 'thread.notAllowed'],
    reply: MessageThread,
    summary: 'Remove the picture of a group: for its admins.',
  },
})
