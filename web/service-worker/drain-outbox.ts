import { createDrain } from '../src/platform/outbox/create-drain.ts'
import { indexedDbStore } from '../src/platform/outbox/entry-store.ts'
import { withLock } from '../src/platform/outbox/locks.ts'
import { SYNC_TAG } from '../src/platform/outbox/shared-command.ts'
import { OUTBOX_CHANNEL } from '../src/platform/outbox/tab-notice.ts'
import { endWithoutSession } from './end-session.ts'
import { outboxCommands } from './shared-commands.ts'
import { sendRequest } from './send-request.ts'
import { deleteWorkerSession, readWorkerSession, type WorkerSession } from './stored-session.ts'

const channel = new BroadcastChannel(OUTBOX_CHANNEL)
/** The running clean-up of sessions that the server has refused. An SOS does not wait for it. */
let ending: Promise<unknown> = Promise.resolve()

const drain = createDrain<WorkerSession>({
  store: indexedDbStore,
  commands: outboxCommands,
  withLock,
  notifyTabs: (notice) => channel.postMessage(notice),
  readSession: readWorkerSession,
  endSession: async ({ token }) => {
    await deleteWorkerSession(token).catch(() => undefined)
    ending = Promise.all([ending, endWithoutSession()])
  },
  send: sendRequest,
})

/**
 * Sends the unsent entries of this device without a page. Call it when the network may be back: in a `sync` or a `push`
 * event.
 * @returns whether no entry is left that could be sent
 */
export async function drainOutbox(): Promise<boolean> {
  try {
    return await drain()
  } finally {
    await ending
  }
}

/** The event of Background Sync, which only Chromium has. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Returns whether a tag of Background Sync belongs to the outbox. */
export const isOutboxTag = (tag: string): boolean => tag.startsWith(SYNC_TAG)

/**
 * Sends the unsent entries in a `sync` event.
 * @throws Error if an entry is left, so that the browser repeats the event later
 */
export async function drainInSync(): Promise<void> {
  if (!(await drainOutbox())) throw new Error('The outbox is not empty')
}
