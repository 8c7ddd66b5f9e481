import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { allowedLocation } from '../../platform/geolocation.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { isOwnEntry, type TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { changeCache } from '../../platform/query-cache.ts'
import { sessionUserId } from '../../platform/session.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { commentStore } from './comment-store.ts'
import { commentEntity } from './comments.entities.ts'
import { commentCommand } from './comments.outbox.ts'

const NewComment = z.object({ postId: z.string(), text: z.string() })

/** A comment that the server has not acknowledged yet. */
export type UnsentComment = TypedEntry<z.infer<typeof NewComment>>

const comments = outbox.register<z.infer<typeof NewComment>, Comment>({
  ...commentCommand,
  payload: NewComment,
  describe: ({ text: body }) => ({ title: text('outbox.kind.comment'), text: body }),
  send: async (entry, options) =>
    sendEntry(commentCommand, commentRoutes.create.reply, entry, { ...options, location: await allowedLocation() }),
  onSent: (comment, entry) => {
    changeCache((cache) => commentStore(cache).put(commentEntity, comment))
    if (isOwnEntry(entry)) toastSuccess('comments.added')
  },
  onRefused: (error) => toastError(text('comments.notAdded'), error instanceof ApiError ? error.message : undefined),
})

/** Returns the user's unsent comments on a post, the oldest first. */
export function useUnsentComments(postId: string): readonly UnsentComment[] {
  const all = useSyncExternalStore(outbox.subscribe, comments.entries)
  return useMemo(() => all.filter(({ payload }) => payload.postId === postId), [all, postId])
}

export interface CommentContent {
  readonly text: string
  readonly image: File | null
}

/**
 * Stores a comment and sends it. The comments on a post share one lane, so that they keep their order.
 * @returns false if no user is known to be signed in. Nothing is sent then, and the caller keeps the content.
 */
export function sendComment(postId: string, { text: body, image }: CommentContent): boolean {
  const ownerId = sessionUserId()
  if (ownerId === null) return false
  void comments.enqueue({
    id: newId(),
    lane: `comments ${postId}`,
    ownerId,
    payload: { postId, text: body },
    files: image ? [image] : [],
  })
  return true
}

export const discardComment = outbox.discard
