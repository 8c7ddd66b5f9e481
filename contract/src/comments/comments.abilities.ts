import { defineAbilities, type Viewer } from '../define.ts'
import type { Comment } from './comments.http.ts'

const isAuthor = (viewer: Viewer, comment: Pick<Comment, 'UserId'>) => viewer?.id === comment.UserId

/** Specification, section 6: only the author, moderators not either. Who may comment and like is the post's to say (`post:comment`, `post:like`). */
export const commentAbilities = defineAbilities({
  'comment:edit': isAuthor,
  'comment:delete': isAuthor,
})
