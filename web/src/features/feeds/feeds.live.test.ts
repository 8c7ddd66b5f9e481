import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { createReceiver } from '../../platform/connection/live.ts'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { feedsLive, likesLive } from './feeds.live.ts'
import { feedMembersQuery, feedQuery, myMembershipQuery, postsQuery } from './feeds.queries.ts'
import { feedStore, receiveMembership, receivePost } from './feed-store.ts'
import { feedEntity, postCoverage } from './feeds.entities.ts'
import { type PostTab, unfiltered } from './post-filter.ts'
import { postOf, postsOf } from './post-views.ts'
import { aFeed, aMember, aPost, person, sharedPost, unreviewed } from './testing/fake-posts.ts'

const ben = person('Ben')
const tabs = ['posts', 'approve', 'yours'] as const
const keyOf = (tab: PostTab, changes = {}) => postsQuery(aFeed.id, { ...unfiltered, tab, ...changes }).queryKey
const pagesOf = (posts: readonly FeedPostForViewer[], nextCursor: string | null = null) => ({
  pages: [{ ids: posts.map(({ id }) => id), nextCursor }],
  pageParams: [null],
})

/** Returns the server's replies to Ben for a refetch of every tab. */
const answersOf = (posts: readonly FeedPostForViewer[]) => ({
  posts: posts.filter(({ isApproved }) => isApproved === true),
  approve: posts.filter(({ isApproved }) => isApproved === null),
  yours: posts.filter(({ CreatedByUserId }) => CreatedByUserId === ben.id),
})

