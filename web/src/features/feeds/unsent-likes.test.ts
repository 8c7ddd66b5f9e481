import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { setQueryCache } from '../../platform/connection/query-cache.ts'
import { setSessionUser } from '../../platform/session/session.ts'
import { storagePrefixes, storedKeys } from '../../platform/session/storage.ts'
import { currentToast } from '../../ui/states/toast.tsx'
import { feedStore, receivePost } from './feed-store.ts'
import { postOf } from './post-views.ts'
import { aPost } from './testing/fake-posts.ts'
import { setLiked, shownLike } from './unsent-likes.ts'

fakeStorage()
const post = aPost(1, { likeCount: 3 })
const counts = { views: 0, likeCount: 4, commentCount: 0, countsVersion: 9 }
const fetchMock = vi.fn<typeof fetch>()
const accept: typeof fetch = async (_address, init) => {
  const state = { EntityId: post.id, entityType: 'post', hasLiked: init?.method === 'POST', counts }
  return new Response(JSON.stringify(state))
}
const failOffline = () => Promise.reject(new TypeError('Failed to fetch'))
const methods = () => fetchMock.mock.calls.map(([, init]) => init?.method)
const stored = () => storedKeys(storagePrefixes.unsent)
let cache: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  setSessionUser(null, 'ben')
  setCurrentUser({ id: 'ben', isAdmin: false })
  cache = new QueryClient()
  setQueryCache(cache)
  receivePost(feedStore(cache), post)
})
afterEach(async () => {
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  fetchMock.mockReset()
  vi.useRealTimers()
})

test('a like that is pressed without a connection is shown, stored and sent later', async () => {
  fetchMock.mockImplementation(failOffline)
  setLiked(post, true)
  expect(shownLike(post)).toEqual({ hasLiked: true, likeCount: 4, isWaiting: false })
  await vi.advanceTimersByTimeAsync(0)
  expect(shownLike(post)).toEqual({ hasLiked: true, likeCount: 4, isWaiting: true })
  expect([stored().length, outbox.contentCount()]).toEqual([1, 0])

  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect([methods(), stored()]).toEqual([['POST'], []])
  const known = postOf(feedStore(cache), post.id)
  expect(known).toMatchObject({ likeCount: 4, viewer: { hasLiked: true } })
})

test('of several presses without a connection only the last one is sent', async () => {
  fetchMock.mockImplementation(failOffline)
  for (const isLiked of [true, false, true, false]) {
    setLiked(post, isLiked)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(shownLike(post)).toMatchObject({ hasLiked: false, likeCount: 3 })
  expect(stored()).toHaveLength(1)
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect(methods()).toEqual(['DELETE'])
})

test('a press of the like button during the request of the previous press is sent after it', async () => {
  const first = Promise.withResolvers<Response>()
  fetchMock.mockImplementationOnce(() => first.promise).mockImplementation(accept)
  setLiked(post, true)
  await vi.advanceTimersByTimeAsync(0)
  setLiked(post, false)
  await vi.advanceTimersByTimeAsync(0)
  expect(methods()).toEqual(['POST'])
  first.resolve(await accept('', { method: 'POST' }))
  await vi.advanceTimersByTimeAsync(0)
  expect([methods(), stored()]).toEqual([['POST', 'DELETE'], []])
})

test('a refused like is reverted and the server’s message is shown', async () => {
  const refusal = { code: 'post.notFound', message: 'The post does not exist', issues: [] }
  fetchMock.mockImplementation(async () => new Response(JSON.stringify(refusal), { status: 404 }))
  setLiked(post, true)
  await vi.advanceTimersByTimeAsync(0)
  expect([shownLike(post), stored()]).toEqual([{ hasLiked: false, likeCount: 3, isWaiting: false }, []])
  expect(currentToast()).toMatchObject({ tone: 'error', title: 'The post does not exist' })
  await outbox.retryNow()
  expect(methods()).toEqual(['POST'])
})

test('an unknown user likes nothing', () => {
  setSessionUser('token of another session', 'ben')
  setLiked(post, true)
  expect([fetchMock.mock.calls, shownLike(post).hasLiked]).toEqual([[], false])
})
