import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { ApiError } from '../../../platform/http-errors.ts'
import type { JournalEvent } from '../../../platform/store/testing/stored-pages.ts'
import { aFeed, aPost, person, sharedPost, unreviewed } from './fake-posts.ts'

export const reader = person('Ben')

export const changes = ['post', 'ownPost', 'edit', 'hide', 'approve', 'delete', 'like', 'likeOfOther', 'comment'] as const
export type Change = (typeof changes)[number]
export const tabs = ['posts', 'yours'] as const
export type Tab = (typeof tabs)[number]

/** Every so often, a change is missed. */
const MISSED_EVERY = 5

interface PageQuery {
  readonly 'page[after]'?: string | undefined
  readonly 'filter[mine]': boolean
}

/** A server with the posts of a moderated feed, and the events that a reader receives who writes posts, too. */
export class PostServer {
  readonly journal: JournalEvent[] = []
  /** The ids of posts with a change whose event the reader never receives, as without a connection. */
  readonly missed = new Set<string>()
  /** Deleted posts are undefined. */
  readonly #posts: (FeedPostForViewer | undefined)[] = []
  readonly #pageSize: number
  #isMissed = false

  constructor(pageSize: number) {
    this.#pageSize = pageSize
  }

  change(change: Change, nth: number) {
    this.#isMissed = nth % MISSED_EVERY === 0
    const number = this.#posts.length
    if (change === 'post') return this.#put(number, aPost(number), 'post:created')
    if (change === 'ownPost') {
      const viewer = { hasLiked: false, review: unreviewed }
      const own = aPost(number, { CreatedByUserId: reader.id, createdBy: reader, isApproved: null, viewer })
      return this.#put(number, own, 'post:review')
    }
    const index = nth % Math.max(1, number)
    const post = this.#posts[index]
    if (!post) return
    const version = post.version + 1
    const isVisible = post.isApproved === true
    if (change === 'edit') {
      this.#put(index, { ...post, version, textContent: `${post.textContent}!` }, 'post:updated')
    } else if (change === 'approve' && !isVisible) this.#put(index, { ...post, version, isApproved: true }, 'post:created')
    else if (change === 'hide' && isVisible) {
      const hidden = { ...post, version, isApproved: null }
      this.#lose(index, hidden, version)
      this.#put(index, hidden, 'post:updated')
    } else if (change === 'delete') this.#lose(index, undefined, version)
    else if (isVisible && (change === 'comment' || change === 'like' || change === 'likeOfOther'))
      this.#count(index, post, change)
  }

  /** Counts a comment or a like, which only a visible post has. */
  #count(index: number, post: FeedPostForViewer, change: 'comment' | 'like' | 'likeOfOther') {
    const { viewer, views, likeCount, commentCount } = post
    const user = change === 'like' ? reader : person('Emi')
    const hasLiked = change === 'like' ? !viewer.hasLiked : viewer.hasLiked
    const isLiked = change === 'likeOfOther' || hasLiked
    const counts = {
      views,
      likeCount: likeCount + (change === 'comment' ? 0 : isLiked ? 1 : -1),
      commentCount: commentCount + (change === 'comment' ? 1 : 0),
      countsVersion: post.countsVersion + 1,
    }
    this.#posts[index] = { ...post, ...counts, viewer: { ...viewer, hasLiked } }
    const like = { EntityId: post.id, entityType: 'post', FeedId: aFeed.id, UserId: user.id, user, isLiked, counts }
    if (change === 'comment') this.#emit(post.id, ['post:counted', { id: post.id, FeedId: aFeed.id, ...counts }])
    else this.#emit(post.id, ['like:changed', like])
  }

  /** Stores a post. Of a post that is not visible, only its author receives events. */
  #put(index: number, post: FeedPostForViewer, event: 'post:created' | 'post:updated' | 'post:review') {
    this.#posts[index] = post
    const isOwn = post.CreatedByUserId === reader.id
    if (post.isApproved !== true && !isOwn) return
    const shared = sharedPost(post)
    this.#emit(post.id, [event, event === 'post:review' ? { ...shared, review: unreviewed } : shared])
  }

  /** Ends the right of other readers to read a post. */
  #lose(index: number, post: FeedPostForViewer | undefined, version: number) {
    const { id = '' } = this.#posts[index] ?? {}
    this.#posts[index] = post
    this.#emit(id, ['post:deleted', { FeedId: aFeed.id, id, version }])
  }

  #emit(id: string, event: JournalEvent) {
    if (this.#isMissed) this.missed.add(id)
    else this.journal.push(event)
  }

  /** Returns the posts of a tab to its end, newest first. */
  list(tab: Tab): FeedPostForViewer[] {
    const isIn = (post: FeedPostForViewer) => (tab === 'yours' ? post.CreatedByUserId === reader.id : post.isApproved === true)
    return this.#posts.flatMap((post) => (post && isIn(post) ? [post] : [])).toReversed()
  }

  /** Returns the reply to a request for a page of a tab. */
  reply(route: unknown, { 'page[after]': after, 'filter[mine]': isOwn }: PageQuery) {
    if (route !== postRoutes.list) throw new ApiError(404, { code: 'notFound', message: '', issues: [] })
    const rest = this.list(isOwn ? 'yours' : 'posts').filter(({ id }) => after === undefined || id < after)
    const posts = rest.slice(0, this.#pageSize)
    return { posts, nextCursor: rest.length > posts.length ? (posts.at(-1)?.id ?? null) : null }
  }
}
