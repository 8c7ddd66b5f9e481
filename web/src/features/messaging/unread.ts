import { useThreads } from './messaging.queries.ts'

/**
 * Returns the number of personal threads with unread messages and the number of unread group messages; undefined until
 * they are known.
 */
export function useUnread(): { personal: number | undefined; groups: number | undefined } {
  const { threads: personal } = useThreads('personal')
  const { threads: groups } = useThreads('group')
  return {
    personal: personal?.filter(({ unreadMessagesCount }) => unreadMessagesCount > 0).length,
    groups: groups?.reduce((total, { unreadMessagesCount }) => total + unreadMessagesCount, 0),
  }
}
