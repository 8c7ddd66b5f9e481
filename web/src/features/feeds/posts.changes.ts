import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { coordinatesOf } from '../../platform/coordinates.ts'
import { allowedLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { likesQuery, postQuery } from './feeds.queries.ts'
import { dropPost, feedStore, receiveCounts, receivePost } from './feed-store.ts'

const entityType = 'post'

const likeKey = (id: string) => ['like', id] as const

/** Likes or unlikes a post. */
export function useLike({ id, FeedId }: FeedPostForViewer) {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: likeKey(id),
    mutationFn: async (isLiked: boolean) => {
      if (!isLiked) return call(likeRoutes.unlike, { params: { EntityId: id, entityType } })
      const coordinates = coordinatesOf(await allowedLocation())
      return call(likeRoutes.like, { body: { EntityId: id, entityType, ...coordinates } })
    },
    // Requests run one after another, so that the last click decides.
    scope: { id: `like ${id}` },
    onSuccess: ({ counts, hasLiked }) => {
      receiveCounts(feedStore(cache), id, counts, hasLiked)
      void cache.invalidateQueries({ queryKey: likesQuery(id).queryKey }) // shows the own like at once
    },
    onError: () => void cache.invalidateQueries({ queryKey: postQuery(FeedId, id).queryKey }),
  })
}

/** Returns the like and the count of a post as they are shown: a click counts before the server has replied. */
export function useShownLike({ id, likeCount, viewer: { hasLiked } }: FeedPostForViewer) {
  const clicks = useMutationState({
    filters: { mutationKey: likeKey(id), status: 'pending' },
    select: ({ state }) => state.variables as boolean, // `as`: the variables of `useLike`
  })
  const isShown = clicks.at(-1) ?? hasLiked
  return { hasLiked: isShown, likeCount: Math.max(0, likeCount + Number(isShown) - Number(hasLiked)) }
}

export function useDeletePost({ id, FeedId, version }: FeedPostForViewer) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(postRoutes.remove, { params: { id: FeedId, postId: id } }),
    onSuccess: () => {
      dropPost(feedStore(cache), id, version + 1)
      toastSuccess('posts.deleted')
    },
  })
}

export interface Review {
  readonly isApproved: boolean
  readonly reviewRemarks: string
}

export function useReviewPost({ id, FeedId }: FeedPostForViewer) {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (review: Review) => call(postRoutes.review, { params: { id: FeedId, postId: id }, body: review }),
    onSuccess: (post) => {
      receivePost(feedStore(cache), post)
      toastSuccess('posts.reviewUpdated')
    },
    onError: (error) => {
      toastError(text('posts.reviewFailed'), error instanceof ApiError ? error.message : undefined)
      // Another moderator may have reviewed the post before.
      void cache.invalidateQueries({ queryKey: ['feeds', 'posts', FeedId] })
    },
  })
}
