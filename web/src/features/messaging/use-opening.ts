import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { loadAround, loadedChat, loadNewest } from './chat.queries.ts'

/** Max unread messages that are certainly within the newest page; with more, the thread opens at the first of them. */
const UNREAD_IN_NEWEST_PAGE = 30

export interface Opening {
  readonly isReady: boolean
  /** Messages with a higher seq were unread when the thread was opened; null if none were. */
  readonly unreadAfter: number | null
  /** Seq of the message that a search led to. */
  readonly targetSeq: number | null
}

/**
 * Loads the messages where a thread opens: at `targetSeq`, else at the first unread message, else at its end. Decided
 * once: another target needs another mount.
 */
export function useOpening(thread: MessageThread, targetSeq: number | null): Opening {
  const cache = useQueryClient()
  const [unreadAfter] = useState(() => (thread.unreadMessagesCount > 0 ? thread.seenSeq : null))
  const [isFar] = useState(() => thread.unreadMessagesCount > UNREAD_IN_NEWEST_PAGE)
  const { id } = thread
  const from = targetSeq ?? (isFar && unreadAfter !== null ? unreadAfter + 1 : null)
  const [isReady, setReady] = useState(() => from === null && loadedChat(cache, id)?.hasNewer !== true)

  useEffect(() => {
    if (isReady) return
    let isCancelled = false
    const chat = { threadId: id, alertId: null }
    const load = from === null ? loadNewest(cache, chat) : loadAround(cache, chat, from)
    // After a failure, the query itself fetches the newest messages and shows its error.
    const ready = () => isCancelled || setReady(true)
    load.then(ready, ready)
    return () => {
      isCancelled = true
    }
  }, [cache, id, from, isReady])
  return { isReady, unreadAfter, targetSeq }
}
