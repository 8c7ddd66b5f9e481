import { defineFeature } from '#/feature.ts'
import { registerCommentRoutes } from './comments.routes.ts'
import { mayReadCommentFiles, purgeDeletedComments } from './comments.service.ts'
import { commentCommandHandlers } from './comments.sockets.ts'

export const comments = defineFeature({
  routes: [registerCommentRoutes],
  commands: commentCommandHandlers,
  files: { comment: mayReadCommentFiles },
  cleanup: [purgeDeletedComments],
})
