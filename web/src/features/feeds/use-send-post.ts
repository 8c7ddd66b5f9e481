import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { ApiError, OfflineError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import type { Place } from '../../ui/map/distance.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { keepPost } from './post-cache.ts'

/** What a post holds, as it stands in the dialog. */
export interface PostContent {
  readonly text: string
  readonly files: readonly File[]
  readonly place: Place | null
  /** Files of the post that are taken off it. */
  readonly removedIds: readonly string[]
}

/** The same content is sent under the same id, so that trying again never posts it twice. */
const sameContent = ({ text: words, files, place }: PostContent) =>
  JSON.stringify([words, files.map(({ name, size, lastModified }) => [name, size, lastModified]), place])

const formOf = ({ text: words, place }: PostContent) => ({
  textContent: words,
  latitude: place ? String(place.latitude) : '',
  longitude: place ? String(place.longitude) : '',
})

const whyOf = (error: unknown) =>
  error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : ''

/** Sends a new post, or the changes of one; `percent` is null while nothing is on its way. */
export function useSendPost(feedId: string, post: FeedPostForViewer | null, onDone: () => void) {
  const cache = useQueryClient()
  const [percent, setPercent] = useState<number | null>(null)
  const attempt = useRef<{ content: string; clientId: string } | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const create = (content: PostContent, options: Upload) => {
    const same = sameContent(content)
    if (attempt.current?.content !== same) attempt.current = { content: same, clientId: newId() }
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
      keepPost(cache, await (post ? edit(post, content, options) : create(content, options)))
      toastSuccess(post ? 'posts.updated' : 'posts.added')
      onDone()
    } catch (error) {
      setPercent(null)
      if (control.signal.aborted) return
      if (!post) return toastError(text('posts.addFailed'), whyOf(error))
      toastError(whyOf(error) || text('chrome.somethingWrong'))
      onDone() // specification, section 8: a failed change closes its dialog
    }
  }
  return { percent, send: (content: PostContent) => void send(content), cancel: () => abort.current?.abort() }
}

interface Upload {
  readonly files: { field: string; file: File; name: string }[]
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

/** New files come first: a post is never without any content in between. */
async function edit({ id, FeedId }: FeedPostForViewer, content: PostContent, options: Upload): Promise<FeedPostForViewer> {
  const params = { id: FeedId, postId: id }
  const edited = await call(postRoutes.edit, { params, form: formOf(content), ...options })
  if (content.removedIds.length === 0) return edited
  return call(postRoutes.removeMedia, { params, body: { mediaIds: [...content.removedIds] }, signal: options.signal })
}
