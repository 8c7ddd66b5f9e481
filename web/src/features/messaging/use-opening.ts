import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { chatQuery, openAround, openNewest } from './messaging.queries.ts'

/** Unread messages that surely lie within the newest page; with more, the thread opens at the first of them. */
const NEAR = 30

export interface Opening {
  readonly isReady: boolean
  /** Messages above this place were unread when the thread was opened; null: none were. */
  readonly unreadAfter: number | null
  readonly sought: number | null
}

/** Where a thread opens: at what was sought, at the first unread message, else at its end. Decided once. */
export function useOpening(thread: MessageThread, sought: number | null): Opening {
  const cache = useQueryClient()
  const [unreadAfter] = useState(() => (thread.unreadMessagesCount > 0 ? thread.seenSeq : null))
  const [isFar] = useState(() => thread.unreadMessagesCount > NEAR)
  const [isReady, setReady] = useState(false)
  const { id } = thread
  const from = sought ?? (isFar && unreadAfter !== null ? unreadAfter + 1 : null)

  useEffect(() => {
    let isOver = false
    const place = async () => {
      if (from !== null) await openAround(cache, id, from)
      else if (cache.getQueryData(chatQuery(id).queryKey)?.hasNewer) await openNewest(cache, id)
    }
    // Where that failed, the query itself asks for the newest and says what is wrong.
    const ready = () => isOver || setReady(true)
    place().then(ready, ready)
    return () => {
      isOver = true
    }
  }, [cache, id, from])
  return { isReady, unreadAfter, sought }
}
