import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { createReceiver } from '../../platform/live.ts'
import { setReader } from '../../platform/reader.ts'
import { feedsLive, likesLive } from './feeds.live.ts'
import {
  feedMembersQuery,
  feedQuery,
  myMembershipQuery,
  type PostTab,
  postQuery,
  postsQuery,
  unfiltered,
} from './feeds.queries.ts'
import { aFeed, aMember, aPost, person, shared, unreviewed } from './testing/posts.ts'

const ben = person('Ben')
const tabs = ['posts', 'approve', 'yours'] as const
const keyOf = (tab: PostTab, changes = {}) => postsQuery(aFeed.id, { ...unfiltered, tab, ...changes }).queryKey
const pagesOf = (posts: readonly FeedPostForViewer[], nextCursor: string | null = null) => ({
  pages: [{ posts: [...posts], nextPage: null, nextCursor }],
  pageParams: [null],
})

/** What the unit would answer Ben to a refetch of every tab. */
const answersOf = (posts: readonly FeedPostForViewer[]) => ({
  posts: posts.filter(({ isApproved }) => isApproved === true),
  approve: posts.filter(({ isApproved }) => isApproved === null),
  yours: posts.filter(({ CreatedByUserId }) => CreatedByUserId === ben.id),
})

/** A page of Ben's that has loaded every tab (newest first), and a way to let an event arrive. */
function pageWith(posts: readonly FeedPostForViewer[], { isModerator = false } = {}) {
  const cache = new QueryClient()
  const answers = answersOf(posts)
  cache.setQueryData(feedQuery(aFeed.id).queryKey, aFeed)
  cache.setQueryData(myMembershipQuery(aFeed.id).queryKey, aMember(ben, { canModeratePosts: isModerator }))
  for (const tab of tabs) cache.setQueryData(keyOf(tab), pagesOf(answers[tab]))
  const receive = createReceiver(cache, [feedsLive, likesLive])
  let count = 0
  const shown = (tab: PostTab) => cache.getQueryData(keyOf(tab))?.pages.flatMap((page) => page.posts)
  return {
    cache,
    hears: (name: string, payload: unknown) => receive(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => ({ posts: shown('posts'), approve: shown('approve'), yours: shown('yours') }),
    isStale: (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated,
  }
}

const gone = ({ FeedId, id }: FeedPostForViewer, version: number) => ({ FeedId, id, version })

beforeEach(() => setReader({ id: ben.id, isAdmin: false }))

test('a new post stands on top, or at the end of the oldest first, as a refetch shows it', () => {
  const [older, newer] = [aPost(1), aPost(2)]
  const page = pageWith([older])
  page.cache.setQueryData(keyOf('posts', { order: 'asc' }), pagesOf([older]))
  page.hears('post:created', shared(newer))
  expect(page.shown()).toEqual(answersOf([newer, older]))
  expect(page.cache.getQueryData(keyOf('posts', { order: 'asc' }))).toEqual(pagesOf([older, newer]))
})

test('a post below what is loaded waits for its page', () => {
  const loaded = aPost(5)
  const page = pageWith([])
  page.cache.setQueryData(keyOf('posts'), pagesOf([loaded], loaded.id))
  page.hears('post:created', shared(aPost(3)))
  expect(page.shown().posts).toEqual([loaded])
})

test('a list that is narrowed by a name or by days asks again, since only the unit knows whom it holds', () => {
  const page = pageWith([])
  const narrowed = keyOf('posts', { userName: 'chie' })
  page.cache.setQueryData(narrowed, pagesOf([]))
  page.hears('post:created', shared(aPost(1)))
  expect([page.isStale(narrowed), page.isStale(keyOf('posts'))]).toEqual([true, false])
})

test('what waits is for the moderator to approve, and moves to the posts when another one does', () => {
  const waiting = aPost(1, { isApproved: null, viewer: { hasLiked: false, review: unreviewed } })
  const page = pageWith([], { isModerator: true })
  page.hears('post:created', shared(waiting))
  expect(page.shown()).toEqual(answersOf([waiting]))
  const review = {
    reviewRemarks: 'good',
    reviewedAt: waiting.createdAt,
    ReviewedByUserId: person('Aiko').id,
    reviewedBy: person('Aiko'),
  }
  const approved = { ...waiting, isApproved: true, version: 2, viewer: { hasLiked: false, review } }
  page.hears('post:review', { ...shared(approved), review })
  expect(page.shown()).toEqual(answersOf([approved]))
})

test('an author’s post stays theirs when it waits again, whichever event comes first, and is gone for all others', () => {
  const mine = aPost(1, { CreatedByUserId: ben.id, createdBy: ben, viewer: { hasLiked: false, review: unreviewed } })
  const again = { ...mine, isApproved: null, textContent: 'changed', version: 2 }
  for (const order of [
    ['updated', 'deleted'],
    ['deleted', 'updated'],
  ]) {
    const page = pageWith([mine])
    for (const what of order) {
      if (what === 'updated') page.hears('post:updated', shared(again))
      else page.hears('post:deleted', gone(again, 2))
    }
    expect(page.shown()).toEqual(answersOf([again]))
  }
  const others = pageWith([aPost(2)])
  others.hears('post:deleted', gone(aPost(2), 2))
  expect(others.shown()).toEqual(answersOf([]))
})

test('what is older than what was heard changes nothing: no change, and no post that comes back', () => {
  const post = aPost(1, { version: 3 })
  const page = pageWith([post])
  page.hears('post:updated', shared({ ...post, textContent: 'long ago', version: 2 }))
  expect(page.shown()).toEqual(answersOf([post]))
  page.hears('post:deleted', gone(post, 4))
  page.hears('post:created', shared(post))
  expect(page.shown()).toEqual(answersOf([]))
})

test('counts go forward alone, apart from the post’s own version, and a change of its words keeps them', () => {
  const post = aPost(1)
  const page = pageWith([post])
  const counts = { views: 4, likeCount: 2, commentCount: 3, countsVersion: 5 }
  page.hears('post:counted', { FeedId: aFeed.id, id: post.id, ...counts })
  page.hears('post:counted', { FeedId: aFeed.id, id: post.id, views: 1, likeCount: 1, commentCount: 1, countsVersion: 4 })
  page.hears('post:updated', shared({ ...post, textContent: 'changed', version: 2 }))
  expect(page.shown()).toEqual(answersOf([{ ...post, ...counts, textContent: 'changed', version: 2 }]))
})

test('a like is one’s own only where one gave it, on whatever device', () => {
  const post = aPost(1)
  const page = pageWith([post])
  page.cache.setQueryData(postQuery(aFeed.id, post.id).queryKey, post)
  const liked = (user: typeof ben, isLiked: boolean, likeCount: number, countsVersion: number) =>
    page.hears('like:changed', {
      EntityId: post.id,
      entityType: 'post',
      FeedId: aFeed.id,
      UserId: user.id,
      user,
      isLiked,
      counts: { views: 0, likeCount, commentCount: 0, countsVersion },
    })
  liked(person('Aiko'), true, 1, 1)
  expect(page.shown().posts).toEqual([{ ...post, likeCount: 1, countsVersion: 1 }])
  liked(ben, true, 2, 2)
  liked(ben, false, 1, 1)
  const now = { ...post, likeCount: 2, countsVersion: 2, viewer: { hasLiked: true, review: null } }
  expect(page.shown()).toEqual(answersOf([now]))
  expect(page.cache.getQueryData(postQuery(aFeed.id, post.id).queryKey)).toEqual(now)
})

test('a post that others like and this page never saw is asked for: only the unit knows whether Ben does', () => {
  const page = pageWith([])
  page.hears('post:created', shared(aPost(1, { likeCount: 2 })))
  expect(page.shown().posts).toEqual([])
  expect(page.isStale(keyOf('posts'))).toBe(true)
})

test('a changed feed is asked for with all that hangs on it, and no other', () => {
  const page = pageWith([aPost(1)])
  page.cache.setQueryData(feedMembersQuery(aFeed.id).queryKey, { items: [], nextCursor: null })
  const other = { ...aFeed, id: person('Aiko').id }
  page.cache.setQueryData(feedQuery(other.id).queryKey, other)
  page.hears('feed:changed', { FeedId: aFeed.id })
  const keys = [feedQuery(aFeed.id), myMembershipQuery(aFeed.id), feedMembersQuery(aFeed.id)].map(({ queryKey }) => queryKey)
  for (const key of [...keys, ...tabs.map((tab) => keyOf(tab))]) expect(page.isStale(key)).toBe(true)
  expect(page.isStale(feedQuery(other.id).queryKey)).toBe(false)
})
