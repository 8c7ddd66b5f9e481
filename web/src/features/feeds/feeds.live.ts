import { commentEvents } from '@noroshi/contract/comments/comments.events'
import { feedEvents } from '@noroshi/contract/feeds/feeds.events'
import { currentUser } from '../../platform/session/current-user.ts'
import { defineLive } from '../../platform/connection/live.ts'
import { receiveRemovedPost, receiveCountsEvent, receivePostEvent, refetchFeed } from './receive-posts.ts'

/** The event handlers of feeds. Each event is one change of the store. */
export const feedsLive = defineLive(feedEvents, {
  'feed:changed': (cache, { FeedId }) => refetchFeed(cache, FeedId),
  'post:created': (cache, post) => receivePostEvent(cache, post),
  'post:updated': (cache, post) => receivePostEvent(cache, post),
  'post:deleted': (cache, { FeedId, id, version }) => receiveRemovedPost(cache, FeedId, id, version),
  'post:review': (cache, { review, ...post }) => receivePostEvent(cache, post, review),
  'post:counted': (cache, { id, FeedId: _feed, ...counts }) => receiveCountsEvent(cache, id, counts),
})

const likeEvents = { 'like:changed': commentEvents['like:changed'] }

/** Applies likes to the counts of posts. */
export const likesLive = defineLive(likeEvents, {
  'like:changed': (cache, { EntityId, UserId, isLiked, counts }) =>
    receiveCountsEvent(cache, EntityId, counts, UserId === currentUser()?.id ? isLiked : undefined),
})
