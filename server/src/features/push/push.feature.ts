import { defineFeature } from '#/feature.ts'
import { pushCheck } from './push-health.ts'
import { deleteOldNotifications } from './push.service.ts'

export const push = defineFeature({
  cleanup: [deleteOldNotifications],
  health: [pushCheck],
})
