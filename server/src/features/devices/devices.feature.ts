import { defineFeature } from '#/feature.ts'
import { registerDeviceRoutes } from './devices.routes.ts'
import { lastAlarmsJob } from './devices.service.ts'

export const devices = defineFeature({
  routes: [registerDeviceRoutes],
  jobs: [lastAlarmsJob],
})
