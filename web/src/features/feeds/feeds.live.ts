import { commentEvents } from '@noroshi/contract/comments/comments.events'
import { feedEvents } from '@noroshi/contract/feeds/feeds.events'
import { defineLive } from '../../platform/live.ts'
import { currentUser } from '../../platform/current-user.ts'
import { feedMembersQuery, feedQuery, feedsQuery, myMembershipQuery, postPinsQuery } from './feeds.queries.ts'
import { removePost, mergePost, applyCounts } from './post-cache.ts'

/** One cache update for each event. An event with an older version than the cached one changes nothing. */
export const feedsLive = defineLive(feedEvents, {
  'feed:changed': (cache, { FeedId: id }) => {
    const changed = [feedsQuery, feedQuery(id), myMembershipQuery(id), feedMembersQuery(id), postPinsQuery(id)]
    for (const { queryKey } of changed) void cache.invalidateQueries({ queryKey })
    for (const kind of ['posts', 'post']) void cache.invalidateQueries({ queryKey: ['feeds', kind, id] })
  },
  'post:created': (cache, post) => mergePost(cache, post),
  'post:updated': (cache, post) => mergePost(cache, post),
  'post:deleted': (cache, { FeedId, id, version }) => removePost(cache, FeedId, id, version),
  'post:review': (cache, { review, ...post }) => mergePost(cache, post, review),
  'post:counted': (cache, { FeedId, id, ...counts }) => applyCounts(cache, FeedId, id, counts),
})

const likeEvents = { 'like:changed': commentEvents['like:changed'] }

/** Applies likes to the counts of posts. */
export const likesLive = defineLive(likeEvents, {
  'like:changed': (cache, { FeedId, EntityId, UserId, isLiked, counts }) =>
    applyCounts(cache, FeedId, EntityId, counts, UserId === currentUser()?.id ? isLiked : undefined),
})
