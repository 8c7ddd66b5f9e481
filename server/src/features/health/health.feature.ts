import { defineFeature } from '#/feature.ts'
import { backupCheck } from './checks/backup.check.ts'
import { connectionsCheck } from './checks/connections.check.ts'
import { databaseCheck } from './checks/database.check.ts'
import { diskCheck } from './checks/disk.check.ts'
import { mailCheck } from './checks/mail.check.ts'
import { powerCheck, temperatureCheck } from './checks/machine.checks.ts'
import { storageCheck } from './checks/storage.check.ts'
import { versionsCheck } from './checks/versions.check.ts'
import { deleteOldNotices } from './health-notices.service.ts'
import { healthPush } from './health.push.ts'
import { deleteOldDeliveries, deliveryCountsJob } from './delivery-counts.service.ts'

export const health = defineFeature({
  cleanup: [deleteOldDeliveries, deleteOldNotices],
  push: [healthPush],
  jobs: [deliveryCountsJob],
  health: [
    diskCheck,
    databaseCheck,
    backupCheck,
    storageCheck,
    mailCheck,
    connectionsCheck,
    temperatureCheck,
    powerCheck,
    versionsCheck,
  ],
})
