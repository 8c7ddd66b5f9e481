import { useThreads } from './messaging.queries.ts'

/** Returns the number of personal threads with unread messages and the number of unread group messages. */
export function useUnread(): { personal: number; groups: number } {
  const { threads: personal } = useThreads('personal')
  const { threads: groups } = useThreads('group')
  return {
    personal: personal?.filter(({ unreadMessagesCount }) => unreadMessagesCount > 0).length ?? 0,
    groups: groups?.reduce((total, { unreadMessagesCount }) => total + unreadMessagesCount, 0) ?? 0,
  }
}
