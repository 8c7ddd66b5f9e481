import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { acknowledgements } from './acknowledgements.ts'
import { createSeenMark, SEEN_AFTER_MS } from './create-seen-mark.ts'
import { setOpenThread } from './open-thread.ts'
import { markThreadRead } from './receive.ts'
import { lastSeq, visibleSeqs } from './visible-seqs.ts'
import { closeMessageNotifications } from '../../platform/push/close-notifications.ts'
import { useVisible } from '../../platform/connection/use-visible.ts'

export interface Seen {
  /** Number of messages that the user has not seen. */
  readonly unseenCount: number
  /** Unseen messages are above the screen. */
  readonly hasSkipped: boolean
  /** Marks all messages as seen. @returns whether some were not */
  readonly markAll: () => boolean
}

/**
 * Marks messages of an open thread as seen that were visible for half a second (decisions/0211). Marks nothing in a hidden page,
 * below a dialog, and until the user has accepted the thread.
 * @param thread undefined: the chat of an alert, which has no marks
 * @param stream the element that scrolls the messages; null until it is mounted
 * @param hasNewer whether later messages are not loaded
 */
export function useSeen(thread: MessageThread | undefined, stream: HTMLElement | null, hasNewer: boolean): Seen {
  const cache = useQueryClient()
  const { id, seenSeq = 0 } = thread ?? {}
  const newest = thread?.latestMessage?.seq ?? 0
  const mayMark = thread?.hasAccepted === true
  const isViewed = useVisible() && stream !== null && mayMark
  const [mark] = useState(() => createSeenMark(seenSeq))
  const [hasSkipped, setSkipped] = useState(false)
  const lookAgain = useRef<(() => void) | null>(null)
  const isAtNewestPage = useRef(true)

  const report = useCallback(
    (seq: number) => {
      if (id === undefined) return
      markThreadRead(cache, id, seq)
      acknowledgements.add({ messageThreadId: id, status: 'seen', seq })
    },
    [cache, id],
  )

  useEffect(() => {
    if (!isViewed || id === undefined || !stream) return
    void closeMessageNotifications(id)
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookAt = (shown: readonly number[]): number | null => {
      const before = mark.seq()
      const wait = mark.look(shown, performance.now())
      if (mark.seq() > before) report(mark.seq())
      return wait
    }
    const look = () => {
      clearTimeout(timer)
      const shown = visibleSeqs(stream)
      const wait = lookAt(shown ?? [])
      const reached = mark.reach(shown ?? [])
      setSkipped(reached + 1 < (shown?.[0] ?? 0))
      setOpenThread(shown && isAtNewestPage.current && reached >= lastSeq(stream) ? id : null)
      if (wait !== null || shown === null) timer = setTimeout(look, wait ?? SEEN_AFTER_MS)
    }
    lookAgain.current = look
    look()
    stream.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    for (const observed of [stream, ...stream.children]) observer.observe(observed)
    return () => {
      lookAgain.current = null
      clearTimeout(timer)
      stream.removeEventListener('scroll', look)
      observer.disconnect()
      lookAt([])
      setOpenThread(null)
    }
  }, [isViewed, id, stream, mark, report])

  // After each render: another message may be in the place of one before, which moves nothing.
  useEffect(() => {
    isAtNewestPage.current = !hasNewer
    mark.raise(seenSeq)
    lookAgain.current?.()
  })

  const markAll = useCallback((): boolean => {
    if (!mayMark || newest <= mark.seq()) return false
    mark.raise(newest)
    report(newest)
    return true
  }, [mayMark, newest, mark, report])
  return { unseenCount: thread ? Math.max(0, newest - seenSeq) : 0, hasSkipped: hasSkipped && newest > seenSeq, markAll }
}
