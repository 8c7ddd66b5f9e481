import { defineFeature } from '#/feature.ts'
import { registerPersonSearchRoutes } from './person-searches.routes.ts'
import { deleteOldSearches, personSearchesJob } from './person-searches.service.ts'

export const personSearches = defineFeature({
  routes: [registerPersonSearchRoutes],
  cleanup: [deleteOldSearches],
  jobs: [personSearchesJob],
})
