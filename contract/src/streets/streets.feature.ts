import { defineFeature } from '../feature.ts'
import { storedMapMessages } from './stored-map.messages.ts'
import { streetExtractMessages } from './street-extracts.messages.ts'
import { streetsRoutes } from './streets.http.ts'
import { streetsMessages } from './streets.messages.ts'

export const streets = defineFeature({
  tag: 'admin',
  routes: { streets: streetsRoutes },
  messages: [storedMapMessages, streetsMessages],
  adminMessages: [streetExtractMessages],
})
