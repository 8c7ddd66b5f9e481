import { defineFeature } from '#/feature.ts'
import { databaseCheck } from './checks/database.check.ts'
import { diskCheck } from './checks/disk.check.ts'
import { versionsCheck } from './checks/versions.check.ts'

export const health = defineFeature({
  health: [diskCheck, databaseCheck, versionsCheck],
})
