import { useMutation, useQueryClient } from '@tanstack/react-query'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { coordinatesOf } from '../../platform/coordinates.ts'
import { allowedLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { likesQuery, postQuery } from './feeds.queries.ts'
import { changePost, removePost, upsertPost, applyCounts } from './post-cache.ts'

const entityType = 'post'

/** Likes or unlikes a post. The change is optimistic and is rolled back if the server refuses it. */
export function useLike({ id, FeedId }: FeedPostForViewer) {
  const cache = useQueryClient()
  const setLiked = (hasLiked: boolean) =>
    changePost(cache, FeedId, id, (post) =>
      post.viewer.hasLiked === hasLiked
        ? post
        : { ...post, likeCount: Math.max(0, post.likeCount + (hasLiked ? 1 : -1)), viewer: { ...post.viewer, hasLiked } },
    )
  return useMutation({
    mutationFn: async (isLiked: boolean) => {
      if (!isLiked) return call(likeRoutes.unlike, { params: { EntityId: id, entityType } })
      const coordinates = coordinatesOf(await allowedLocation())
      return call(likeRoutes.like, { body: { EntityId: id, entityType, ...coordinates } })
    },
    // Requests run one after another, so that the last click decides.
    scope: { id: `like ${id}` },
    onMutate: setLiked,
    onSuccess: ({ counts, hasLiked }) => {
      applyCounts(cache, FeedId, id, counts, hasLiked)
      void cache.invalidateQueries({ queryKey: likesQuery(id).queryKey }) // shows the own like at once
    },
    onError: (_error, isLiked) => {
      setLiked(!isLiked)
      void cache.invalidateQueries({ queryKey: postQuery(FeedId, id).queryKey })
    },
  })
}

export function useDeletePost({ id, FeedId, version }: FeedPostForViewer) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(postRoutes.remove, { params: { id: FeedId, postId: id } }),
    onSuccess: () => {
      removePost(cache, FeedId, id, version + 1)
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
      upsertPost(cache, post)
      toastSuccess('posts.reviewUpdated')
    },
    onError: (error) => {
      toastError(text('posts.reviewFailed'), error instanceof ApiError ? error.message : undefined)
      // Another moderator may have reviewed the post before.
      void cache.invalidateQueries({ queryKey: ['feeds', 'posts', FeedId] })
    },
  })
}
