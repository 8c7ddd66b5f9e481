import { defineFeature } from '#/feature.ts'
import { registerFieldReportRoutes } from './field-reports.routes.ts'
import { deleteOldFieldReports } from './field-reports.service.ts'
import { registerMapOverlayRoutes } from './map-overlays.routes.ts'
import { mayReadOverlayFiles } from './map-overlays.service.ts'
import { registerMapShapeRoutes } from './map-shapes.routes.ts'

export const communityMap = defineFeature({
  routes: [registerFieldReportRoutes, registerMapShapeRoutes, registerMapOverlayRoutes],
  files: { mapOverlay: mayReadOverlayFiles },
  cleanup: [deleteOldFieldReports],
})
