import { defineFeature } from '#/feature.ts'
import { connectionCommandHandlers } from './connection.sockets.ts'
import { pruneEventLog } from './events.service.ts'

export const events = defineFeature({
  commands: () => connectionCommandHandlers,
  cleanup: [pruneEventLog],
})
