import { defineFeature } from '../feature.ts'
import { peerRoutes, unitFolderRoutes, unitRoutes } from './units.http.ts'
import { unitMessages } from './units.messages.ts'

export const units = defineFeature({
  tag: 'units',
  about: 'Servers of a group that exchange data, over links and by files',
  routes: { units: unitRoutes, unitFolder: unitFolderRoutes, unitPeers: peerRoutes },
  adminMessages: [unitMessages],
})
