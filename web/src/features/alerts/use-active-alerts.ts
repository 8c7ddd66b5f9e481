import { hashKey, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { useAccessToken } from '../../platform/session.ts'
import { FLOOD_MS } from '../../platform/tuning.ts'
import { alertsIn } from './alert-cache.ts'
import { alertsQuery } from './alerts.queries.ts'

const { queryKey } = alertsQuery('active')
const hash = hashKey(queryKey)

/** A throttled copy of the active alerts, shared by all components. It updates at most once in {@link FLOOD_MS}. */
function createThrottledList(cache: QueryClient) {
  const read = () => {
    const data = cache.getQueryData(queryKey)
    return data && alertsIn(data)
  }
  const shown = createObservable(read())
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = () => {
    timer = undefined
    last = performance.now()
    shown.set(read())
  }
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryHash !== hash || (type !== 'updated' && type !== 'removed')) return
    const wait = last + FLOOD_MS - performance.now()
    if (wait <= 0) update()
    else timer ??= setTimeout(update, wait)
  })
  return shown
}

const lists = new WeakMap<QueryClient, ReturnType<typeof createThrottledList>>()

function throttledListOf(cache: QueryClient) {
  const list = lists.get(cache) ?? createThrottledList(cache)
  lists.set(cache, list)
  return list
}

/** All active alerts that {@link useKeepActiveAlerts} has read for this user. undefined while they load. */
export function useActiveAlerts(): AlertForViewer[] | undefined {
  const active = useObservable(throttledListOf(useQueryClient()))
  const isSignedIn = useAccessToken() !== null
  return isSignedIn ? active : undefined
}

/** Keeps the active alerts loaded while a user is signed in. Use it in one component; the alerts do not render it again. */
export function useKeepActiveAlerts() {
  const isSignedIn = useAccessToken() !== null
  useInfiniteQuery({ ...alertsQuery('active'), enabled: isSignedIn, notifyOnChangeProps: [] })
}
