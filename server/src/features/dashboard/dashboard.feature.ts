import { defineFeature } from '#/feature.ts'
import { registerDashboardRoutes } from './dashboard.routes.ts'
import { mayReadLinkFiles } from './links.service.ts'

export const dashboard = defineFeature({
  routes: [registerDashboardRoutes],
  files: { dashboardLink: mayReadLinkFiles },
})
