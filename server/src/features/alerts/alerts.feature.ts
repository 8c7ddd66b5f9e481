import { defineFeature } from '#/feature.ts'
import { registerAlertGroupRoutes } from './alert-groups-admin.routes.ts'
import { followAlertSources, mutedSourcesJob } from './alert-sources.service.ts'
import { alertChatPush, alertPush } from './alerts.push.ts'
import { mayReadAlertFiles } from './alerts.service.ts'
import { alertTopics } from './alerts.topics.ts'
import { registerAnonymousAlertRoutes } from './anonymous-alerts.routes.ts'
import { deleteExpiredSources } from './anonymous-alerts.service.ts'
import { anonymousBudgetJob } from './anonymous-budget.ts'
import { registerAnonymousDataRoutes } from './anonymous-data.routes.ts'
import { registerDrillRoutes } from './drills.routes.ts'
import { oldDrillsJob } from './drills.service.ts'
import { alarmRepeatsJob } from './repeats.service.ts'

export const alerts = defineFeature({
  routes: [registerDrillRoutes, registerAnonymousAlertRoutes, registerAnonymousDataRoutes, registerAlertGroupRoutes],
  topics: alertTopics,
  files: { alert: mayReadAlertFiles },
  // The chat comes first: the end of an alert also removes the notifications of its chat.
  push: [alertChatPush, alertPush],
  listeners: [followAlertSources],
  cleanup: [deleteExpiredSources],
  jobs: [alarmRepeatsJob, oldDrillsJob, anonymousBudgetJob, mutedSourcesJob],
})
