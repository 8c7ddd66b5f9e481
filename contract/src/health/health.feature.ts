import { defineFeature } from '../feature.ts'
import { healthCheckMessages } from './health-checks.messages.ts'
import { healthRoutes } from './health.http.ts'
import { healthServiceMessages } from './health-services.messages.ts'
import { healthMessages } from './health.messages.ts'

export const health = defineFeature({
  tag: 'health',
  about: 'Whether the server works, for administrators',
  routes: { health: healthRoutes },
  messages: [healthMessages, healthCheckMessages, healthServiceMessages],
})
