/** Approved posts, posts that await approval, or the user's own posts. */
export type PostTab = 'posts' | 'approve' | 'yours'

export interface PostFilter {
  readonly tab: PostTab
  /** Part of the author's name; '' does not filter. */
  readonly userName: string
  /** Days in the device's time zone, for example '2026-11-21'; '' does not filter. */
  readonly from: string
  readonly to: string
  readonly order: 'asc' | 'desc'
}

/** Filter and order of a list without its tab. */
export type PostSearch = Omit<PostFilter, 'tab'>

export const unfiltered: PostSearch = { userName: '', from: '', to: '', order: 'desc' }

/** Returns whether a list is filtered by name or days. Only the server can then decide which posts belong to it. */
export const isFiltered = ({ userName, from, to }: PostFilter): boolean => [userName, from, to].some((value) => value !== '')
