import { defineFeature } from '#/feature.ts'
import { threadsOfUsersConsumer } from './activity.service.ts'
import { mayReadGroupPicture } from './groups/group-picture.service.ts'
import { deleteLeftGroups } from './groups/left-groups.service.ts'
import { messagesPush } from './messaging.push.ts'
import { messagingCommandHandlers } from './messaging.sockets.ts'
import { messagingTopics } from './messaging.topics.ts'
import { followReadableMessages } from './read-aloud/read-aloud.service.ts'
import { registerReceiptRoutes } from './receipts/receipts.routes.ts'
import { deleteOldReceipts } from './receipts/receipts.service.ts'
import { refoldingJob } from './search/refold-messages.ts'
import { registerThreadDraftRoutes } from './thread-drafts.routes.ts'
import { emitMissedWatermarks } from './watermarks.service.ts'

export const messaging = defineFeature({
  routes: [registerReceiptRoutes, registerThreadDraftRoutes],
  commands: messagingCommandHandlers,
  topics: messagingTopics,
  files: { group: mayReadGroupPicture },
  push: [messagesPush],
  listeners: [followReadableMessages],
  consumers: [threadsOfUsersConsumer],
  cleanup: [deleteLeftGroups, emitMissedWatermarks, deleteOldReceipts],
  jobs: [refoldingJob],
})
