import type { ServerFeature } from '#/feature.ts'
import { accounts } from '#/features/accounts/accounts.feature.ts'
import { admin } from '#/features/admin/admin.feature.ts'
import { alarmApp } from '#/features/alarm-app/alarm-app.feature.ts'
import { alerts } from '#/features/alerts/alerts.feature.ts'
import { calls } from '#/features/calls/calls.feature.ts'
import { communityMap } from '#/features/community-map/community-map.feature.ts'
import { comments } from '#/features/comments/comments.feature.ts'
import { dashboard } from '#/features/dashboard/dashboard.feature.ts'
import { devices } from '#/features/devices/devices.feature.ts'
import { events } from '#/features/events/events.feature.ts'
import { exchange } from '#/features/exchange/exchange.feature.ts'
import { families } from '#/features/families/families.feature.ts'
import { feeds } from '#/features/feeds/feeds.feature.ts'
import { files } from '#/features/files/files.feature.ts'
import { handsFree } from '#/features/hands-free/hands-free.feature.ts'
import { health } from '#/features/health/health.feature.ts'
import { hotspot } from '#/features/hotspot/hotspot.feature.ts'
import { https } from '#/features/https/https.feature.ts'
import { messaging } from '#/features/messaging/messaging.feature.ts'
import { missingReports } from '#/features/missing-reports/missing-reports.feature.ts'
import { pages } from '#/features/pages/pages.feature.ts'
import { needs } from '#/features/needs/needs.feature.ts'
import { notices } from '#/features/notices/notices.feature.ts'
import { personSearches } from '#/features/person-searches/person-searches.feature.ts'
import { places } from '#/features/places/places.feature.ts'
import { push } from '#/features/push/push.feature.ts'
import { radio } from '#/features/radio/radio.feature.ts'
import { reception } from '#/features/reception/reception.feature.ts'
import { record } from '#/features/record/record.feature.ts'
import { reports } from '#/features/reports/reports.feature.ts'
import { rollCalls } from '#/features/roll-calls/roll-calls.feature.ts'
import { siren } from '#/features/siren/siren.feature.ts'
import { speech } from '#/features/speech/speech.feature.ts'
import { streets } from '#/features/streets/streets.feature.ts'

/** All features with their exact types. The clean-up runs in this order: files after the rows that have them. */
export const features = [
  accounts,
  admin,
  alerts,
  messaging,
  missingReports,
  comments,
  communityMap,
  exchange,
  families,
  feeds,
  pages,
  needs,
  notices,
  personSearches,
  places,
  dashboard,
  calls,
  radio,
  reception,
  record,
  reports,
  rollCalls,
  push,
  alarmApp,
  siren,
  speech,
  handsFree,
  devices,
  streets,
  events,
  https,
  hotspot,
  health,
  files,
] as const

export const allFeatures: readonly ServerFeature[] = [...features]
