import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { coordinatesOf } from '../../platform/coordinates.ts'
import { allowedLocation } from '../../platform/geolocation.ts'
import { ApiError, OfflineError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { removeComment, upsertComment } from './comment-cache.ts'

export interface CommentContent {
  readonly text: string
  readonly image: File | null
}

const filesOf = (image: File | null) => (image ? [{ field: 'files', file: image, name: image.name }] : [])

/** Identifies a content. The same content is sent with the same client id, so that a retry does not add it twice. */
const fingerprintOf = (postId: string, { text: body, image }: CommentContent) =>
  JSON.stringify([postId, body, image && [image.name, image.size, image.lastModified]])

/** Adds a comment. `percent` is the upload progress of its picture. */
export function useAddComment(postId: string) {
  const cache = useQueryClient()
  const [percent, setPercent] = useState(0)
  const attempt = useRef<{ content: string; clientId: string } | null>(null)
  const abort = useRef<AbortController | null>(null)
  const mutation = useMutation({
    meta: { isHandled: true },
    mutationFn: async (comment: CommentContent) => {
      const content = fingerprintOf(postId, comment)
      if (attempt.current?.content !== content) attempt.current = { content, clientId: newId() }
      const { clientId } = attempt.current
      abort.current = new AbortController()
      setPercent(0)
      const coordinates = coordinatesOf(await allowedLocation())
      return call(commentRoutes.create, {
        form: {
          EntityId: postId,
          entityType: 'post',
          description: comment.text,
          ...coordinates,
          clientId,
        },
        files: filesOf(comment.image),
        signal: abort.current.signal,
        onProgress: setPercent,
      })
    },
    onSuccess: (comment) => {
      attempt.current = null
      upsertComment(cache, comment)
      toastSuccess('comments.added')
    },
    onError: (error) => {
      if (!abort.current?.signal.aborted) toastFailure(error, 'comments.notAdded')
    },
  })
  return { ...mutation, percent, cancel: () => abort.current?.abort() }
}

const toastFailure = (error: unknown, key: 'comments.notAdded' | 'chrome.somethingWrong') =>
  toastError(
    text(key),
    error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : undefined,
  )

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
