import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { coordinatesOf } from '../../platform/coordinates.ts'
import { ApiError, OfflineError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import type { LatLng } from '../../ui/map/distance.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { feedStore, receivePost } from './feed-store.ts'

/** Content of a post in the dialog. */
export interface PostContent {
  readonly text: string
  readonly files: readonly File[]
  readonly location: LatLng | null
  /** Ids of existing files that are removed. */
  readonly removedIds: readonly string[]
}

const reasonOf = (error: unknown) =>
  error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : ''

/** Returns the key of the error text (specification, sections 5 and 8). */
const errorKey = (error: unknown) =>
  error instanceof ApiError && error.code === 'post.empty' ? 'posts.emptyContent' : 'posts.updateFailed'

/**
 * Sends a changed post. An edit needs a connection, because another user may change the same post: the dialog stays
 * open until the server has it. `percent` is the upload progress, null if no request runs.
 */
export function useEditPost(onDone: () => void) {
  const cache = useQueryClient()
  const [percent, setPercent] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (post: FeedPostForViewer, content: PostContent) => {
    const control = new AbortController()
    abort.current = control
    setPercent(0)
    const options = {
      files: content.files.map((file) => ({ field: 'mediaUrl', file, name: file.name })),
      signal: control.signal,
      onProgress: setPercent,
    }
    try {
      const saved = await edit(post, content, options)
      receivePost(feedStore(cache), saved)
      // Other users do not see a post that awaits approval again.
      toastSuccess(saved.isApproved === null ? 'posts.updatedWaits' : 'posts.updated')
      onDone()
    } catch (error) {
      setPercent(null)
      if (control.signal.aborted) return
      toastError(text(errorKey(error)), reasonOf(error)) // the dialog stays open (decisions/0018)
    }
  }
  return {
    percent,
    edit: (post: FeedPostForViewer, content: PostContent) => void send(post, content),
    cancel: () => abort.current?.abort(),
  }
}

interface Upload {
  readonly files: { field: string; file: File; name: string }[]
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

/** Edits a post. New files are added before others are removed, so that the post is never empty. */
async function edit(
  { id, FeedId }: FeedPostForViewer,
  { text: body, location, removedIds }: PostContent,
  options: Upload,
): Promise<FeedPostForViewer> {
  const params = { id: FeedId, postId: id }
  const form = { textContent: body, ...coordinatesOf(location) }
  const edited = await call(postRoutes.edit, { params, form, ...options })
  if (removedIds.length === 0) return edited
  return call(postRoutes.removeMedia, { params, body: { mediaIds: [...removedIds] }, signal: options.signal })
}
