import { defineFeature } from '../feature.ts'
import { deviceRoutes } from './devices.http.ts'
import { deviceMessages } from './devices.messages.ts'

export const devices = defineFeature({
  tag: 'devices',
  about: 'Whether an alarm would reach the devices of members',
  routes: { devices: deviceRoutes },
  adminMessages: [deviceMessages],
})
