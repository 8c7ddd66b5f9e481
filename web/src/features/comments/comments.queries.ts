import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { call } from '../../platform/http.ts'
import { accessToken } from '../../platform/session.ts'
import { readPage, unlessPending } from '../../platform/store/coverage.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { commentEntities, commentEntity } from './comments.entities.ts'
import { commentList, commentsOf, commentStore } from './comment-store.ts'

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

/** Fetches the comments on a post into the store, the newest page first. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', postId] as const,
    queryFn: ({ client, pageParam }) => {
      const store = commentStore(client)
      const fetch = () =>
        call(accessToken() === null ? commentRoutes.listPublic : commentRoutes.list, {
          params: { EntityId: postId, entityType: 'post' },
          query: pageParam === null ? {} : { cursor: pageParam },
        })
      return readPage(store, commentList(postId), pageParam, fetch, ({ items, nextCursor }) => {
        for (const comment of items) store.putAndWrite(commentEntity, comment)
        return { ids: items.map(({ id }) => id), nextCursor }
      })
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    meta: { keepsEvents: true },
  })

const COMMENT_KEYS = commentEntities.map(({ name }) => name).join(' ')

/** Returns the comments on a post as far as they were read, oldest first; undefined until some were read. */
export function useComments(postId: string) {
  const { data, ...query } = useInfiniteQuery(commentsQuery(postId))
  const comments = useStore(commentEntities, COMMENT_KEYS, (store) => commentsOf(store, postId, data?.pages))
  return { ...query, comments: unlessPending(comments, query.isPending) }
}
