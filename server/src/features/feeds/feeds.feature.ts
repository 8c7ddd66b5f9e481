import { defineFeature } from '#/feature.ts'
import { purgeDeletedFeeds } from './feeds-admin.service.ts'
import { registerFeedRoutes } from './feeds.routes.ts'
import { mayReadFeedFiles } from './feeds.service.ts'
import { feedCommandHandlers } from './feeds.sockets.ts'
import { feedTopics } from './feeds.topics.ts'
import { registerPostRoutes } from './posts.routes.ts'
import { mayReadPostFiles } from './posts.service.ts'

export const feeds = defineFeature({
  routes: [registerFeedRoutes, registerPostRoutes],
  commands: feedCommandHandlers,
  topics: feedTopics,
  files: { feed: mayReadFeedFiles, post: mayReadPostFiles },
  cleanup: [purgeDeletedFeeds],
})
