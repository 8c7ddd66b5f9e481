import { defineFeature } from '#/feature.ts'
import { registerPlaceRoutes } from './places.routes.ts'

export const places = defineFeature({ routes: [registerPlaceRoutes] })
