import { useThrottledValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useAccessToken } from '../../platform/session.ts'
import { alertsIn } from './alert-cache.ts'
import { alertsQuery } from './alerts.queries.ts'
import { type Paged, readOn } from './read-on.ts'

/** Milliseconds between two lists, so that a flood of hundreds a second leaves the page time for its people. The first comes at once. */
const FLOOD_MS = 250

function useActive() {
  const isSignedIn = useAccessToken() !== null
  return { isSignedIn, ...useInfiniteQuery({ ...alertsQuery('active'), enabled: isSignedIn }) }
}

/** Every active alert of this reader, as far as {@link useEveryActiveAlert} has read. undefined while they load. */
export function useActiveAlerts(): AlertForViewer[] | undefined {
  const { isSignedIn, data } = useActive()
  const calm = useThrottledValue(data, FLOOD_MS)
  return useMemo(() => (isSignedIn && calm ? alertsIn(calm) : undefined), [isSignedIn, calm])
}

/** Reads the active alerts to the last page: none may be missing from a count. In one place of the page. */
export function useEveryActiveAlert() {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useActive()
  useEffect(() => {
    const list: Paged = { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }
    readOn(list)
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}
