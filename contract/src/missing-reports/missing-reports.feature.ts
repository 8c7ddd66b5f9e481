import { defineFeature, described } from '../feature.ts'
import { missingReportEvents } from './missing-reports.events.ts'
import { missingReportRoutes } from './missing-reports.http.ts'
import { missingReportMessages } from './missing-reports.messages.ts'

export const missingReports = defineFeature({
  tag: 'missing-reports',
  about: 'Missing-person reports to the staff of the shelters',
  routes: { missingReports: missingReportRoutes },
  events: described(missingReportEvents, {
    'missing-reports:changed': 'A report was added or changed: the reporter and the staff of the shelters read the lists again.',
  }),
  messages: [missingReportMessages],
})
