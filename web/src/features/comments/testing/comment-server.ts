import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import type { JournalEvent } from '../../../platform/store/testing/stored-pages.ts'
import { aComment } from './fake-comments.ts'

export const commentChanges = ['writeComment', 'editComment', 'deleteComment'] as const
export type CommentChange = (typeof commentChanges)[number]

/** Every so often, a change is missed. */
const MISSED_EVERY = 7

/** The posts of a server, which own the comments. */
export interface Posts {
  /** Returns the id of a post that was not deleted; undefined without one. */
  readonly idAt: (nth: number) => string | undefined
  readonly mayRead: (id: string) => boolean
  /** Adds to the number of comments on a post. */
  readonly countComment: (id: string, added: 1 | -1) => void
  /** The events that the reader receives. */
  readonly journal: JournalEvent[]
}

interface Options {
  readonly params: { readonly EntityId: string }
  readonly query: { readonly cursor?: string }
}

/** A server with the comments on posts, and the events that a reader of the posts receives. */
export class CommentServer {
  /** The ids of comments with a change whose event the reader never receives, as without a connection. */
  readonly missed = new Set<string>()
  readonly #comments: Comment[] = []
  readonly #posts: Posts
  readonly #pageSize: number
  #count = 0

  constructor(posts: Posts, pageSize: number) {
    this.#posts = posts
    this.#pageSize = pageSize
  }

  change(change: CommentChange, nth: number) {
    if (change === 'writeComment') return this.#write(nth)
    const index = nth % Math.max(1, this.#comments.length)
    const comment = this.#comments[index]
    if (!comment) return
    const version = comment.version + 1
    const { id, EntityId, entityType } = comment
    if (change === 'editComment') {
      const edited = { ...comment, version, description: `${comment.description}!` }
      this.#comments[index] = edited
      return this.#emit(comment, nth, ['comment:updated', edited])
    }
    this.#comments.splice(index, 1)
    this.#posts.countComment(EntityId, -1)
    this.#emit(comment, nth, ['comment:deleted', { EntityId, entityType, id, version }])
  }

  #write(nth: number) {
    const EntityId = this.#posts.idAt(nth)
    if (EntityId === undefined) return
    const comment = aComment(this.#count++, { EntityId })
    this.#comments.push(comment)
    this.#posts.countComment(EntityId, 1)
    this.#emit(comment, nth, ['comment:created', comment])
  }

  #emit({ id, EntityId }: Comment, nth: number, event: JournalEvent) {
    if (nth % MISSED_EVERY === 0 || !this.#posts.mayRead(EntityId)) this.missed.add(id)
    else this.#posts.journal.push(event)
  }

  /** Returns the comments on a post, oldest first. */
  list = (postId: string): Comment[] => this.#comments.filter(({ EntityId }) => EntityId === postId)

  /** Returns the reply to a request for a page of the comments on a post. */
  reply(route: unknown, { params: { EntityId }, query: { cursor } }: Options) {
    if (route !== commentRoutes.list) throw new Error('this model does not reply to the route')
    if (!this.#posts.mayRead(EntityId)) throw new ApiError(404, { code: 'post.notFound', message: '', issues: [] })
    const rest = this.list(EntityId).filter(({ id }) => cursor === undefined || id < cursor)
    const items = rest.slice(-this.#pageSize)
    return { items, nextCursor: rest.length > items.length ? (items[0]?.id ?? null) : null }
  }
}
