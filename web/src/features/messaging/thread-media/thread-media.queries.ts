import { infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { ThreadMediaKind, threadMediaRoutes } from '@noroshi/contract/messaging/thread-media.http'
import { call } from '../../../platform/connection/http.ts'
import { useEvent } from '../../../platform/connection/live.ts'

// `as`: otherwise the type of the cursor would be undefined.
const newest = undefined as number | undefined

export const threadMediaQuery = (id: string, kind: ThreadMediaKind) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'media', id, kind] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(threadMediaRoutes.list, { params: { id }, query: { kind, ...(before !== undefined && { before }) }, signal }),
    initialPageParam: newest,
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : Number(nextCursor)),
    refetchInterval: false,
  })

/** Replaces a message in the loaded pages; a deleted one is removed. */
function replaceMessage(cache: QueryClient, message: Message): void {
  for (const kind of ThreadMediaKind.options)
    cache.setQueryData(threadMediaQuery(message.MessageThreadId, kind).queryKey, (known) => {
      if (!known?.pages.some(({ items }) => items.some(({ id }) => id === message.id))) return known
      const replaced = (item: Message) => {
        if (item.id !== message.id || item.version >= message.version) return item
        return message.deletion ? [] : message
      }
      return { ...known, pages: known.pages.map((page) => ({ ...page, items: page.items.flatMap(replaced) })) }
    })
}

/** Keeps the lists of a thread as the events of its messages say, while they are shown. */
export function useThreadMediaEvents(threadId: string): void {
  const cache = useQueryClient()
  const refetch = () => void cache.invalidateQueries({ queryKey: ['messages', 'media', threadId] })
  useEvent('messages:updated', (message) => {
    if (message.MessageThreadId === threadId) replaceMessage(cache, message)
  })
  useEvent('messages:removed', ({ MessageThreadId }) => {
    if (MessageThreadId === threadId) refetch()
  })
  useEvent('messages:new_message', ({ MessageThreadId, messageMedias, text }) => {
    if (MessageThreadId === threadId && (messageMedias.length > 0 || /https?:\/\//i.test(text))) refetch()
  })
}
