import { defineFeature, described } from '../feature.ts'
import { feedMemberRoutes } from './feed-members.http.ts'
import { feedCommands, feedEvents } from './feeds.events.ts'
import { feedFirstMessages } from './feeds.first-messages.ts'
import { feedRoutes } from './feeds.http.ts'
import { feedMessages } from './feeds.messages.ts'
import { postRoutes } from './posts.http.ts'
import { postMessages } from './posts.messages.ts'

export const feeds = defineFeature({
  tag: 'feeds',
  about: 'Feeds, their members and posts',
  routes: { feeds: feedRoutes, feedMembers: feedMemberRoutes, posts: postRoutes },
  events: described(feedEvents, {
    'feed:changed': 'A feed was created, changed or deleted, or the user’s rights in it changed.',
    'post:created': 'A post became visible: it was created or approved.',
    'post:updated': 'A post was edited.',
    'post:deleted': 'A post was deleted, or is no longer visible.',
    'post:review': 'A post was approved or rejected, for its author and the moderators.',
    'post:counted': 'The number of comments on a post changed.',
  }),
  commands: described(feedCommands, {
    'feed:join': 'Joins a feed to receive the events of its posts.',
    'feed:leave': 'Leaves a feed.',
  }),
  messages: [feedMessages, postMessages],
  firstMessages: [feedFirstMessages],
})
