import { useThrottledValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useAccessToken } from '../../platform/session.ts'
import { alertsIn } from './alert-cache.ts'
import { alertsQuery } from './alerts.queries.ts'

/** Milliseconds between two lists, so that a flood of hundreds a second leaves the page time for its people. The first comes at once. */
const FLOOD_MS = 250

/** Every active alert of this reader, to the last page: none may be missing from a count. undefined while they load. */
export function useActiveAlerts(): AlertForViewer[] | undefined {
  const isSignedIn = useAccessToken() !== null
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({ ...alertsQuery('active'), enabled: isSignedIn })
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const calm = useThrottledValue(data, FLOOD_MS)
  return useMemo(() => (isSignedIn && calm ? alertsIn(calm) : undefined), [isSignedIn, calm])
}
