import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import { createReceiver } from '../../platform/live.ts'
import { commentsIn } from './comment-cache.ts'
import { commentsLive } from './comments.live.ts'
import { commentsQuery } from './comments.queries.ts'

const idOf = (kind: number, number: number) => `0199000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
const postId = idOf(7, 1)
const minute = (number: number) => new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString()

/** Higher numbers were written later. */
const aComment = (number: number, changes: Partial<Comment> = {}): Comment => ({
  id: idOf(8, number),
  EntityId: postId,
  entityType: 'post',
  UserId: idOf(1, 1),
  user: { id: idOf(1, 1), firstName: 'Aiko', lastName: '', fullName: 'Aiko', avatarUrl: null },
  description: `comment ${number}`,
  imageUrl: null,
  image: null,
  createdAt: minute(number),
  updatedAt: minute(number),
  version: 1,
  ...changes,
})

/** The newest page and, where given, the one above it. */
function pageWith(newest: readonly Comment[], nextCursor: string | null = null, above?: readonly Comment[]) {
  const cache = new QueryClient()
  const { queryKey } = commentsQuery(postId)
  const pages = [{ items: [...newest], nextCursor }, ...(above ? [{ items: [...above], nextCursor: null }] : [])]
  cache.setQueryData(queryKey, { pages, pageParams: pages.map(() => null) })
  const receive = createReceiver(cache, [commentsLive])
  let count = 0
  return {
    hears: (name: string, payload: unknown) => receive(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => commentsIn(cache.getQueryData(queryKey)),
  }
}

test('a new comment stands at the end, once, as a refetch shows it', () => {
  const [first, second] = [aComment(1), aComment(2)]
  const page = pageWith([first])
  page.hears('comment:created', second)
  page.hears('comment:created', second)
  expect(page.shown()).toEqual([first, second])
})

test('comments that overtook each other stand in their order; one above what is loaded waits for its page', () => {
  const [first, third] = [aComment(1), aComment(3)]
  const page = pageWith([first], idOf(8, 1))
  page.hears('comment:created', third)
  page.hears('comment:created', aComment(2))
  page.hears('comment:created', aComment(0))
  expect(page.shown()).toEqual([first, aComment(2), third])
})

test('a changed comment is changed where it stands, and an older telling of it changes nothing', () => {
  const [first, second] = [aComment(1), aComment(5)]
  const page = pageWith([second], first.id, [first])
  const changed = { ...first, description: 'changed', version: 3 }
  page.hears('comment:updated', changed)
  page.hears('comment:updated', { ...first, description: 'before', version: 2 })
  expect(page.shown()).toEqual([changed, second])
})

test('a deleted comment is gone and does not come back with what was told earlier', () => {
  const [first, second] = [aComment(1), aComment(2)]
  const page = pageWith([first, second])
  page.hears('comment:deleted', { EntityId: postId, entityType: 'post', id: first.id })
  page.hears('comment:updated', { ...first, version: 2 })
  expect(page.shown()).toEqual([second])
  page.hears('comment:deleted', { EntityId: postId, entityType: 'post', id: aComment(3).id })
  page.hears('comment:created', aComment(3))
  expect(page.shown()).toEqual([second])
})
