import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { FeedPostForViewer, PostCounts } from '@noroshi/contract/feeds/posts.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import type { JournalEvent } from '../../../platform/store/testing/stored-pages.ts'
import { aFeed, aPost, person, sharedPost, unreviewed } from './fake-posts.ts'

export const reader = person('Ben')

export const changes = ['post', 'ownPost', 'edit', 'hide', 'approve', 'delete', 'like', 'likeOfOther', 'comment'] as const
export type Change = (typeof changes)[number]
export const tabs = ['posts', 'yours', 'approve'] as const
export type Tab = (typeof tabs)[number]

/** Every so often, a change is missed. */
const MISSED_EVERY = 5

interface PageQuery {
  readonly 'page[after]'?: string | undefined
  readonly 'filter[mine]': boolean
  readonly 'filter[status]'?: 'pending' | undefined
}

/** A server with the posts of a moderated feed, and the events that a reader receives who writes posts, too. */
export class PostServer {
  readonly journal: JournalEvent[] = []
  /** The ids of posts with a change whose event the reader never receives, as without a connection. */
  readonly missed = new Set<string>()
  /** Deleted posts are undefined. */
  readonly #posts: (FeedPostForViewer | undefined)[] = []
  readonly #pageSize: number
  readonly #isModerator: boolean
  #isMissed = false

  /** @param isModerator whether the reader moderates the feed */
  constructor(pageSize: number, isModerator = false) {
    this.#pageSize = pageSize
    this.#isModerator = isModerator
  }

  change(change: Change, nth: number) {
    this.#isMissed = nth % MISSED_EVERY === 0
    const number = this.#posts.length
    const viewer = { hasLiked: false, review: unreviewed }
    if (change === 'post') return this.#put(number, aPost(number, this.#isModerator ? { viewer } : {}), 'post:created')
    if (change === 'ownPost') {
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
      this.#put(index, hidden, 'post:updated')
      this.#lose(index, hidden, version)
    } else if (change === 'delete') this.#lose(index, undefined, version)
    else if (isVisible && change === 'comment') this.countComment(post.id, 1)
    else if (isVisible && (change === 'like' || change === 'likeOfOther'))
      this.#like(index, post, change === 'like' ? reader : person('Emi'))
  }

  /** Returns the ids of all posts, including the deleted ones. */
  allIds = (): string[] => this.#posts.map((_post, number) => aPost(number).id)

  /** Returns the id of a post; undefined if it was deleted. */
  idAt = (nth: number): string | undefined => this.#posts[nth % Math.max(1, this.#posts.length)]?.id

  /** Returns whether the reader may read a post. */
  mayRead = (id: string): boolean => this.#posts.some((post) => post?.id === id && this.#isReadable(post))

  readonly #isReadable = (post: FeedPostForViewer): boolean =>
    post.isApproved === true || post.CreatedByUserId === reader.id || this.#isModerator

  /** Adds to the number of comments on a post. */
  countComment = (id: string, added: 1 | -1) => {
    const index = this.#posts.findIndex((post) => post?.id === id)
    const post = this.#posts[index]
    if (!post) return
    const counts = this.#count(index, post, { commentCount: post.commentCount + added })
    if (this.#isReadable(post)) this.#emit(id, ['post:counted', { id, FeedId: aFeed.id, ...counts }])
  }

  #like(index: number, post: FeedPostForViewer, user: Person) {
    const isOwn = user.id === reader.id
    const hasLiked = isOwn ? !post.viewer.hasLiked : post.viewer.hasLiked
    const isLiked = !isOwn || hasLiked
    const counts = this.#count(
      index,
      { ...post, viewer: { ...post.viewer, hasLiked } },
      { likeCount: post.likeCount + (isLiked ? 1 : -1) },
    )
    const like = { EntityId: post.id, entityType: 'post', FeedId: aFeed.id, UserId: user.id, user, isLiked, counts }
    this.#emit(post.id, ['like:changed', like])
  }

  /** Stores a post with changed counts. */
  #count(index: number, post: FeedPostForViewer, changed: Partial<PostCounts>): PostCounts {
    const { views, likeCount, commentCount } = post
    const counts = { views, likeCount, commentCount, ...changed, countsVersion: post.countsVersion + 1 }
    this.#posts[index] = { ...post, ...counts }
    return counts
  }

  /** Stores a post. Of a post that is not visible, only its author receives events. */
  #put(index: number, post: FeedPostForViewer, event: 'post:created' | 'post:updated' | 'post:review') {
    this.#posts[index] = post
    if (!this.#isReadable(post)) return
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
    const isIn = (post: FeedPostForViewer) => {
      if (tab === 'yours') return post.CreatedByUserId === reader.id
      return tab === 'approve' ? this.#isModerator && post.isApproved === null : post.isApproved === true
    }
    return this.#posts.flatMap((post) => (post && isIn(post) ? [post] : [])).toReversed()
  }

  /** Returns the reply to a request for a page of a tab. */
  reply(route: unknown, { 'page[after]': after, 'filter[mine]': isOwn, 'filter[status]': status }: PageQuery) {
    if (route !== postRoutes.list) throw new ApiError(404, { code: 'notFound', message: '', issues: [] })
    const tab = status === 'pending' ? 'approve' : isOwn ? 'yours' : 'posts'
    const rest = this.list(tab).filter(({ id }) => after === undefined || id < after)
    const posts = rest.slice(0, this.#pageSize)
    return { posts, nextCursor: rest.length > posts.length ? (posts.at(-1)?.id ?? null) : null }
  }
}
