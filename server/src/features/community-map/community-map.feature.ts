import { defineFeature } from '#/feature.ts'
import { registerFieldReportRoutes } from './field-reports.routes.ts'
import { deleteOldFieldReports } from './field-reports.service.ts'

export const communityMap = defineFeature({ routes: [registerFieldReportRoutes], cleanup: [deleteOldFieldReports] })
