import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { coordinatesOf } from '../../platform/coordinates.ts'
import { ApiError, OfflineError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import type { LatLng } from '../../ui/map/distance.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { upsertPost } from './post-cache.ts'

/** Content of a post in the dialog. */
export interface PostContent {
  readonly text: string
  readonly files: readonly File[]
  readonly location: LatLng | null
  /** Ids of existing files that are removed. */
  readonly removedIds: readonly string[]
}

/** Identifies a content. The same content is sent with the same client id, so that a retry does not post twice. */
const fingerprintOf = ({ text: body, files, location }: PostContent) =>
  JSON.stringify([body, files.map(({ name, size, lastModified }) => [name, size, lastModified]), location])

const formOf = ({ text: body, location }: PostContent) => ({
  textContent: body,
  ...coordinatesOf(location),
})

const reasonOf = (error: unknown) =>
  error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : ''

/** Returns the key of the error text (specification, sections 5 and 8). */
const errorKey = (isEdit: boolean, error: unknown) => {
  if (error instanceof ApiError && error.code === 'post.empty') return 'posts.emptyContent'
  return isEdit ? 'posts.updateFailed' : 'posts.addFailed'
}

/** Returns the key of the success text. It differs for a post that awaits approval: other users do not see it yet. */
const successKey = (isEdit: boolean, { isApproved }: FeedPostForViewer) => {
  const isWaiting = isApproved === null
  if (isEdit) return isWaiting ? 'posts.updatedWaits' : 'posts.updated'
  return isWaiting ? 'posts.addedWaits' : 'posts.added'
}

/** Sends a new or changed post. `percent` is the upload progress, null if no request runs. */
export function useSendPost(feedId: string, post: FeedPostForViewer | null, onDone: () => void) {
  const cache = useQueryClient()
  const [percent, setPercent] = useState<number | null>(null)
  const attempt = useRef<{ content: string; clientId: string } | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const create = (content: PostContent, options: Upload) => {
    const fingerprint = fingerprintOf(content)
    if (attempt.current?.content !== fingerprint) attempt.current = { content: fingerprint, clientId: newId() }
    return call(postRoutes.create, {
      params: { id: feedId },
      form: { ...formOf(content), clientId: attempt.current.clientId },
      ...options,
    })
  }
  const send = async (content: PostContent) => {
    const control = new AbortController()
    abort.current = control
    setPercent(0)
    const options = {
      files: content.files.map((file) => ({ field: 'mediaUrl', file, name: file.name })),
      signal: control.signal,
      onProgress: setPercent,
    }
    try {
      const saved = await (post ? edit(post, content, options) : create(content, options))
      upsertPost(cache, saved)
      toastSuccess(successKey(post !== null, saved))
      onDone()
    } catch (error) {
      setPercent(null)
      if (control.signal.aborted) return
      toastError(text(errorKey(post !== null, error)), reasonOf(error)) // the dialog stays open (decisions/0018)
    }
  }
  return { percent, send: (content: PostContent) => void send(content), cancel: () => abort.current?.abort() }
}

interface Upload {
  readonly files: { field: string; file: File; name: string }[]
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

/** Edits a post. New files are added before others are removed, so that the post is never empty. */
async function edit({ id, FeedId }: FeedPostForViewer, content: PostContent, options: Upload): Promise<FeedPostForViewer> {
  const params = { id: FeedId, postId: id }
  const edited = await call(postRoutes.edit, { params, form: formOf(content), ...options })
  if (content.removedIds.length === 0) return edited
  return call(postRoutes.removeMedia, { params, body: { mediaIds: [...content.removedIds] }, signal: options.signal })
}
