import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { removeComment, upsertComment } from './comment-cache.ts'
import type { CommentContent } from './unsent-comments.ts'

const filesOf = (image: File | null) => (image ? [{ field: 'files', file: image, name: image.name }] : [])

export interface CommentChange extends CommentContent {
  readonly removesImage: boolean
}

export function useEditComment(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ text: body, image, removesImage }: CommentChange) =>
      call(commentRoutes.edit, { params: { id }, form: { description: body, removesImage }, files: filesOf(image) }),
    onSuccess: (comment) => {
      upsertComment(cache, comment)
      toastSuccess('comments.edited')
    },
  })
}

export function useDeleteComment({ id, EntityId }: Comment) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(commentRoutes.remove, { params: { id } }),
    onSuccess: () => {
      removeComment(cache, EntityId, id)
      toastSuccess('comments.deleted')
    },
  })
}
