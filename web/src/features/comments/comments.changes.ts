import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { commentStore } from './comment-store.ts'
import { commentEntity } from './comments.entities.ts'
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
      commentStore(cache).put(commentEntity, comment)
      toastSuccess('comments.edited')
    },
  })
}

export function useDeleteComment({ id }: Comment) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(commentRoutes.remove, { params: { id } }),
    onSuccess: ({ version }) => {
      commentStore(cache).remove(commentEntity, id, version)
      toastSuccess('comments.deleted')
    },
  })
}
