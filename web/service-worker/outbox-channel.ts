import { OUTBOX_CHANNEL, type TabNotice } from '../src/platform/outbox/tab-notice.ts'

const channel = new BroadcastChannel(OUTBOX_CHANNEL)

/** Reports a change of the outbox to the open pages. */
export const notifyTabs = (notice: TabNotice): void => channel.postMessage(notice)
