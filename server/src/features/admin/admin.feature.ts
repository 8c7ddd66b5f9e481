import { defineFeature } from '#/feature.ts'
import { registerAuditRoutes } from './audit.routes.ts'
import { registerLacsRoutes } from './lacs.routes.ts'

export const admin = defineFeature({
  routes: [registerAuditRoutes, registerLacsRoutes],
})
