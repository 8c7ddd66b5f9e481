import { useSyncExternalStore } from 'react'
import { type LikeState, likeRoutes } from '@noroshi/contract/comments/likes.http'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { text } from '../../platform/language/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { isOwnEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { changeCache } from '../../platform/connection/query-cache.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { toastError } from '../../ui/states/toast.tsx'
import { likeCommand } from './feeds.outbox.ts'
import { NewLike } from './feeds.payload.ts'
import { likesQuery, postQuery } from './feeds.queries.ts'
import { feedStore, receiveCounts } from './feed-store.ts'

const likes = outbox.register<NewLike, LikeState>({
  ...likeCommand,
  payload: NewLike,
  send: (entry, options) => sendEntry(likeCommand, likeRoutes.like.reply, entry, options),
  onSent: ({ counts, hasLiked }, { payload: { postId } }) =>
    changeCache((cache) => {
      receiveCounts(feedStore(cache), postId, counts, hasLiked)
      void cache.invalidateQueries({ queryKey: likesQuery(postId).queryKey }) // shows the user's like at once
    }),
  // The post was deleted, or the user may no longer like it. The button returns to the state of the server.
  onRefused: (error, entry) => {
    const { feedId, postId } = entry.payload
    changeCache((cache) => void cache.invalidateQueries({ queryKey: postQuery(feedId, postId).queryKey }))
    if (isOwnEntry(entry)) toastError((error instanceof ApiError && error.message) || text('chrome.somethingWrong'))
  },
})

const unsentTo = (postId: string) =>
  likes.entries().filter(({ payload, state }) => payload.postId === postId && state !== 'failed')

/**
 * Likes or unlikes a post. It replaces an unsent like or unlike of the same post. It does nothing while the user is
 * unknown.
 */
export function setLiked({ id: postId, FeedId: feedId }: FeedPostForViewer, isLiked: boolean): void {
  const ownerId = sessionUserId()
  if (ownerId === null) return
  const replaced = unsentTo(postId).filter(({ state }) => state !== 'sending')
  void likes.enqueue({ id: newId(), lane: `like ${postId}`, ownerId, payload: { feedId, postId, isLiked } })
  for (const { id } of replaced) outbox.discard(id)
}

export interface ShownLike {
  readonly hasLiked: boolean
  readonly likeCount: number
  /** Whether the server cannot be reached, so that the outbox sends the like later. */
  readonly isWaiting: boolean
}

/** Returns the like state that the user sees: the post with the user's unsent like or unlike. */
export function shownLike({ id, likeCount, viewer: { hasLiked } }: FeedPostForViewer): ShownLike {
  const unsent = unsentTo(id).at(-1)
  if (!unsent) return { hasLiked, likeCount, isWaiting: false }
  const { isLiked } = unsent.payload
  const change = isLiked === hasLiked ? 0 : isLiked ? 1 : -1
  return { hasLiked: isLiked, likeCount: Math.max(0, likeCount + change), isWaiting: unsent.state === 'waiting' }
}

/** The hook for {@link shownLike}. The component rerenders when it changes. */
export function useShownLike(post: FeedPostForViewer): ShownLike {
  useSyncExternalStore(outbox.subscribe, likes.entries)
  return shownLike(post)
}
