import { defineFeature } from '#/feature.ts'
import { mayReadDocument, purgeDocuments } from './documents.service.ts'
import { registerDraftRoutes } from './drafts.routes.ts'
import { registerPageRoutes } from './pages.routes.ts'
import { pageCommandHandlers } from './pages.sockets.ts'
import { pageTopics } from './pages.topics.ts'

export const pages = defineFeature({
  routes: [registerPageRoutes, registerDraftRoutes],
  commands: pageCommandHandlers,
  topics: pageTopics,
  files: { document: mayReadDocument },
  cleanup: [purgeDocuments],
})
