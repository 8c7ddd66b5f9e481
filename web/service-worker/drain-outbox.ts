import { createDrain } from '../src/platform/outbox/create-drain.ts'
import { indexedDbStore } from '../src/platform/outbox/entry-store.ts'
import { withLock } from '../src/platform/outbox/locks.ts'
import { SYNC_TAG } from '../src/platform/outbox/shared-command.ts'
import { endWithoutSession } from './end-session.ts'
import { notifyTabs } from './outbox-channel.ts'
import { sendRequest } from './send-request.ts'
import { updateUnsentAnswers } from './sent-answers.ts'
import { outboxCommands } from './shared-commands.ts'
import { deleteWorkerSession, readWorkerSession, type WorkerSession } from './stored-session.ts'

/** The running clean-up of sessions that the server has refused. An SOS does not wait for it. */
let ending: Promise<unknown> = Promise.resolve()
/** Ids of the entries that this worker has sent. */
const sentIds = new Set<string>()

const drain = createDrain<WorkerSession>({
  store: indexedDbStore,
  commands: outboxCommands,
  withLock,
  notifyTabs(notice) {
    if (notice.type === 'sent') sentIds.add(notice.id)
    notifyTabs(notice)
  },
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
    await updateUnsentAnswers(sentIds).catch(() => undefined) // an outdated notification stays
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
