import { defineFeature } from '#/feature.ts'
import { registerAccountRoutes } from './accounts.routes.ts'
import { accountCommandHandlers } from './accounts.sockets.ts'
import { accountTopics } from './accounts.topics.ts'
import { registerAdminUserRoutes } from './admin-users.routes.ts'
import { clockCheck } from './server/clock-health.ts'
import { registerClockRoutes } from './server/clock.routes.ts'
import { dailyUsageJob } from './server/daily-usage.ts'
import { registerDiskRoutes } from './server/disk.routes.ts'
import { registerInvitationImportRoutes } from './server/invitation-import.routes.ts'
import { deleteEndedInvitations } from './server/invitation-import.service.ts'
import { registerLastSeenRoutes } from './people/last-seen.routes.ts'
import { registerPasswordRoutes } from './passwords/passwords.routes.ts'
import { deletionsJob } from './personal-data/deletion.service.ts'
import { deleteExpiredExports } from './personal-data/export.service.ts'
import { registerPersonalDataRoutes } from './personal-data/personal-data.routes.ts'
import { registerPeopleRoutes } from './people/people.routes.ts'
import { mayReadAvatars } from './people/profile.service.ts'
import { registerSecurityRoutes } from './sessions/security.routes.ts'
import { registerRetentionRoutes } from './server/retention.routes.ts'
import { retentionJob } from './server/retention.service.ts'
import { sendersCheck } from './server/senders-health.ts'
import { deleteOldUsage } from './server/senders.service.ts'
import { deleteOldSessions } from './sessions/sessions.service.ts'
import { registerStorageUsageRoutes } from './server/storage-usage.routes.ts'
import { storageUsageJob } from './server/storage-usage.service.ts'
import { registerUnitRoutes } from './server/unit.routes.ts'
import { deleteExpiredLocations } from './people/user-locations.service.ts'

export const accounts = defineFeature({
  routes: [
    registerAccountRoutes,
    registerPasswordRoutes,
    registerSecurityRoutes,
    registerPeopleRoutes,
    registerLastSeenRoutes,
    registerAdminUserRoutes,
    registerClockRoutes,
    registerDiskRoutes,
    registerStorageUsageRoutes,
    registerRetentionRoutes,
    registerUnitRoutes,
    registerInvitationImportRoutes,
    registerPersonalDataRoutes,
  ],
  commands: accountCommandHandlers,
  topics: accountTopics,
  files: { user: mayReadAvatars },
  cleanup: [deleteExpiredLocations, deleteOldSessions, deleteOldUsage, deleteEndedInvitations, deleteExpiredExports],
  jobs: [dailyUsageJob, deletionsJob, storageUsageJob, retentionJob],
  health: [clockCheck, sendersCheck],
})
