import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { comments } from './comments.resource.ts'

export interface CommentChange {
  readonly text: string
  readonly image: File | null
  readonly removesImage: boolean
}

export const useEditComment = (id: string) =>
  useChange(
    ({ text: description, image, removesImage }: CommentChange) =>
      call(commentRoutes.edit, {
        params: { id },
        form: { description, removesImage },
        files: image ? [{ field: 'files', file: image, name: image.name }] : [],
      }),
    comments.put,
    'comments.edited',
  )

export const useDeleteComment = (id: string) =>
  useChange(
    () => call(commentRoutes.remove, { params: { id } }),
    (cache, { version }) => comments.remove(cache, { id, version }),
    'comments.deleted',
  )
