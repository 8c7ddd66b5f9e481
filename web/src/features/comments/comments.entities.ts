import type { Comment } from '@noroshi/contract/comments/comments.http'
import { defineCoverage, orderOfId } from '../../platform/store/coverage.ts'
import { defineVersioned } from '../../platform/store/entity.ts'

/** The comments on a post. They are removed with the post. */
export const commentEntity = defineVersioned<Comment>({
  name: 'comment',
  parent: ({ EntityId }) => ['post', EntityId],
  list: ({ EntityId, id }) => ({ group: EntityId, order: orderOfId(id) }),
})

export const commentCoverage = defineCoverage('commentCoverage', 'post')

export const commentEntities = [commentEntity, commentCoverage] as const
