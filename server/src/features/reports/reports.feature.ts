import { defineFeature } from '#/feature.ts'
import { deleteOldReports } from './reports.service.ts'

export const reports = defineFeature({
  cleanup: [deleteOldReports],
})
