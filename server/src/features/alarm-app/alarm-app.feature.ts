import { defineFeature } from '#/feature.ts'
import { deleteOldMessages } from './alarm-app.service.ts'

export const alarmApp = defineFeature({
  cleanup: [deleteOldMessages],
})
