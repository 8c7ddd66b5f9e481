import { deleteOldCommands } from '#/db/command.ts'
import type { Job } from '#/db/jobs.ts'
import { deleteEndedWindows } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import { allFeatures } from '#/features.ts'

const MINUTE = 60_000
/** Milliseconds before the first run. Many devices reconnect after a start and are served first. */
const FIRST_RUN_AFTER = 2 * MINUTE
const INTERVAL = 60 * MINUTE

/** Steps that delete expired data or repair derived data: those of the database and those of the features. */
const cleanupSteps = [deleteOldCommands, deleteEndedWindows, ...allFeatures.flatMap(({ cleanup = [] }) => cleanup)]

export async function runCleanup(deps: Deps): Promise<void> {
  for (const step of cleanupSteps) await step(deps).catch(deps.logError)
}

/** The clean-up runs two minutes after the start and then every hour. */
export const cleanupJob = (deps: Deps): Job => ({
  name: 'clean-up',
  every: INTERVAL,
  firstAfter: FIRST_RUN_AFTER,
  run: () => runCleanup(deps),
})
