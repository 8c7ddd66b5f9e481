import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import { createPagedViews, type ListPage, type PagedList } from '../../platform/store/coverage.ts'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import { createViews } from '../../platform/store/views.ts'
import { commentCoverage, commentEntities, commentEntity } from './comments.entities.ts'

/** Returns the entity store with the entity types of comments. */
export const commentStore = (cache: QueryClient): EntityStore => registerEntities(cache, commentEntities)

/** The comments on a post. The server returns the newest first. */
export const commentList = (postId: string): PagedList => ({
  type: commentEntity,
  coverage: commentCoverage,
  id: postId,
  ofId: postId,
  order: 'desc',
  idsIn: (store) => store.list(commentEntity, postId).map(({ id }) => id),
})

const commentView = createViews<Comment>()
const commentsView = createPagedViews<Comment>()

function commentOf(store: EntityStore, id: string): Comment | undefined {
  const comment = store.get(commentEntity, id)
  return comment && commentView(store, comment, [], () => comment)
}

/**
 * Returns the comments on a post as far as they were read, oldest first; undefined until some were read.
 * @param pages the replies of the server, if any
 */
export function commentsOf(
  store: EntityStore,
  postId: string,
  pages: readonly ListPage[] | undefined,
): readonly Comment[] | undefined {
  const oldestFirst = (all: readonly Comment[]) => all.toReversed()
  return commentsView(store, commentList(postId), pages, (id) => commentOf(store, id), oldestFirst)
}
