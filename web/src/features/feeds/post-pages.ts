import type { InfiniteData } from '@tanstack/react-query'
import type { FeedPost, FeedPostForViewer, PostCounts, PostPage } from '@noroshi/contract/feeds/posts.http'
import type { PostFilter } from './feeds.queries.ts'

export type PostPages = InfiniteData<PostPage>

export const postsIn = (pages: PostPages | undefined): FeedPostForViewer[] => pages?.pages.flatMap(({ posts }) => posts) ?? []

/** Whether a post belongs to a tab by its state. The server alone decides about names and days. */
export function belongsTo({ tab }: PostFilter, post: FeedPost, viewerId: string | undefined): boolean {
  if (tab === 'yours') return post.CreatedByUserId === viewerId
  return tab === 'approve' ? post.isApproved === null : post.isApproved === true
}

/** Whether a list is filtered by name or days, so that the client cannot decide which posts belong to it. */
export const isFiltered = ({ userName, from, to }: PostFilter): boolean => [userName, from, to].some((value) => value !== '')

/** Returns the page and index at which a post belongs: lists are ordered by id, thus by time. null: below the loaded pages. */
function positionOf({ pages }: PostPages, id: string, order: PostFilter['order']) {
  const isBelow = (other: string) => (order === 'desc' ? other < id : other > id)
  const page = pages.findIndex(({ posts, nextCursor }) => {
    const last = posts.at(-1)
    return nextCursor === null || (last !== undefined && (last.id === id || isBelow(last.id)))
  })
  const posts = pages[page]?.posts
  if (!posts) return null
  const at = posts.findIndex((post) => post.id === id || isBelow(post.id))
  return { page, at: at === -1 ? posts.length : at }
}

/** Returns the list without a post. */
export const withoutPost = (list: PostPages, id: string): PostPages => ({
  ...list,
  pages: list.pages.map((page) =>
    page.posts.some((post) => post.id === id) ? { ...page, posts: page.posts.filter((post) => post.id !== id) } : page,
  ),
})

/** Returns the list with a post at the position of a refetch, or unchanged if that is below the loaded pages. */
export function withPost(list: PostPages, post: FeedPostForViewer, order: PostFilter['order']): PostPages {
  if (postsIn(list).some(({ id }) => id === post.id)) return withChangedPost(list, post.id, () => post)
  const position = positionOf(list, post.id, order)
  if (!position) return list
  const pages = list.pages.map((page, index) =>
    index === position.page ? { ...page, posts: page.posts.toSpliced(position.at, 0, post) } : page,
  )
  return { ...list, pages }
}

/** Returns the list with one changed post. */
export const withChangedPost = (
  list: PostPages,
  id: string,
  change: (post: FeedPostForViewer) => FeedPostForViewer,
): PostPages => ({
  ...list,
  pages: list.pages.map((page) =>
    page.posts.some((post) => post.id === id)
      ? { ...page, posts: page.posts.map((post) => (post.id === id ? change(post) : post)) }
      : page,
  ),
})

/** Returns the newer counts. They have their own version, independent of the post's version. */
export function newerCounts(known: PostCounts, received: PostCounts): PostCounts {
  const { views, likeCount, commentCount, countsVersion } = received.countsVersion >= known.countsVersion ? received : known
  return { views, likeCount, commentCount, countsVersion }
}
