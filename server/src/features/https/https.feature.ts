import { defineFeature } from '#/feature.ts'
import { certificateCheck } from './certificate-health.ts'
import { deleteExpiredHandovers } from './handovers.service.ts'
import { registerHttpsRoutes } from './https.routes.ts'

export const https = defineFeature({
  routes: [registerHttpsRoutes],
  cleanup: [deleteExpiredHandovers],
  health: [certificateCheck],
})
