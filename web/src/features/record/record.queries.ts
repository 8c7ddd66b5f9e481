import { infiniteQueryOptions } from '@tanstack/react-query'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { call } from '../../platform/connection/http.ts'

// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

/** The entries of an alert that the user may read, oldest first, in pages. */
export const recordQuery = (alertId: string) =>
  infiniteQueryOptions({
    queryKey: ['record', alertId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(recordRoutes.timeline, { params: { id: alertId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
