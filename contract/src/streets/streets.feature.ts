import { defineFeature } from '../feature.ts'
import { storedMapMessages } from './stored-map.messages.ts'
import { streetExtractRoutes } from './street-extracts.http.ts'
import { streetExtractMessages } from './street-extracts.messages.ts'
import { streetsRoutes } from './streets.http.ts'
import { streetsMessages } from './streets.messages.ts'

export const streets = defineFeature({
  tag: 'admin',
  routes: { streets: streetsRoutes, streetExtracts: streetExtractRoutes },
  messages: [storedMapMessages, streetsMessages],
  adminMessages: [streetExtractMessages],
})
