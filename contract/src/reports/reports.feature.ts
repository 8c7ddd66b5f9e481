import { defineFeature } from '../feature.ts'
import { adminReportRoutes, reportRoutes } from './reports.http.ts'
import { adminReportMessages } from './admin-reports.messages.ts'
import { reportMessages } from './reports.messages.ts'

export const reports = defineFeature({
  tag: 'reports',
  about: 'Messages and people that members report to the administrators',
  routes: { reports: reportRoutes, adminReports: adminReportRoutes },
  messages: [reportMessages],
  adminMessages: [adminReportMessages],
})
