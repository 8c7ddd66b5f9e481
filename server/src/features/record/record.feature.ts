import { defineFeature } from '#/feature.ts'
import { deleteOldChains, headsJob } from './heads.service.ts'
import { registerRecordRoutes } from './record.routes.ts'
import { recordConsumer } from './sequencer.service.ts'

export const record = defineFeature({
  routes: [registerRecordRoutes],
  consumers: [recordConsumer],
  cleanup: [deleteOldChains],
  jobs: [headsJob],
})
