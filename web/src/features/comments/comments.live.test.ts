import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import { createReceiver } from '../../platform/connection/live.ts'
import { defineVersioned } from '../../platform/store/entity.ts'
import { aPost, sharedPost } from '../feeds/testing/fake-posts.ts'
import { commentsLive } from './comments.live.ts'
import { comments } from './comments.resource.ts'
import { aComment, postId } from './testing/fake-comments.ts'

const { storeOf: commentStore, entity: commentEntity, coverage: commentCoverage, query: commentsQuery, itemsOf } = comments
const postEntity = defineVersioned<{ id: string; version: number }>({ name: 'post' })

/** Creates a page with the newest comments loaded and, if given, the older ones `above`. */
function pageWith(newest: readonly Comment[], nextCursor: string | null = null, above?: readonly Comment[]) {
  const cache = new QueryClient()
  const store = commentStore(cache)
  store.register([postEntity])
  for (const comment of [...newest, ...(above ?? [])]) store.put(commentEntity, comment)
  store.put(commentCoverage, { id: postId, ofId: postId, at: 1, through: above ? null : nextCursor })
  const idsOf = (comments: readonly Comment[]) => comments.map(({ id }) => id)
  const pages = [{ ids: idsOf(newest), nextCursor }, ...(above ? [{ ids: idsOf(above), nextCursor: null }] : [])]
  const receiver = createReceiver(cache, [commentsLive])
  let count = 0
  return {
    cache,
    store,
    receive: (name: string, payload: unknown) => receiver(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => itemsOf(store, pages, postId),
  }
}

test('the comments on a post that returns after a review are unknown until the next reply, which is requested', () => {
  const page = pageWith([aComment(1)])
  page.cache.setQueryData(commentsQuery(postId).queryKey, { pages: [], pageParams: [] })
  page.store.remove(postEntity, postId, 2)
  page.store.put(postEntity, { id: postId, version: 3 })
  expect(page.shown()).toBeUndefined()
  page.receive('post:created', sharedPost(aPost(1, { id: postId, version: 3 })))
  expect(page.cache.getQueryState(commentsQuery(postId).queryKey)?.isInvalidated).toBe(true)
})

test('a new comment is added once at the end, as a refetch shows it', () => {
  const [first, second] = [aComment(1), aComment(2)]
  const page = pageWith([first])
  page.receive('comment:created', second)
  page.receive('comment:created', second)
  expect(page.shown()).toEqual([first, second])
})

test('comments out of order are sorted, and a comment above the loaded pages is not added', () => {
  const [first, third] = [aComment(1), aComment(3)]
  const page = pageWith([first], first.id)
  page.receive('comment:created', third)
  page.receive('comment:created', aComment(2))
  page.receive('comment:created', aComment(0))
  expect(page.shown()).toEqual([first, aComment(2), third])
})
