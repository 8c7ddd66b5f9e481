import { defineFeature, described } from '../feature.ts'
import { connectionCommands } from './connection.events.ts'
import { eventRoutes } from './events.http.ts'

export const events = defineFeature({
  tag: 'events',
  about: 'What a client missed while it was not connected',
  routes: { events: eventRoutes },
  commands: described(connectionCommands, {
    'connection:check': 'Proves that the connection works, and announces the next check.',
  }),
})
