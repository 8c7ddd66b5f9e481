import { defineFeature } from '#/feature.ts'
import { deleteOldNotices, noticesJob } from './check-sources.service.ts'
import { registerNoticeRoutes } from './notices.routes.ts'

export const notices = defineFeature({
  routes: [registerNoticeRoutes],
  cleanup: [deleteOldNotices],
  jobs: [noticesJob],
})
