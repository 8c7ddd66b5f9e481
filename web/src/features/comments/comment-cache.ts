import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import { commentsQuery } from './comments.queries.ts'

type Pages = InfiniteData<{ items: Comment[]; nextCursor: string | null }>

/** Returns the loaded comments, the oldest first. */
export const commentsIn = (pages: Pages | undefined): Comment[] => pages?.pages.toReversed().flatMap(({ items }) => items) ?? []

const withItems = (list: Pages, change: (items: Comment[]) => Comment[]): Pages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
})

/** Cache key that remembers a deleted comment: an older event may arrive later. */
const deletedKey = (id: string) => ['comments', 'gone', id] as const

/** Applies a new or changed comment. An older version changes nothing. */
export function upsertComment(cache: QueryClient, comment: Comment) {
  if (cache.getQueryData(deletedKey(comment.id))) return
  cache.setQueryData(commentsQuery(comment.EntityId).queryKey, (list) => {
    const known = commentsIn(list).find(({ id }) => id === comment.id)
    if (!list || (known && known.version > comment.version)) return list
    return known
      ? withItems(list, (items) => items.map((item) => (item.id === comment.id ? comment : item)))
      : withNew(list, comment)
  })
}

/** Adds a comment in the order of ids. A comment that is older than all loaded ones is left out: its page is not loaded. */
function withNew(list: Pages, comment: Comment): Pages {
  const page = list.pages.findIndex(({ items, nextCursor }) => nextCursor === null || (items[0] && items[0].id < comment.id))
  return {
    ...list,
    pages: list.pages.map((other, index) =>
      index === page ? { ...other, items: [...other.items, comment].toSorted((a, b) => (a.id < b.id ? -1 : 1)) } : other,
    ),
  }
}

export function removeComment(cache: QueryClient, postId: string, id: string) {
  cache.setQueryData(deletedKey(id), true)
  cache.setQueryData(
    commentsQuery(postId).queryKey,
    (list) => list && withItems(list, (items) => items.filter((item) => item.id !== id)),
  )
}
