import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { createContentIds } from '../../platform/forms/content-ids.ts'
import { coordinatesOf } from '../../platform/device/coordinates.ts'
import { ApiError, OfflineError } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { text } from '../../platform/language/i18n.ts'
import type { LatLng } from '../../ui/map/distance.ts'
import { toastError, toastSuccess } from '../../ui/states/toast.tsx'
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
 * Sends a changed post as one request. An edit needs a connection, because another user may change the same post: the
 * dialog stays open until the server has it. `percent` is the upload progress, null if no request runs.
 */
export function useEditPost(onDone: () => void) {
  const cache = useQueryClient()
  const [percent, setPercent] = useState<number | null>(null)
  const [clientIdOf] = useState(createContentIds)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (post: FeedPostForViewer, content: PostContent) => {
    const control = new AbortController()
    abort.current = control
    setPercent(0)
    const { text: textContent, files, location, removedIds } = content
    try {
      const saved = await call(postRoutes.edit, {
        params: { id: post.FeedId, postId: post.id },
        form: {
          textContent,
          ...coordinatesOf(location),
          removedMediaIds: removedIds.join(','),
          clientId: clientIdOf({ textContent, location, removedIds }, files),
        },
        files: files.map((file) => ({ field: 'mediaUrl', file, name: file.name })),
        signal: control.signal,
        onProgress: setPercent,
      })
      receivePost(feedStore(cache), saved)
      // Other users do not see a post that awaits approval again.
      toastSuccess(saved.isApproved === null ? 'posts.updatedWaits' : 'posts.updated')
      onDone()
    } catch (error) {
      setPercent(null)
      if (control.signal.aborted) return
      toastError(text(errorKey(error)), reasonOf(error)) // the dialog stays open (decisions/0019)
    }
  }
  return {
    percent,
    edit: (post: FeedPostForViewer, content: PostContent) => void send(post, content),
    cancel: () => abort.current?.abort(),
  }
}
