import { defineFeature } from '../feature.ts'
import { hotspotRoutes } from './hotspot.http.ts'
import { hotspotMessages } from './hotspot.messages.ts'

export const hotspot = defineFeature({
  tag: 'hotspot',
  about: 'The Wi-Fi of the server itself',
  routes: { hotspot: hotspotRoutes },
  messages: [hotspotMessages],
})
