import { queryOptions } from '@tanstack/react-query'
import { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import { call } from '../../../platform/connection/http.ts'

/** Who voted for what in a version of a poll. */
export const votesQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['messages', 'votes', id, version] as const,
    queryFn: ({ signal }) => call(pollRoutes.votes, { params: { id }, signal }),
  })
