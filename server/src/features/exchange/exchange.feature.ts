import { defineFeature } from '#/feature.ts'
import { alertFeedConsumer, deleteOldFeedMessages } from './alert-feed-messages.service.ts'
import { registerAlertFeedRoutes } from './alert-feeds.routes.ts'

export const exchange = defineFeature({
  routes: [registerAlertFeedRoutes],
  consumers: [alertFeedConsumer],
  cleanup: [deleteOldFeedMessages],
})
