import { defineFeature } from '#/feature.ts'
import { registerAccountRoutes } from './accounts.routes.ts'
import { accountCommandHandlers } from './accounts.sockets.ts'
import { accountTopics } from './accounts.topics.ts'
import { registerAdminUserRoutes } from './admin-users.routes.ts'
import { registerClockRoutes } from './clock.routes.ts'
import { dailyUsageJob } from './daily-usage.ts'
import { registerDiskRoutes } from './disk.routes.ts'
import { registerPasswordRoutes } from './passwords.routes.ts'
import { registerPeopleRoutes } from './people.routes.ts'
import { mayReadAvatars } from './profile.service.ts'
import { registerSecurityRoutes } from './security.routes.ts'
import { deleteOldUsage } from './senders.service.ts'
import { deleteOldSessions } from './sessions.service.ts'
import { registerUnitRoutes } from './unit.routes.ts'
import { deleteExpiredLocations } from './user-locations.service.ts'

export const accounts = defineFeature({
  routes: [
    registerAccountRoutes,
    registerPasswordRoutes,
    registerSecurityRoutes,
    registerPeopleRoutes,
    registerAdminUserRoutes,
    registerClockRoutes,
    registerDiskRoutes,
    registerUnitRoutes,
  ],
  commands: () => accountCommandHandlers,
  topics: accountTopics,
  files: { user: mayReadAvatars },
  cleanup: [deleteExpiredLocations, deleteOldSessions, deleteOldUsage],
  jobs: [dailyUsageJob],
})
