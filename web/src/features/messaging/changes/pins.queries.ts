import { queryOptions } from '@tanstack/react-query'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { call } from '../../../platform/connection/http.ts'
import { pinsKey } from './refetch-changes.ts'

/** The pinned messages of a thread, the latest pin first. They are in memory only. */
export const pinsQuery = (threadId: string) =>
  queryOptions({
    queryKey: pinsKey(threadId),
    queryFn: async ({ signal }) => (await call(messageChangeRoutes.pins, { params: { id: threadId }, signal })).items,
  })
