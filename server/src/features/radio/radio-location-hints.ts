import type { JournalPayload } from '#/db/journal-events.ts'
import type { Deps } from '#/deps.ts'
import { hideLocations, hideLocationsOf } from './radio-members.service.ts'

/**
 * Removes locations from the maps of this process when a user shares no location any more or is not a member of the thread any more.
 * Other locations that end are removed by the process that ends them.
 */
export function followHiddenLocations(deps: Deps): void {
  deps.journal.onDelivered(({ name, payload }) => {
    // `as`: the name and its payload were typed together where they were emitted.
    if (name === 'user:locationHidden') {
      const { userId } = payload as JournalPayload<typeof name>
      deps.runInBackground(() => hideLocationsOf(deps, userId))
    }
    if (name === 'thread:memberRemoved') {
      const { threadId, userId } = payload as JournalPayload<typeof name>
      hideLocations(deps, threadId, [userId])
    }
  })
}
