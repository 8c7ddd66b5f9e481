import { accounts } from './accounts/accounts.feature.ts'
import { admin } from './admin/admin.feature.ts'
import { alarmApp } from './alarm-app/alarm-app.feature.ts'
import { alerts } from './alerts/alerts.feature.ts'
import { backups } from './backups/backups.feature.ts'
import { calls } from './calls/calls.feature.ts'
import { communityMap } from './community-map/community-map.feature.ts'
import { comments } from './comments/comments.feature.ts'
import { dashboard } from './dashboard/dashboard.feature.ts'
import { events } from './events/events.feature.ts'
import { exchange } from './exchange/exchange.feature.ts'
import { families } from './families/families.feature.ts'
import { feeds } from './feeds/feeds.feature.ts'
import { files } from './files.feature.ts'
import { handsFree } from './hands-free/hands-free.feature.ts'
import { health } from './health/health.feature.ts'
import { hotspot } from './hotspot/hotspot.feature.ts'
import { https } from './https/https.feature.ts'
import { messaging } from './messaging/messaging.feature.ts'
import { missingReports } from './missing-reports/missing-reports.feature.ts'
import { pages } from './pages/pages.feature.ts'
import { personSearches } from './person-searches/person-searches.feature.ts'
import { needs } from './needs/needs.feature.ts'
import { notices } from './notices/notices.feature.ts'
import { places } from './places/places.feature.ts'
import { devices } from './devices/devices.feature.ts'
import { push } from './push/push.feature.ts'
import { radio } from './radio/radio.feature.ts'
import { reception } from './reception/reception.feature.ts'
import { record } from './record/record.feature.ts'
import { reports } from './reports/reports.feature.ts'
import { rollCalls } from './roll-calls/roll-calls.feature.ts'
import { setup } from './setup/setup.feature.ts'
import { siren } from './siren/siren.feature.ts'
import { speech } from './speech/speech.feature.ts'
import { streets } from './streets/streets.feature.ts'
import { units } from './units/units.feature.ts'

/** All features. The API documents have their tags in this order. */
export const features = [
  accounts,
  admin,
  alarmApp,
  alerts,
  backups,
  calls,
  comments,
  communityMap,
  dashboard,
  events,
  exchange,
  families,
  feeds,
  files,
  handsFree,
  health,
  hotspot,
  https,
  messaging,
  missingReports,
  pages,
  needs,
  notices,
  personSearches,
  places,
  devices,
  push,
  radio,
  reception,
  record,
  reports,
  rollCalls,
  setup,
  siren,
  speech,
  streets,
  units,
] as const
