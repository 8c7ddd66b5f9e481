import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { ApiError } from '../../platform/http-errors.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { isOwnEntry, type TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { changeCache } from '../../platform/query-cache.ts'
import { sessionUserId } from '../../platform/session.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { feedStore, receivePost } from './feed-store.ts'
import { type NewPost, postCommand } from './feeds.outbox.ts'
import type { PostContent } from './use-edit-post.ts'

const Post = z.object({
  feedId: z.string(),
  text: z.string(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
}) satisfies z.ZodType<NewPost>

/** A new post that the server has not acknowledged yet. */
export type UnsentPost = TypedEntry<z.infer<typeof Post>>

const posts = outbox.register<z.infer<typeof Post>, FeedPostForViewer>({
  ...postCommand,
  payload: Post,
  describe: ({ text: body }) => ({ title: text('outbox.kind.post'), text: body }),
  send: (entry, options) => sendEntry(postCommand, postRoutes.create.reply, entry, options),
  onSent: (post, entry) => {
    changeCache((cache) => receivePost(feedStore(cache), post))
    // Other users do not see a post that awaits approval yet.
    if (isOwnEntry(entry)) toastSuccess(post.isApproved === null ? 'posts.addedWaits' : 'posts.added')
  },
  // Specification, section 8.
  onRefused: (error) => {
    const isEmpty = error instanceof ApiError && error.code === 'post.empty'
    toastError(text(isEmpty ? 'posts.emptyContent' : 'posts.addFailed'), error instanceof ApiError ? error.message : undefined)
  },
})

/** Returns the user's unsent posts to a feed, the oldest first. */
export function useUnsentPosts(feedId: string): readonly UnsentPost[] {
  const all = useSyncExternalStore(outbox.subscribe, posts.entries)
  return useMemo(() => all.filter(({ payload }) => payload.feedId === feedId), [all, feedId])
}

/**
 * Stores a new post and sends it. The posts to a feed share one lane, so that they keep their order.
 * @param replaced - a refused post with an earlier version of the content, which is deleted
 * @returns false if no user is known to be signed in. Nothing is sent then, and the caller keeps the content.
 */
export function sendPost(feedId: string, { text: body, files, location }: PostContent, replaced?: UnsentPost): boolean {
  const ownerId = sessionUserId()
  if (ownerId === null) return false
  void posts.enqueue({ id: newId(), lane: `posts ${feedId}`, ownerId, payload: { feedId, text: body, location }, files })
  if (replaced) outbox.discard(replaced.id)
  return true
}
