import { diskRoutes } from '../accounts/disk.http.ts'
import { defineFeature } from '../feature.ts'
import { adminAreaMessages } from './admin.messages.ts'
import { adminSharedMessages } from './admin-shared.messages.ts'
import { anonymousAlertMessages } from './anonymous-alerts.messages.ts'
import { anonymousDataMessages } from './anonymous-data.messages.ts'
import { auditRoutes } from './audit.http.ts'
import { auditMessages } from './audit.messages.ts'
import { lacsRoutes } from './lacs.http.ts'
import { lacsMessages } from './lacs.messages.ts'
import { retentionRoutes } from './retention.http.ts'
import { retentionMessages } from './retention.messages.ts'
import { settingsMessages } from './settings.messages.ts'
import { storageRoutes } from './storage.http.ts'
import { storageMessages } from './storage.messages.ts'
import { adminUserRoutes } from './users.http.ts'
import { adminUserMessages } from './users.messages.ts'

export const admin = defineFeature({
  tag: 'admin',
  about: 'What only administrators see and change',
  routes: {
    adminUsers: adminUserRoutes,
    audit: auditRoutes,
    disk: diskRoutes,
    lacs: lacsRoutes,
    retention: retentionRoutes,
    storage: storageRoutes,
  },
  messages: [adminSharedMessages],
  adminMessages: [
    adminAreaMessages,
    adminUserMessages,
    anonymousAlertMessages,
    anonymousDataMessages,
    auditMessages,
    lacsMessages,
    retentionMessages,
    settingsMessages,
    storageMessages,
  ],
})
