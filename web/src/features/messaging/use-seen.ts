import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { acknowledgements } from './acknowledgements.ts'
import { setOpenThread } from './open-thread.ts'
import { markThreadRead } from './receive.ts'
import { closeMessageNotifications } from '../../platform/push/close-notifications.ts'
import { useVisible } from '../../platform/connection/use-visible.ts'

/**
 * Marks an open, visible thread as seen, also for later messages. Does nothing until the user has accepted the thread.
 */
export function useSeen(thread: MessageThread | undefined, isLoaded: boolean) {
  const cache = useQueryClient()
  const isViewed = useVisible() && isLoaded && thread?.hasAccepted === true
  const id = thread?.id
  const newest = thread?.latestMessage?.seq ?? 0
  const isNew = thread !== undefined && (newest > thread.seenSeq || thread.unreadMessagesCount > 0)

  useEffect(() => {
    if (!isViewed || id === undefined) return
    setOpenThread(id)
    void closeMessageNotifications(id)
    return () => setOpenThread(null)
  }, [isViewed, id])

  useEffect(() => {
    if (!isViewed || !isNew || !thread) return
    markThreadRead(cache, thread.id, newest)
    acknowledgements.add({ messageThreadId: thread.id, status: 'seen', seq: newest })
  }, [isViewed, isNew, thread, newest, cache])
}
