import { defineFeature } from '#/feature.ts'
import { alertFeedConsumer, deleteOldFeedMessages } from './alert-feed-messages.service.ts'
import { registerAlertFeedRoutes } from './alert-feeds.routes.ts'
import { registerTakRoutes } from './tak.routes.ts'
import { TakLink } from './tak-link.service.ts'

export const exchange = defineFeature({
  routes: [registerAlertFeedRoutes, registerTakRoutes],
  consumers: [alertFeedConsumer],
  cleanup: [deleteOldFeedMessages],
  jobs: [(deps) => new TakLink(deps).job],
})
