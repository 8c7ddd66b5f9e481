import { useNow } from '../../platform/use-now.ts'
import { useThreads } from './messaging.queries.ts'
import { countedUnread } from './thread-order.ts'

/**
 * Returns the number of personal threads with unread messages and the number of unread group messages; undefined until
 * they are known. A thread that is marked as unread counts as one. Muted and archived ones do not count
 * (decisions/0206).
 */
export function useUnread(): { personal: number | undefined; groups: number | undefined } {
  const now = useNow()
  const { threads: personal } = useThreads('personal')
  const { threads: groups } = useThreads('group')
  return {
    personal: personal?.filter((thread) => countedUnread(thread, now) > 0).length,
    groups: groups?.reduce((total, thread) => total + countedUnread(thread, now), 0),
  }
}
