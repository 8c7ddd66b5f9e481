import { defineFeature } from '#/feature.ts'
import { deleteOldNotifications } from './push.service.ts'

export const push = defineFeature({
  cleanup: [deleteOldNotifications],
})
