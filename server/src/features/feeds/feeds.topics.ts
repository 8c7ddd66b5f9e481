import { can } from '@noroshi/contract/abilities'
import type { Db } from '#/db/pool.ts'
import { feedModeratorsRoom, feedRoom, postOfCommentsRoom } from './feeds.rooms.ts'
import type { FeatureTopics, Subscriber } from '#/realtime/topics.ts'
import { membershipsIn } from './feed-members.sql.ts'
import { factsOf } from './feeds.present.ts'
import { feedById } from './feeds.sql.ts'
import { postStates } from './posts.sql.ts'

/** A page of the web client opens the topics of a feed and of the comments on its posts. */
export const feedTopics: FeatureTopics = {
  openTopics: [
    {
      rootTopic: feedRoom,
      entityOf: (topic) => (topic.startsWith(feedRoom('')) ? (topic.split(':')[1] ?? null) : null),
      recheckOn: {
        'feed:changed': ({ FeedId }) => FeedId,
        'post:deleted': ({ FeedId }) => FeedId,
      },
      allowed: accessCheck,
    },
  ],
}

async function accessCheck(db: Db, feedId: string, subscribers: readonly Subscriber[], topics: readonly string[]) {
  const feed = await feedById(db, null, feedId)
  if (!feed) return () => false
  const memberships = await membershipsIn(
    db,
    feedId,
    subscribers.flatMap(({ viewer }) => (viewer === null ? [] : [viewer.id])),
  )
  const posts = await postStates(
    db,
    topics.flatMap((topic) => postOfCommentsRoom(topic) ?? []),
  )
  return ({ viewer }: Subscriber, topic: string): boolean => {
    const facts = factsOf({ ...feed, membership: memberships.get(viewer?.id ?? '') ?? null })
    if (topic === feedModeratorsRoom(feedId)) return can(viewer, 'feed:moderatePosts', facts)
    const postId = postOfCommentsRoom(topic)
    if (postId === null) return can(viewer, 'feed:open', facts)
    const post = posts.get(postId)
    return (
      post !== undefined &&
      can(viewer, 'post:open', { feed: facts, CreatedByUserId: post.created_by, isApproved: post.is_approved })
    )
  }
}
