import { isMuted } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'

/** Whether a thread is among the archived ones. A newer message brings it back to the list, unless it is muted. */
export function isArchived({ settings, latestMessage }: MessageThread, now: Date): boolean {
  const archivedSeq = settings?.archivedSeq ?? null
  return archivedSeq !== null && (isMuted(settings, now) || (latestMessage?.seq ?? 0) <= archivedSeq)
}

/** Returns the threads of a list and the archived ones. Pinned threads are first; otherwise the order stays. */
export function arrangeThreads(threads: readonly MessageThread[], now: Date) {
  const archived = threads.filter((thread) => isArchived(thread, now))
  const isPinned = ({ settings }: MessageThread) => settings?.isPinned === true
  const others = threads.filter((thread) => !archived.includes(thread))
  return { listed: [...others.filter(isPinned), ...others.filter((thread) => !isPinned(thread))], archived }
}

/** Returns the number of unread messages that ask for attention: none in a muted or archived thread. */
export function countedUnread(thread: MessageThread, now: Date): number {
  if (isMuted(thread.settings, now) || isArchived(thread, now)) return 0
  return Math.max(thread.unreadMessagesCount, thread.settings?.isMarkedUnread === true ? 1 : 0)
}
