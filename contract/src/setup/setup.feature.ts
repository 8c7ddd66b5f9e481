import { defineFeature } from '../feature.ts'
import { setupRoutes } from './setup.http.ts'
import { setupMessages } from './setup.messages.ts'

export const setup = defineFeature({
  tag: 'admin',
  routes: { setup: setupRoutes },
  adminMessages: [setupMessages],
})
