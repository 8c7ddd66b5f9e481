import { useEffect } from 'react'

/** The alert chats on this screen: their messages need no report. */
const open = new Map<string, number>()

export const isThreadOpen = (threadId: string): boolean => open.has(threadId)

/** While the component is there, the thread counts as being viewed. */
export function useOpenThread(threadId: string) {
  useEffect(() => {
    open.set(threadId, (open.get(threadId) ?? 0) + 1)
    return () => {
      const left = (open.get(threadId) ?? 1) - 1
      if (left > 0) open.set(threadId, left)
      else open.delete(threadId)
    }
  }, [threadId])
}
