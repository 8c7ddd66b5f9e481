import { z } from 'zod'
import { defineCommands, defineEvents, Uuid, Version } from '../define.ts'
import { FeedPost, PostCounts, ReviewedPost } from './posts.http.ts'

const InFeed = z.object({ feedId: Uuid })

/**
 * Approved posts are told to everybody who has the feed open; those that wait or are rejected to their author and the moderators
 * alone. But for `feed:changed` none of it is caught up by `GET /events`: a page that was away joins again and asks for its lists anew.
 */
export const feedEvents = defineEvents({
  /**
   * To who has the feed open, to its members and, where it is open to users, to everybody who is signed in: ask for the feed, one's
   * membership and its posts again, and join again. It came, changed or went, or what oneself may do in it changed.
   */
  'feed:changed': z.object({ FeedId: Uuid }),
  /** New for who hears it: just posted, or just approved. */
  'post:created': FeedPost,
  'post:updated': FeedPost,
  /**
   * Gone for who hears it: whoever holds an older version than this one drops it. A post that waits again after an edit is gone for
   * most; its author and the moderators got a `post:updated` of this very version, and keep it.
   */
  'post:deleted': z.object({ FeedId: Uuid, id: Uuid, version: Version }),
  /** To its author and the moderators: it was approved or rejected. An approved one goes to everybody else as `post:created`. */
  'post:review': ReviewedPost,
  /** Its comments came or went: the counts of now. Likes have an event of their own. */
  'post:counted': PostCounts.extend({ FeedId: Uuid, id: Uuid }),
})

export const feedCommands = defineCommands({
  /** Looks at a feed: its posts are told here. For who may read it, anonymous visitors too. */
  'feed:join': InFeed,
  'feed:leave': InFeed,
})
