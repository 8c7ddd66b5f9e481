import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import { commentsQuery } from './comments.queries.ts'

type Pages = InfiniteData<{ items: Comment[]; nextCursor: string | null }>

/** From the oldest that is loaded to the newest. */
export const commentsIn = (pages: Pages | undefined): Comment[] => pages?.pages.toReversed().flatMap(({ items }) => items) ?? []

const withItems = (list: Pages, change: (items: Comment[]) => Comment[]): Pages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
})

/** Where a deleted comment is noted: an older telling of it may come later. */
const goneKey = (id: string) => ['comments', 'gone', id] as const

/** A comment as it is now, new or changed; an older version changes nothing. */
export function keepComment(cache: QueryClient, comment: Comment) {
  if (cache.getQueryData(goneKey(comment.id))) return
  cache.setQueryData(commentsQuery(comment.EntityId).queryKey, (list) => {
    const known = commentsIn(list).find(({ id }) => id === comment.id)
    if (!list || (known && known.version > comment.version)) return list
    return known
      ? withItems(list, (items) => items.map((item) => (item.id === comment.id ? comment : item)))
      : withNew(list, comment)
  })
}

/** Ids sort by time. One that is older than all that is loaded stands on a page that is not. */
function withNew(list: Pages, comment: Comment): Pages {
  const page = list.pages.findIndex(({ items, nextCursor }) => nextCursor === null || (items[0] && items[0].id < comment.id))
  return {
    ...list,
    pages: list.pages.map((each, index) =>
      index === page ? { ...each, items: [...each.items, comment].toSorted((a, b) => (a.id < b.id ? -1 : 1)) } : each,
    ),
  }
}

export function dropComment(cache: QueryClient, postId: string, id: string) {
  cache.setQueryData(goneKey(id), true)
  cache.setQueryData(
    commentsQuery(postId).queryKey,
    (list) => list && withItems(list, (items) => items.filter((item) => item.id !== id)),
  )
}
