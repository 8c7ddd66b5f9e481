import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { threadDraftRoutes } from '@noroshi/contract/messaging/thread-drafts.http'
import { call } from '../../../platform/connection/http.ts'
import { useConnection } from '../../../platform/connection/socket.ts'
import { useEvent } from '../../../platform/connection/live.ts'
import { useVisible } from '../../../platform/connection/use-visible.ts'
import { receiveDrafts, threadDrafts } from './thread-drafts.ts'

const draftsQuery = queryOptions({
  queryKey: ['messages', 'drafts'] as const,
  queryFn: async () => {
    const { items } = await call(threadDraftRoutes.list)
    receiveDrafts(items)
    return items.length
  },
  // Hints report the changes while the page is connected.
  refetchInterval: false,
  meta: { keepsEvents: true },
})

/** Fetches the drafts of the user's other devices after each connection, and sends those of this device when it is left. */
export function useDraftSync(): void {
  const isVisible = useVisible()
  const isOnline = useConnection() === 'online'
  const isUsed = isVisible && isOnline
  const { refetch } = useQuery({ ...draftsQuery, enabled: false })
  useEffect(() => {
    if (!isUsed) return
    void refetch()
    return () => threadDrafts.flushWaiting()
  }, [isUsed, refetch])
  useEvent('message-threads:draft', ({ messageThreadId, draft }) => threadDrafts.receive(messageThreadId, draft))
  useEffect(() => {
    const flush = () => threadDrafts.flushWaiting()
    window.addEventListener('pagehide', flush)
    return () => window.removeEventListener('pagehide', flush)
  }, [])
}
