import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { acknowledgements } from './acknowledgements.ts'
import { setOpenThread } from './open-thread.ts'
import { readHere } from './thread-cache.ts'
import { useVisible } from './use-visible.ts'

/** Who looks at a thread has seen it: now, as messages come, and when the page is looked at again. Not while they are undecided. */
export function useSeen(thread: MessageThread | undefined, isLoaded: boolean) {
  const cache = useQueryClient()
  const isLookedAt = useVisible() && isLoaded && thread?.hasAccepted === true
  const id = thread?.id
  const newest = thread?.latestMessage?.seq ?? 0
  const isNew = thread !== undefined && (newest > thread.seenSeq || thread.unreadMessagesCount > 0)

  useEffect(() => {
    if (!isLookedAt || id === undefined) return
    setOpenThread(id)
    return () => setOpenThread(null)
  }, [isLookedAt, id])

  useEffect(() => {
    if (!isLookedAt || !isNew || !thread) return
    readHere(cache, thread, newest)
    acknowledgements.note({ messageThreadId: thread.id, status: 'seen', seq: newest })
  }, [isLookedAt, isNew, thread, newest, cache])
}
