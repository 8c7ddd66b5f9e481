import { defineFeature } from '../feature.ts'
import { backupRoutes } from './backups.http.ts'
import { backupMessages } from './backups.messages.ts'

export const backups = defineFeature({
  tag: 'admin',
  routes: { backups: backupRoutes },
  adminMessages: [backupMessages],
})
