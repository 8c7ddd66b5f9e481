import type { Comment } from '@noroshi/contract/comments/comments.http'

const idOf = (kind: number, number: number) =>
  `0199${String(kind).padStart(4, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`
const minute = (number: number) => new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString()

const aiko = { id: idOf(1, 1), firstName: 'Aiko', lastName: '', fullName: 'Aiko', avatarUrl: null }

export const postId = idOf(7, 1)

/** Returns a comment of Aiko. Higher numbers are newer. */
export const aComment = (number: number, changes: Partial<Comment> = {}): Comment => ({
  id: idOf(8, number),
  EntityId: postId,
  entityType: 'post',
  UserId: aiko.id,
  user: aiko,
  description: `comment ${number}`,
  imageUrl: null,
  image: null,
  createdAt: minute(number),
  updatedAt: minute(number),
  version: 1,
  ...changes,
})
