import { useMutation, useQueryClient } from '@tanstack/react-query'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { allowedLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { postQuery } from './feeds.queries.ts'
import { changePost, dropPost, keepPost, takeCounts } from './post-cache.ts'

const entityType = 'post'

/** Likes or takes it back: seen at once, and as it was where the unit refuses. */
export function useLike({ id, FeedId }: FeedPostForViewer) {
  const cache = useQueryClient()
  const show = (hasLiked: boolean) =>
    changePost(cache, FeedId, id, (post) =>
      post.viewer.hasLiked === hasLiked
        ? post
        : { ...post, likeCount: Math.max(0, post.likeCount + (hasLiked ? 1 : -1)), viewer: { ...post.viewer, hasLiked } },
    )
  return useMutation({
    mutationFn: async (likes: boolean) => {
      if (!likes) return call(likeRoutes.unlike, { params: { EntityId: id, entityType } })
      const place = await allowedLocation()
      const { latitude = null, longitude = null } = place ?? {}
      return call(likeRoutes.like, { body: { EntityId: id, entityType, latitude, longitude } })
    },
    // One after the other: what was touched last is what holds.
    scope: { id: `like ${id}` },
    onMutate: show,
    onSuccess: ({ counts, hasLiked }) => takeCounts(cache, FeedId, id, counts, hasLiked),
    onError: (_error, likes) => {
      show(!likes)
      void cache.invalidateQueries({ queryKey: postQuery(FeedId, id).queryKey })
    },
  })
}

export function useDeletePost({ id, FeedId, version }: FeedPostForViewer) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(postRoutes.remove, { params: { id: FeedId, postId: id } }),
    onSuccess: () => {
      dropPost(cache, FeedId, id, version + 1)
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
      keepPost(cache, post)
      toastSuccess('posts.reviewUpdated')
    },
    onError: (error) => {
      toastError(text('posts.reviewFailed'), error instanceof ApiError ? error.message : undefined)
      // Somebody else may have been faster.
      void cache.invalidateQueries({ queryKey: ['feeds', 'posts', FeedId] })
    },
  })
}