/** Creates a page of Ben with every tab loaded (newest first). `receive` delivers an event. */
function pageWith(posts: readonly FeedPostForViewer[], { isModerator = false } = {}) {
  const cache = new QueryClient()
  const store = feedStore(cache)
  const answers = answersOf(posts)
  const setModerator = (canModeratePosts: boolean, at: number) => {
    const membership = aMember(ben, { canModeratePosts })
    receiveMembership(store, { id: aFeed.id, membership, at, read: store.beginRead() })
  }
  store.put(feedEntity, aFeed)
  setModerator(isModerator, 1)
  for (const post of posts) receivePost(store, post)
  cache.setQueryData(feedQuery(aFeed.id).queryKey, aFeed.id)
  cache.setQueryData(myMembershipQuery(aFeed.id).queryKey, aFeed.id)
  for (const tab of tabs) {
    cache.setQueryData(keyOf(tab), pagesOf(answers[tab]))
    store.put(postCoverage, { id: `${aFeed.id} ${tab}`, ofId: aFeed.id, at: 1, through: null })
  }
  const receiver = createReceiver(cache, [feedsLive, likesLive])
  let count = 0
  const shown = (tab: PostTab, changes = {}) =>
    postsOf(store, aFeed.id, { ...unfiltered, tab, ...changes }, cache.getQueryData(keyOf(tab, changes))?.pages)
  return {
    cache,
    store,
    setModerator,
    receive: (name: string, payload: unknown) => receiver(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => ({ posts: shown('posts'), approve: shown('approve'), yours: shown('yours') }),
    shownIn: shown,
    isStale: (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated,
  }
}

const deletion = ({ FeedId, id }: FeedPostForViewer, version: number) => ({ FeedId, id, version })

beforeEach(() => setCurrentUser({ id: ben.id, isAdmin: false }))

test('a new post appears first, or last if the oldest posts are first, as a refetch shows it', () => {
  const [older, newer] = [aPost(1), aPost(2)]
  const page = pageWith([older])
  page.cache.setQueryData(keyOf('posts', { order: 'asc' }), pagesOf([older]))
  page.receive('post:created', sharedPost(newer))
  expect(page.shown()).toEqual(answersOf([newer, older]))
  expect(page.shownIn('posts', { order: 'asc' })).toEqual([older, newer])
})

test('a post below the loaded pages is not added', () => {
  const loaded = aPost(5)
  const page = pageWith([loaded])
  page.cache.setQueryData(keyOf('posts'), pagesOf([loaded], loaded.id))
  page.receive('post:created', sharedPost(aPost(3)))
  expect(page.shown().posts).toEqual([loaded])
})

test('a list that is filtered by name or days refetches', () => {
  const page = pageWith([])
  const narrowed = keyOf('posts', { userName: 'chie' })
  page.cache.setQueryData(narrowed, pagesOf([]))
  page.receive('post:created', sharedPost(aPost(1)))
  expect([page.isStale(narrowed), page.isStale(keyOf('posts'))]).toEqual([true, false])
})

test('a pending post is in the moderator’s tab and moves to the posts when another moderator approves it', () => {
  const waiting = aPost(1, { isApproved: null, viewer: { hasLiked: false, review: unreviewed } })
  const page = pageWith([], { isModerator: true })
  page.receive('post:created', sharedPost(waiting))
  expect(page.shown()).toEqual(answersOf([waiting]))
  const review = {
    reviewRemarks: 'good',
    reviewedAt: waiting.createdAt,
    ReviewedByUserId: person('Aiko').id,
    reviewedBy: person('Aiko'),
  }
  const approved = { ...waiting, isApproved: true, version: 2, viewer: { hasLiked: false, review } }
  page.receive('post:review', { ...sharedPost(approved), review })
  expect(page.shown()).toEqual(answersOf([approved]))
})

test('a post that awaits approval again stays in its author’s tab in any order of events, and disappears for others', () => {
  const ownPost = aPost(1, { CreatedByUserId: ben.id, createdBy: ben, viewer: { hasLiked: false, review: unreviewed } })
  const resubmitted = { ...ownPost, isApproved: null, textContent: 'changed', version: 2 }
  for (const order of [
    ['updated', 'deleted'],
    ['deleted', 'updated'],
  ]) {
    const page = pageWith([ownPost])
    for (const event of order) {
      if (event === 'updated') page.receive('post:updated', sharedPost(resubmitted))
      else page.receive('post:deleted', deletion(resubmitted, 2))
    }
    expect(page.shown()).toEqual(answersOf([resubmitted]))
  }
  const others = pageWith([aPost(2)])
  others.receive('post:deleted', deletion(aPost(2), 2))
  expect(others.shown()).toEqual(answersOf([]))
})

test('an event with an older version neither changes a post nor restores a deleted one', () => {
  const post = aPost(1, { version: 3 })
  const page = pageWith([post])
  page.receive('post:updated', sharedPost({ ...post, textContent: 'long ago', version: 2 }))
  expect(page.shown()).toEqual(answersOf([post]))
  page.receive('post:deleted', deletion(post, 4))
  page.receive('post:created', sharedPost(post))
  expect(page.shown()).toEqual(answersOf([]))
})

test('counts follow their own version, and an edit of the post keeps them', () => {
  const post = aPost(1)
  const page = pageWith([post])
  const counts = { views: 4, likeCount: 2, commentCount: 3, countsVersion: 5 }
  page.receive('post:counted', { FeedId: aFeed.id, id: post.id, ...counts })
  page.receive('post:counted', { FeedId: aFeed.id, id: post.id, views: 1, likeCount: 1, commentCount: 1, countsVersion: 4 })
  page.receive('post:updated', sharedPost({ ...post, textContent: 'changed', version: 2 }))
  expect(page.shown()).toEqual(answersOf([{ ...post, ...counts, textContent: 'changed', version: 2 }]))
})

test('an own like on any device sets hasLiked, and a like of another user does not', () => {
  const post = aPost(1)
  const page = pageWith([post])
  const liked = (user: typeof ben, isLiked: boolean, likeCount: number, countsVersion: number) =>
    page.receive('like:changed', {
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
  expect(postOf(page.store, post.id)).toEqual(now)
})

test('an event of an unknown post with likes refetches the list, since only the server knows whether Ben likes it', () => {
  const page = pageWith([])
  page.receive('post:created', sharedPost(aPost(1, { likeCount: 2 })))
  expect(page.shown().posts).toEqual([])
  expect(page.isStale(keyOf('posts'))).toBe(true)
})

test('feed:changed refetches the feed with its posts and members, but no other feed', () => {
  const page = pageWith([aPost(1)])
  page.cache.setQueryData(feedMembersQuery(aFeed.id).queryKey, aFeed.id)
  const other = { ...aFeed, id: person('Aiko').id }
  page.cache.setQueryData(feedQuery(other.id).queryKey, other.id)
  page.receive('feed:changed', { FeedId: aFeed.id })
  const keys = [feedQuery(aFeed.id), myMembershipQuery(aFeed.id), feedMembersQuery(aFeed.id)].map(({ queryKey }) => queryKey)
  for (const key of [...keys, ...tabs.map((tab) => keyOf(tab))]) expect(page.isStale(key)).toBe(true)
  expect(page.isStale(feedQuery(other.id).queryKey)).toBe(false)
})

test('a member who may moderate again does not see an empty list of pending posts before the next reply', () => {
  const page = pageWith([aPost(1)], { isModerator: true })
  expect(page.shown().approve).toEqual([])
  page.setModerator(false, 2)
  page.setModerator(true, 3)
  expect(page.shown().approve).toBeUndefined()
})

test('a member who may no longer moderate loses the pending posts of others, including those that arrive late', () => {
  const [visible, waiting] = [aPost(1), aPost(2, { isApproved: null, viewer: { hasLiked: false, review: unreviewed } })]
  const own = aPost(3, { isApproved: null, CreatedByUserId: ben.id, viewer: { hasLiked: false, review: unreviewed } })
  const page = pageWith([visible, waiting, own], { isModerator: true })
  expect(page.shown().approve).toEqual([own, waiting])
  page.setModerator(false, 2)
  page.receive('post:updated', sharedPost({ ...waiting, version: 2 }))
  expect(page.shown()).toEqual({ posts: [visible], approve: undefined, yours: [own] })
  expect(postOf(page.store, waiting.id)).toBeUndefined()
})

test('a feed that is removed is removed with its posts', () => {
  const page = pageWith([aPost(1)])
  page.store.beginRead().forgetMissing(feedEntity, [aFeed.id], new Set())
  expect(page.shown()).toEqual({ posts: undefined, approve: undefined, yours: undefined })
})
