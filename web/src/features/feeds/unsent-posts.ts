import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { ApiError } from '../../platform/connection/http-errors.ts'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { defineUnsent } from '../../shared/chat/define-unsent.ts'
import { feedStore, receivePost } from './feed-store.ts'
import { postCommand } from './feeds.outbox.ts'
import { NewPost } from './feeds.payload.ts'

/** A new post that the server has not acknowledged yet. */
export type UnsentPost = TypedEntry<NewPost>

export const unsentPosts = defineUnsent({
  command: postCommand,
  payload: NewPost,
  reply: postRoutes.create.reply,
  title: 'outbox.kind.post',
  textOf: (post) => post.text,
  ofId: ({ feedId }) => feedId,
  laneOf: (feedId) => `posts ${feedId}`,
  receive: (cache, post) => receivePost(feedStore(cache), post),
  // Other users do not see a post that awaits approval yet.
  sent: ({ isApproved }) => (isApproved === null ? 'posts.addedWaits' : 'posts.added'),
  // Specification, section 8.
  refused: (error) => (error instanceof ApiError && error.code === 'post.empty' ? 'posts.emptyContent' : 'posts.addFailed'),
})
