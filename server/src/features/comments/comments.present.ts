import type { Comment } from '@noroshi/contract/comments/comments.http'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { presentMedia } from '#/features/files/files.service.ts'
import type { CommentRow } from './comments.sql.ts'

export function presentComment(row: CommentRow): Comment {
  const image = row.image && presentMedia(row.image)
  return {
    id: row.id,
    EntityId: row.post_id,
    entityType: 'post',
    UserId: row.user_id,
    user: presentPerson({ ...row, id: row.user_id }),
    description: row.description,
    imageUrl: image?.mediaUrl ?? null,
    image,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}
