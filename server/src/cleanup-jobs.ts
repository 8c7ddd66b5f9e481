import { deleteOldCommands } from '#/db/command.ts'
import type { Job } from '#/db/jobs.ts'
import { deleteEndedWindows } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import { WRITE_EVERY_MS } from '#/features/accounts/daily-usage.ts'
import { deleteOldUsage } from '#/features/accounts/senders.service.ts'
import { deleteExpiredLocations } from '#/features/accounts/user-locations.service.ts'
import { deleteOldSessions } from '#/features/accounts/sessions.service.ts'
import { deleteExpiredSources } from '#/features/alerts/anonymous-alerts.service.ts'
import { purgeDeletedComments } from '#/features/comments/comments.service.ts'
import { pruneEventLog } from '#/features/events/events.service.ts'
import { purgeDeletedFeeds } from '#/features/feeds/feeds-admin.service.ts'
import { deleteIncompleteBytes, deleteUnclaimedBytes } from '#/features/files/files.service.ts'
import { deleteExpiredHandovers } from '#/features/https/handovers.service.ts'
import { deleteLeftGroups } from '#/features/messaging/left-groups.service.ts'
import { emitMissedWatermarks } from '#/features/messaging/watermarks.service.ts'
import { deleteOldNotifications } from '#/features/push/push.service.ts'
import { recognisePending } from '#/features/radio/radio-recorder.service.ts'
import { purgeDocuments } from '#/features/pages/documents.service.ts'
import { deleteStoredStreams } from '#/features/speech/voice-posts.service.ts'

const MINUTE = 60_000
/** Milliseconds before the first run. Many devices reconnect after a start and are served first. */
const FIRST_RUN_AFTER = 2 * MINUTE
const INTERVAL = 60 * MINUTE

type CleanupStep = (deps: Deps) => Promise<unknown>

/**
 * Steps that delete expired data or repair derived data. Each is idempotent, and a failure does not stop the others.
 */
const cleanupSteps: readonly CleanupStep[] = [
  deleteExpiredHandovers,
  deleteExpiredLocations,
  deleteOldSessions,
  deleteOldCommands,
  deleteEndedWindows,
  pruneEventLog,
  deleteExpiredSources,
  purgeDeletedComments,
  purgeDeletedFeeds,
  purgeDocuments,
  deleteUnclaimedBytes,
  deleteIncompleteBytes,
  deleteLeftGroups,
  deleteStoredStreams,
  deleteOldNotifications,
  deleteOldUsage,
  emitMissedWatermarks,
]

export async function runCleanup(deps: Deps): Promise<void> {
  for (const step of cleanupSteps) await step(deps).catch(deps.logError)
}

/**
 * The clean-up runs two minutes after the start and then every hour. The budget and the muted sources are in the memory
 * of each process. Recordings get the text that a killed process did not store.
 */
export const cleanupJobs = (deps: Deps): readonly Job[] => [
  { name: 'clean-up', every: INTERVAL, firstAfter: FIRST_RUN_AFTER, run: () => runCleanup(deps) },
  { name: 'anonymous budget', every: INTERVAL, isPerProcess: true, run: () => deps.anonymousBudget.refresh() },
  { name: 'daily usage', every: WRITE_EVERY_MS, isPerProcess: true, run: () => deps.dailyUsage.write() },
  { name: 'muted sources', every: MINUTE, isPerProcess: true, run: () => deps.alertSources.refresh() },
  { name: 'pending recordings', every: MINUTE, run: () => recognisePending(deps) },
]
