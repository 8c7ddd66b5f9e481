import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useDeleteComment } from '../features/comments/comments.changes.ts'
import { comments } from '../features/comments/comments.resource.ts'
import { aComment } from '../features/comments/testing/fake-comments.ts'
import { feedStore, receivePost } from '../features/feeds/feed-store.ts'
import { useDeleteFeed } from '../features/feeds/feeds.changes.ts'
import { feedEntity, postEntity } from '../features/feeds/feeds.entities.ts'
import { useDeletePost } from '../features/feeds/posts.changes.ts'
import { aFeed, aPost } from '../features/feeds/testing/fake-posts.ts'
import { useLeaveGroup } from '../features/messaging/messaging.changes.ts'
import { threadEntity } from '../features/messaging/messaging.entities.ts'
import { aThread } from '../features/messaging/testing/fake-threads.ts'
import { messagingStore, receiveThread } from '../features/messaging/thread-store.ts'
import { pageStore, receivePage } from '../features/pages/page-store.ts'
import { useDeletePage } from '../features/pages/pages.changes.ts'
import { pageEntity } from '../features/pages/pages.entities.ts'
import { aPage } from '../features/pages/testing/fake-pages.ts'
import { renderPage } from '../testing/render-page.tsx'

/** One kind of content that the user can remove, with its store. */
interface Removal {
  readonly useRemove: () => { mutate: () => void; isSuccess: boolean }
  /** Adds a copy with the version. */
  readonly receive: (cache: QueryClient, version: number) => void
  readonly isKnown: (cache: QueryClient) => boolean
}

const comment = aComment(1)
const post = aPost(1)
const thread = aThread(1, { isGroup: true })
const readPage = aPage(1)

const removals: Record<string, Removal> = {
  comment: {
    useRemove: () => useDeleteComment(comment.id),
    receive: (cache, version) => comments.put(cache, { ...comment, version }),
    isKnown: (cache) => comments.storeOf(cache).get(comments.entity, comment.id) !== undefined,
  },
  post: {
    useRemove: () => useDeletePost(post),
    receive: (cache, version) => receivePost(feedStore(cache), { ...post, version }),
    isKnown: (cache) => feedStore(cache).get(postEntity, post.id) !== undefined,
  },
  feed: {
    useRemove: () => useDeleteFeed(aFeed.id),
    receive: (cache, version) => feedStore(cache).put(feedEntity, { ...aFeed, version }),
    isKnown: (cache) => feedStore(cache).get(feedEntity, aFeed.id) !== undefined,
  },
  page: {
    useRemove: () => useDeletePage(readPage.id),
    receive: (cache, version) => receivePage(pageStore(cache), { ...readPage, version }),
    isKnown: (cache) => pageStore(cache).get(pageEntity, readPage.id) !== undefined,
  },
  group: {
    useRemove: () => useLeaveGroup(thread.id),
    receive: (cache, version) => receiveThread(messagingStore(cache), { ...thread, version }),
    isKnown: (cache) => messagingStore(cache).get(threadEntity, thread.id) !== undefined,
  },
}

function RemoveButton({ useRemove, receive }: Removal) {
  const cache = useQueryClient()
  const { mutate, isSuccess } = useRemove()
  useEffect(() => receive(cache, 1), [cache, receive])
  return (
    <button type="button" onClick={() => mutate()}>
      {isSuccess ? 'Removed' : 'Remove'}
    </button>
  )
}

const request = vi.spyOn(window, 'fetch')
afterEach(() => request.mockReset())

test.each(Object.entries(removals))(
  'a late copy with the edit of another device does not bring a removed %s back',
  async (_, removal) => {
    request.mockImplementation(async () => Response.json({ ok: true, version: 4 }))
    const { cache } = await renderPage(<RemoveButton {...removal} />)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Removed' })).toBeVisible()
    expect(removal.isKnown(cache)).toBe(false)
    for (const version of [2, 3]) removal.receive(cache, version)
    expect(removal.isKnown(cache)).toBe(false)
    removal.receive(cache, 5)
    expect(removal.isKnown(cache)).toBe(true)
  },
)
