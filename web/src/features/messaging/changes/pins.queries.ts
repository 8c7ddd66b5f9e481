import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { call } from '../../../platform/connection/http.ts'

/** The pinned messages of a thread, the latest pin first. They are in memory only. */
export const pinsQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['messages', 'pins', threadId] as const,
    queryFn: async ({ signal }) => (await call(messageChangeRoutes.pins, { params: { id: threadId }, signal })).items,
  })

/** Reads the pinned messages again if a changed message is or was one of them. */
export function refetchPins(cache: QueryClient, { id, MessageThreadId, pinnedAt }: Message): void {
  const { queryKey } = pinsQuery(MessageThreadId)
  const isKnown = cache.getQueryData(queryKey)?.some((message) => message.id === id) ?? false
  if (pinnedAt !== undefined || isKnown) void cache.invalidateQueries({ queryKey })
}
