import { z } from 'zod'
import { defineRoutes, listOf, Uuid } from '../define.ts'
import { MESSAGE_MAX } from '../limits.ts'
import { ThreadDraft } from './thread-draft.ts'

export const threadDraftRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/message-threads/drafts',
    access: 'member',
    reply: listOf(ThreadDraft.extend({ messageThreadId: Uuid })),
    summary: 'The user’s own drafts, also the empty ones, so that a device clears those that were sent.',
  },
  set: {
    method: 'PUT',
    path: '/message-threads/:id/draft',
    access: 'member',
    params: z.object({ id: Uuid }),
    body: z.object({ text: z.string('common.required').max(MESSAGE_MAX, 'messages.tooLong') }),
    errors: ['tooManyRequests', 'thread.notFound', 'thread.tooManyDrafts'],
    reply: ThreadDraft,
    summary: 'Store the draft of a thread for the user’s other devices. The last request wins.',
  },
})
