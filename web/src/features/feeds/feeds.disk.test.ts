import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { openEntityDatabase } from '../../platform/store/entity-database.ts'
import { createStoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk, storeOf } from '../../platform/store/stores.ts'
import { feedStore, receiveMembership, receivePost, receiveSharedPost } from './feed-store.ts'
import {
  feedEntity,
  feedListingEntity,
  ownLikeEntity,
  postCountsEntity,
  postCoverage,
  postEntity,
  postReviewEntity,
} from './feeds.entities.ts'
import { feedQuery, postQuery, postsQuery } from './feeds.queries.ts'
import { unfiltered } from './post-filter.ts'
import { feedsOf, postOf, postsOf } from './post-views.ts'
import { aFeed, aMember, aPost, person, unreviewed } from './testing/fake-posts.ts'

const ben = person('Ben')
const http = vi.hoisted(() => ({ call: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../platform/connection/http.ts', () => http)

beforeEach(() => {
  setAccessToken('secret')
  setSessionUser('secret', ben.id)
  setCurrentUser({ id: ben.id, isAdmin: false })
  http.call.mockRejectedValue(new Error('offline'))
})

/** Opens a page of Ben. @param device name of the database of his device */
async function openPage(device: string) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const database = openEntityDatabase(device)
  let reached: string | null = null
  const cursor = { value: () => reached, restart: (next: string | null) => void (reached = next) }
  const disk = createStoreDisk({ store: storeOf(cache), database, cursor, isFurther: () => true, ownerId: () => ben.id })
  setDisk(storeOf(cache), disk)
  disk.claim()
  await disk.ready()
  cursor.restart('1.1')
  const store = feedStore(cache)
  return {
    cache,
    store,
    database,
    flush: disk.flush,
    close: async () => {
      await disk.flush()
      await database.close()
    },
    /** Tries to read a tab, whose request fails. */
    readOffline: async (tab: 'posts' | 'approve' | 'yours') => {
      await expect(cache.fetchInfiniteQuery({ ...postsQuery(aFeed.id, { ...unfiltered, tab }), retry: false })).rejects.toThrow(
        'offline',
      )
      return postsOf(store, aFeed.id, { ...unfiltered, tab }, undefined)
    },
  }
}

/** A device on which Ben, a moderator, has read a feed with posts of all kinds. */
async function deviceOfModerator(device: string) {
  const review = { ...unreviewed, reviewRemarks: 'too long' }
  const visible = aPost(1, { viewer: { hasLiked: true, review: unreviewed }, likeCount: 1, countsVersion: 1 })
  const waiting = aPost(2, { isApproved: null, viewer: { hasLiked: false, review: unreviewed } })
  const rejected = aPost(3, { isApproved: false, viewer: { hasLiked: false, review } })
  const own = aPost(4, { isApproved: null, CreatedByUserId: ben.id, viewer: { hasLiked: false, review: unreviewed } })
  const page = await openPage(device)
  page.store.put(feedEntity, aFeed)
  page.store.put(feedListingEntity, { id: 'all', at: 1, ids: [aFeed.id] })
  const membership = aMember(ben, { canModeratePosts: true })
  receiveMembership(page.store, { id: aFeed.id, membership, at: 1, read: page.store.beginRead() })
  for (const post of [visible, waiting, rejected, own]) receivePost(page.store, post)
  for (const tab of ['posts', 'approve', 'yours'])
    page.store.put(postCoverage, { id: `${aFeed.id} ${tab}`, ofId: aFeed.id, at: 1, through: null })
  await page.close()
  return { visible, own }
}

test('without a connection, Ben reads his feeds and posts after a reload, including his own like and his own pending post', async () => {
  const { visible, own } = await deviceOfModerator('reload')
  const page = await openPage('reload')
  expect(await page.readOffline('posts')).toEqual([visible])
  expect(await page.readOffline('yours')).toEqual([own])
  expect(feedsOf(page.store)).toEqual([aFeed])
  await page.close()
})

test('without a connection, Ben reads a single post whose list he has not opened since the reload', async () => {
  const { visible } = await deviceOfModerator('single')
  const page = await openPage('single')
  await expect(page.cache.fetchQuery({ ...postQuery(aFeed.id, visible.id), retry: false })).rejects.toThrow('offline')
  await vi.waitFor(() => expect(postOf(page.store, visible.id)).toEqual(visible), 10_000)
  await page.close()
})

test('posts that only moderators may read are not on disk, and their list is not shown as empty', async () => {
  const { visible, own } = await deviceOfModerator('moderator')
  const page = await openPage('moderator')
  const onDisk = await page.database.rowsOf(postEntity)
  expect(onDisk.map(({ id }) => id).toSorted()).toEqual([visible.id, own.id])
  expect((await page.database.rowsOf(postReviewEntity)).map(({ id }) => id)).toEqual([own.id])
  for (const type of [postCountsEntity, ownLikeEntity])
    expect((await page.database.rowsOf(type)).map(({ id }) => id).toSorted()).toEqual([visible.id, own.id])
  expect(await page.readOffline('approve')).toBeUndefined()
  await page.close()
})

test('the counts and the like of a post that awaits approval reach the disk with its approval', async () => {
  const page = await openPage('approval')
  const post = aPost(2, { isApproved: null, viewer: { hasLiked: true, review: unreviewed }, likeCount: 1, countsVersion: 1 })
  const valuesOnDisk = async () => {
    const rows = await Promise.all([postEntity, postCountsEntity, ownLikeEntity].map((type) => page.database.rowsOf(type)))
    return rows.map(([row]) => row?.value)
  }
  page.store.put(feedEntity, aFeed)
  receivePost(page.store, post)
  await page.flush()
  expect(await valuesOnDisk()).toEqual([undefined, undefined, undefined])
  receivePost(page.store, { ...post, isApproved: true, version: post.version + 1 })
  await page.flush()
  expect(await valuesOnDisk()).toMatchObject([{ isApproved: true }, { likeCount: 1 }, { hasLiked: true }])
  await page.close()
})

test('a post that returns to the review is no longer on the disk of a moderator, with its counts and its like', async () => {
  const { visible, own } = await deviceOfModerator('hidden')
  const page = await openPage('hidden')
  await page.readOffline('posts')
  const { viewer: _viewer, ...shared } = { ...visible, isApproved: null, version: 2 }
  receiveSharedPost(page.store, shared)
  await page.close()
  const after = await openPage('hidden')
  expect(await after.readOffline('posts')).toEqual([])
  for (const type of [postEntity, postCountsEntity, ownLikeEntity])
    expect((await after.database.rowsOf(type)).map(({ id }) => id)).toEqual([own.id])
  await after.close()
})

test('a post that only an event has brought is dropped by a reply without it', async () => {
  const page = await openPage('event only')
  page.store.put(feedEntity, aFeed)
  const { viewer: _viewer, ...shared } = aPost(1, { likeCount: 1, countsVersion: 1 })
  receiveSharedPost(page.store, shared)
  await page.flush()
  http.call.mockResolvedValue({ posts: [], nextCursor: null })
  await page.cache.fetchInfiniteQuery(postsQuery(aFeed.id, { ...unfiltered, tab: 'posts' }))
  await page.flush()
  for (const type of [postEntity, postCountsEntity]) expect(await page.database.rowsOf(type)).toEqual([])
  await page.close()
})

test('an own pending post that changes before the account is known stays on disk', async () => {
  const { own } = await deviceOfModerator('early')
  setCurrentUser(null)
  const page = await openPage('early')
  const { viewer: _viewer, ...shared } = { ...own, textContent: 'changed', version: 2 }
  receiveSharedPost(page.store, shared)
  await page.flush()
  const rows = await page.database.rowsOf(postEntity)
  expect(rows.find(({ id }) => id === own.id)?.value).toMatchObject({ textContent: 'changed' })
  await page.close()
})

test('a feed that the server refuses disappears with its posts from memory and disk', async () => {
  await deviceOfModerator('refused')
  const { ApiError } = await import('../../platform/connection/http-errors.ts')
  http.call.mockRejectedValue(new ApiError(404, { code: 'feed.notFound', message: '', issues: [] }))
  const page = await openPage('refused')
  await expect(page.cache.fetchQuery({ ...feedQuery(aFeed.id), retry: false })).rejects.toThrow()
  expect(feedsOf(page.store)).toEqual([])
  await page.close()
  const after = openEntityDatabase('refused')
  for (const type of [feedEntity, postEntity, postReviewEntity]) expect(await after.rowsOf(type)).toEqual([])
  await after.close()
})
