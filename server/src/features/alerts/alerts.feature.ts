import { defineFeature } from '#/feature.ts'
import { registerAlertGroupRoutes } from './groups/alert-groups-admin.routes.ts'
import { followAlertSources, mutedSourcesJob } from './anonymous/alert-sources.service.ts'
import { alertChatPush, alertPush, alertStalledPush } from './alerts.push.ts'
import { mayReadAlertFiles } from './alerts.service.ts'
import { alertTopics } from './alerts.topics.ts'
import { registerAnonymousAlertRoutes } from './anonymous/anonymous-alerts.routes.ts'
import { deleteExpiredSources } from './anonymous/anonymous-alerts.service.ts'
import { anonymousBudgetJob } from './anonymous/anonymous-budget.ts'
import { registerAnonymousDataRoutes } from './anonymous/anonymous-data.routes.ts'
import { stalledAlertsJob } from './handling/stalled.service.ts'
import { registerAlertHandlingRoutes } from './handling/handling.routes.ts'
import { registerResponderLocationRoutes } from './handling/responder-locations.routes.ts'
import { deleteEndedChoices, signedOutRespondersConsumer } from './handling/responder-locations.service.ts'
import { alarmReceiversConsumer, sosDeliveryCheck, unreachedAlarmsCheck } from './reach/alarm-health.service.ts'
import { registerDrillRoutes } from './reach/drills.routes.ts'
import { oldDrillsJob } from './reach/drills.service.ts'
import { alarmRepeatsJob } from './reach/repeats.service.ts'
import { deleteOldRemovedAlerts } from './retained-alerts.service.ts'

export const alerts = defineFeature({
  routes: [
    registerAlertHandlingRoutes,
    registerResponderLocationRoutes,
    registerDrillRoutes,
    registerAnonymousAlertRoutes,
    registerAnonymousDataRoutes,
    registerAlertGroupRoutes,
  ],
  topics: alertTopics,
  files: { alert: mayReadAlertFiles },
  // The chat comes first: the end of an alert also removes the notifications of its chat.
  push: [alertChatPush, alertPush, alertStalledPush],
  listeners: [followAlertSources],
  consumers: [alarmReceiversConsumer, signedOutRespondersConsumer],
  cleanup: [deleteExpiredSources, deleteOldRemovedAlerts, deleteEndedChoices],
  jobs: [alarmRepeatsJob, stalledAlertsJob, oldDrillsJob, anonymousBudgetJob, mutedSourcesJob],
  health: [unreachedAlarmsCheck, sosDeliveryCheck],
})
