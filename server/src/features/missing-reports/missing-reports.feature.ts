import { defineFeature } from '#/feature.ts'
import { registerMissingReportRoutes } from './missing-reports.routes.ts'
import { mayReadReportFiles, purgePhotos } from './missing-reports.service.ts'

export const missingReports = defineFeature({
  routes: [registerMissingReportRoutes],
  files: { missingReport: mayReadReportFiles },
  cleanup: [purgePhotos],
})
