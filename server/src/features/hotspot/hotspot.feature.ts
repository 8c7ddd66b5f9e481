import { defineFeature } from '#/feature.ts'
import { registerHotspotRoutes } from './hotspot.routes.ts'

export const hotspot = defineFeature({ routes: [registerHotspotRoutes] })
