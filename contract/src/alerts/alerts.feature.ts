import { defineFeature, described } from '../feature.ts'
import { alertGroupRoutes } from './alert-groups.http.ts'
import { adminAlertGroupMessages } from './admin-alert-groups.messages.ts'
import { alertGroupMessages } from './alert-groups.messages.ts'
import { alertCommands, alertEvents } from './alerts.events.ts'
import { alertRoutes } from './alerts.http.ts'
import { alertMessages } from './alerts.messages.ts'
import { anonymousAlertRoutes } from './anonymous-alerts.http.ts'
import { anonymousDataRoutes } from './anonymous-data.http.ts'
import { drillRoutes } from './drills.http.ts'
import { drillMessages } from './drills.messages.ts'
import { alertHandlingRoutes } from './handling.http.ts'
import { alertHandlingMessages } from './handling.messages.ts'
import { responderLocationRoutes } from './responder-locations.http.ts'
import { sosMessages } from './sos.messages.ts'

export const alerts = defineFeature({
  tag: 'alerts',
  about: 'SOS, alerts, their answers and chats, and alert groups',
  routes: {
    alerts: alertRoutes,
    alertHandling: alertHandlingRoutes,
    responderLocations: responderLocationRoutes,
    drills: drillRoutes,
    anonymousAlerts: anonymousAlertRoutes,
    anonymousData: anonymousDataRoutes,
    alertGroups: alertGroupRoutes,
  },
  events: described(alertEvents, {
    'alert:new_alert': 'An alert was raised or released.',
    'alert:existing_alert': 'The text, the files or the location of an alert changed, or it was reopened.',
    'alert:resolved': 'An alert was resolved.',
    'alert:deleted': 'An administrator deleted an alert with its chat and files.',
    'alert:list_changed': 'Many alerts or an audience changed: the client refetches its alerts.',
    'alert:ledger': 'The numbers of recipients who received, saw or answered an alert, at most once a second.',
    'alert:answered': 'The user saw or answered an alert on one device: the alarm stops on all of them.',
    'alert:handled': 'A decision about an alert: its kind, state, assignment, mark or reason of closing.',
    'alert:noted': 'The private notes about an alert changed.',
    'alert:stalled': 'Alerts stand still for too long.',
    'alert:repeat': 'The alarm of alerts that the user has not seen sounds again.',
  }),
  commands: described(alertCommands, {
    'alert:join_alert_page': 'Joins an alert to receive its events.',
    'alert:leave_alert_page': 'Leaves an alert.',
    'alert:delivered': 'Records that the device received alerts. The acknowledgement follows the commit.',
  }),
  messages: [alertGroupMessages, drillMessages, alertHandlingMessages],
  adminMessages: [adminAlertGroupMessages],
  firstMessages: [alertMessages, sosMessages],
})
