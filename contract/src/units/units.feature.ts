import { defineFeature } from '../feature.ts'
import { peerRoutes, unitRoutes } from './units.http.ts'
import { unitMessages } from './units.messages.ts'

export const units = defineFeature({
  tag: 'units',
  about: 'Servers of a group that exchange data, over links and by files',
  routes: { units: unitRoutes, unitPeers: peerRoutes },
  adminMessages: [unitMessages],
})
