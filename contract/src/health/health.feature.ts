import { defineFeature, described } from '../feature.ts'
import { healthCheckMessages } from './health-checks.messages.ts'
import { healthEvents } from './health.events.ts'
import { healthRoutes } from './health.http.ts'
import { healthServiceMessages } from './health-services.messages.ts'
import { healthMessages } from './health.messages.ts'

export const health = defineFeature({
  tag: 'health',
  about: 'Whether the server works, for administrators',
  routes: { health: healthRoutes },
  events: described(healthEvents, {
    'health:changed': 'A check of the server has become a warning or a failure, or is good again, for administrators.',
  }),
  adminMessages: [healthMessages, healthCheckMessages, healthServiceMessages],
})
