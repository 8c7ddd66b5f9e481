import { isMuted } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useNow } from '../../platform/use-now.ts'
import { useThreads } from './messaging.queries.ts'

/**
 * Returns the number of personal threads with unread messages and the number of unread group messages; undefined until
 * they are known. Muted threads do not count (decisions/0206).
 */
export function useUnread(): { personal: number | undefined; groups: number | undefined } {
  const now = useNow()
  const { threads: personal } = useThreads('personal')
  const { threads: groups } = useThreads('group')
  const counted = ({ settings }: MessageThread) => !isMuted(settings, now)
  return {
    personal: personal?.filter((thread) => counted(thread) && thread.unreadMessagesCount > 0).length,
    groups: groups?.filter(counted).reduce((total, { unreadMessagesCount }) => total + unreadMessagesCount, 0),
  }
}
