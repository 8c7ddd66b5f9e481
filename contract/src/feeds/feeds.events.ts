import { z } from 'zod'
import { defineCommand, defineEvents, Uuid, Version } from '../define.ts'
import { FeedPost, PostCounts, ReviewedPost } from './posts.http.ts'

const FeedParams = z.object({ feedId: Uuid })
const ofFeed = ({ feedId }: z.output<typeof FeedParams>) => feedId

/**
 * Events of approved posts are emitted to sockets that joined the feed, events of pending and rejected posts only to
 * the author and the moderators. `GET /events` returns only `feed:changed`: after a reconnect a page joins again and
 * refetches its lists.
 */
export const feedEvents = defineEvents({
  /**
   * Emitted to sockets that joined the feed, to its members and, if it is open to users, to all signed-in users. The
   * feed was created, changed or deleted, or rights in it changed: then also to the users whose rights changed. The
   * client rejoins and refetches the feed, the user's membership and the posts. It deletes them if the user may no
   * longer read the feed.
   */
  'feed:changed': z.object({ FeedId: Uuid }),
  /** A post became visible to the receivers: it was created or approved. */
  'post:created': FeedPost,
  'post:updated': FeedPost,
  /**
   * A client that has an older version than this one removes the post. A post that becomes pending after an edit
   * disappears for most users; its author and the moderators receive `post:updated` with this version and keep it.
   */
  'post:deleted': z.object({ FeedId: Uuid, id: Uuid, version: Version }),
  /**
   * Emitted to the author and the moderators when the post was approved or rejected. Others receive `post:created` for
   * an approved post.
   */
  'post:review': ReviewedPost,
  /** The new counts after a comment was added or deleted. Likes are reported by `like:changed`. */
  'post:counted': PostCounts.extend({ FeedId: Uuid, id: Uuid }),
})

export const feedCommands = {
  /**
   * Joins the feed to receive events of its posts. It needs the right to open the feed; anonymous visitors may have it.
   */
  'feed:join': defineCommand({ payload: FeedParams, topic: ofFeed, errors: ['feed.notFound'] }),
  'feed:leave': defineCommand({ payload: FeedParams, topic: ofFeed }),
}
