import type { InfiniteData } from '@tanstack/react-query'
import type { FeedPost, FeedPostForViewer, PostCounts, PostPage } from '@noroshi/contract/feeds/posts.http'
import type { PostFilter } from './feeds.queries.ts'

export type PostPages = InfiniteData<PostPage>

export const postsIn = (pages: PostPages | undefined): FeedPostForViewer[] => pages?.pages.flatMap(({ posts }) => posts) ?? []

/** Whether a post stands on a list as far as its state goes; names and days are the unit's to judge. */
export function belongsTo({ tab }: PostFilter, post: FeedPost, readerId: string | undefined): boolean {
  if (tab === 'yours') return post.CreatedByUserId === readerId
  return tab === 'approve' ? post.isApproved === null : post.isApproved === true
}

/** Whether the list is cut by more than its tab, so that a page cannot tell what belongs to it. */
export const isNarrowed = ({ userName, from, to }: PostFilter): boolean => [userName, from, to].some((value) => value !== '')

/** Where a post stands, or would stand: by the moment of posting, and ids sort by time. null: below what is loaded. */
function seatOf({ pages }: PostPages, id: string, order: PostFilter['order']) {
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

/** The list without a post. */
export const without = (list: PostPages, id: string): PostPages => ({
  ...list,
  pages: list.pages.map((page) =>
    page.posts.some((post) => post.id === id) ? { ...page, posts: page.posts.filter((post) => post.id !== id) } : page,
  ),
})

/** The list with a post where a refetch would show it: nowhere, if that lies below what is loaded. */
export function withPost(list: PostPages, post: FeedPostForViewer, order: PostFilter['order']): PostPages {
  if (postsIn(list).some(({ id }) => id === post.id)) return withChange(list, post.id, () => post)
  const seat = seatOf(list, post.id, order)
  if (!seat) return list
  const pages = list.pages.map((page, index) =>
    index === seat.page ? { ...page, posts: page.posts.toSpliced(seat.at, 0, post) } : page,
  )
  return { ...list, pages }
}

/** The list with one post changed. */
export const withChange = (list: PostPages, id: string, change: (post: FeedPostForViewer) => FeedPostForViewer): PostPages => ({
  ...list,
  pages: list.pages.map((page) =>
    page.posts.some((post) => post.id === id)
      ? { ...page, posts: page.posts.map((post) => (post.id === id ? change(post) : post)) }
      : page,
  ),
})

/** Counts have a version of their own: the newer ones stay, whatever the post's version is. */
export function newerCounts(known: PostCounts, told: PostCounts): PostCounts {
  const { views, likeCount, commentCount, countsVersion } = told.countsVersion >= known.countsVersion ? told : known
  return { views, likeCount, commentCount, countsVersion }
}
