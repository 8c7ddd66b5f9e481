import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import { createReceiver } from '../../platform/live.ts'
import { commentsLive } from './comments.live.ts'
import { commentsOf, commentStore } from './comment-store.ts'
import { commentEntity } from './comments.entities.ts'

const idOf = (kind: number, number: number) => `0199000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
const postId = idOf(7, 1)
const minute = (number: number) => new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString()

/** Returns a comment. Higher numbers are newer. */
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

/** Creates a page with the newest comments loaded and, if given, the older ones `above`. */
function pageWith(newest: readonly Comment[], nextCursor: string | null = null, above?: readonly Comment[]) {
  const cache = new QueryClient()
  const store = commentStore(cache)
  for (const comment of [...newest, ...(above ?? [])]) store.put(commentEntity, comment)
  const idsOf = (comments: readonly Comment[]) => comments.map(({ id }) => id)
  const pages = [{ ids: idsOf(newest), nextCursor }, ...(above ? [{ ids: idsOf(above), nextCursor: null }] : [])]
  const receiver = createReceiver(cache, [commentsLive])
  let count = 0
  return {
    receive: (name: string, payload: unknown) => receiver(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => commentsOf(store, postId, pages),
  }
}

test('a new comment is added once at the end, as a refetch shows it', () => {
  const [first, second] = [aComment(1), aComment(2)]
  const page = pageWith([first])
  page.receive('comment:created', second)
  page.receive('comment:created', second)
  expect(page.shown()).toEqual([first, second])
})

test('comments out of order are sorted, and a comment above the loaded pages is not added', () => {
  const [first, third] = [aComment(1), aComment(3)]
  const page = pageWith([first], idOf(8, 1))
  page.receive('comment:created', third)
  page.receive('comment:created', aComment(2))
  page.receive('comment:created', aComment(0))
  expect(page.shown()).toEqual([first, aComment(2), third])
})

test('a changed comment keeps its position, and an older version changes nothing', () => {
  const [first, second] = [aComment(1), aComment(5)]
  const page = pageWith([second], first.id, [first])
  const changed = { ...first, description: 'changed', version: 3 }
  page.receive('comment:updated', changed)
  page.receive('comment:updated', { ...first, description: 'before', version: 2 })
  expect(page.shown()).toEqual([changed, second])
})

test('a deleted comment does not come back with an older event', () => {
  const [first, second] = [aComment(1), aComment(2)]
  const page = pageWith([first, second])
  page.receive('comment:deleted', { EntityId: postId, entityType: 'post', id: first.id, version: 3 })
  page.receive('comment:updated', { ...first, version: 2 })
  expect(page.shown()).toEqual([second])
  page.receive('comment:deleted', { EntityId: postId, entityType: 'post', id: aComment(3).id, version: 2 })
  page.receive('comment:created', aComment(3))
  expect(page.shown()).toEqual([second])
})
