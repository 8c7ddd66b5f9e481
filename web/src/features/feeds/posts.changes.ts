import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { call } from '../../platform/connection/http.ts'
import { text } from '../../platform/language/i18n.ts'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { toastError, toastSuccess } from '../../ui/states/toast.tsx'
import { useChange } from '../../ui/states/use-change.ts'
import { removePost, feedStore, receivePost } from './feed-store.ts'

export const useDeletePost = ({ id, FeedId }: FeedPostForViewer) =>
  useChange(
    () => call(postRoutes.remove, { params: { id: FeedId, postId: id } }),
    (cache, { version }) => removePost(feedStore(cache), id, version),
    'posts.deleted',
  )

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
