import { z } from 'zod'
import { defineRoutes, listOf, Uuid, Version } from '../define.ts'
import { MESSAGE_MAX } from '../limits.ts'

/** What a user typed in a thread and has not sent. */
export const ThreadDraft = z
  .object({
    /** As typed. Empty after the user sent or deleted it. */
    text: z.string(),
    /** Raised with each change. The highest one is the last change, by the time of the server. */
    version: Version,
  })
  .meta({ id: 'ThreadDraft' })
export type ThreadDraft = z.infer<typeof ThreadDraft>

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
