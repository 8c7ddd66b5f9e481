import { defineFeature } from '#/feature.ts'
import { registerStreetsRoutes } from './streets.routes.ts'

export const streets = defineFeature({
  routes: [registerStreetsRoutes],
})
