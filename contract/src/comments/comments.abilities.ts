import { defineAbilities, type Viewer } from '../define.ts'
import type { Comment } from './comments.http.ts'

const isAuthor = (viewer: Viewer, comment: Pick<Comment, 'UserId'>) => viewer?.id === comment.UserId

/**
 * Only the author edits or deletes a comment; moderators do not (specification, section 6). `post:comment` and `post:like` are
 * rights over the post.
 */
export const commentAbilities = defineAbilities({
  'comment:edit': isAuthor,
  'comment:delete': isAuthor,
})
