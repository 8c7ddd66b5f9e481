import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { RadioChannels } from './radio-channels.ts'
import { checkRadioChats } from './radio-members.service.ts'
import { touchAllPages } from './radio.sql.ts'

/** Milliseconds between two checks of the floors, in a process with pages in radio chats. */
const FLOORS_MS = 300
/** Milliseconds between two renewals and checks of the members, in a process with pages in radio chats and in any other. */
const MEMBERS_MS = 1000
const MEMBERS_IDLE_MS = 5000

/** Starts the periodic work of radio chats in this process. Returns a function that stops it. */
export async function startRadioTimers(deps: Deps, channels: RadioChannels): Promise<() => Promise<void>> {
  // The process may have been suspended. Pages reconnect now.
  await touchAllPages(deps.db)
  const stops = [
    every(deps, FLOORS_MS, async () => {
      if (channels.pages.isEmpty) return
      await channels.check()
      await channels.floors.freeLost()
    }),
    every(deps, MEMBERS_MS, async () => {
      if (channels.pages.isEmpty) return
      // After an outage of PostgreSQL, the pages have not vanished.
      await channels.pages.touch()
      await checkRadioChats(deps)
    }),
    // Also for radio chats whose processes have disappeared.
    every(deps, MEMBERS_IDLE_MS, async () => {
      if (!channels.pages.isEmpty) return
      await channels.floors.freeLost()
      await checkRadioChats(deps)
    }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Repeats work that never runs twice at a time. A failure is logged. */
function every(deps: Deps, milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => {
        if (!isConnectionLost(error)) deps.logError(error)
      })
      .finally(() => {
        running = null
      })
  }, milliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
