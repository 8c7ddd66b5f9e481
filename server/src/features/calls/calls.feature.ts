import { defineFeature } from '#/feature.ts'
import { callTimeoutsJob } from './call-timeouts.service.ts'
import { callPush } from './calls.push.ts'
import { registerCallRoutes } from './calls.routes.ts'
import { callCommandHandlers } from './calls.sockets.ts'

export const calls = defineFeature({
  routes: [registerCallRoutes],
  commands: callCommandHandlers,
  push: [callPush],
  jobs: [callTimeoutsJob],
})
