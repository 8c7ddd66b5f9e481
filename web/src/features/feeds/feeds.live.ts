import { commentEvents } from '@noroshi/contract/comments/comments.events'
import { feedEvents } from '@noroshi/contract/feeds/feeds.events'
import { defineLive } from '../../platform/live.ts'
import { currentReader } from '../../platform/reader.ts'
import { feedMembersQuery, feedQuery, feedsQuery, myMembershipQuery, postPinsQuery } from './feeds.queries.ts'
import { dropPost, mergePost, takeCounts } from './post-cache.ts'

/** One pure change of the cache per event; a version that is older than what is known changes nothing. */
export const feedsLive = defineLive(feedEvents, {
  'feed:changed': (cache, { FeedId: id }) => {
    const changed = [feedsQuery, feedQuery(id), myMembershipQuery(id), feedMembersQuery(id), postPinsQuery(id)]
    for (const { queryKey } of changed) void cache.invalidateQueries({ queryKey })
    for (const what of ['posts', 'post']) void cache.invalidateQueries({ queryKey: ['feeds', what, id] })
  },
  'post:created': (cache, post) => mergePost(cache, post),
  'post:updated': (cache, post) => mergePost(cache, post),
  'post:deleted': (cache, { FeedId, id, version }) => dropPost(cache, FeedId, id, version),
  'post:review': (cache, { review, ...post }) => mergePost(cache, post, review),
  'post:counted': (cache, { FeedId, id, ...counts }) => takeCounts(cache, FeedId, id, counts),
})

const likeEvents = { 'like:changed': commentEvents['like:changed'] }

/** Likes are counted on the posts. */
export const likesLive = defineLive(likeEvents, {
  'like:changed': (cache, { FeedId, EntityId, UserId, isLiked, counts }) =>
    takeCounts(cache, FeedId, EntityId, counts, UserId === currentReader()?.id ? isLiked : undefined),
})
