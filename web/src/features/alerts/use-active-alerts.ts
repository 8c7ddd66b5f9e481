import { hashKey, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useAccessToken } from '../../platform/session.ts'
import { FLOOD_MS } from '../../platform/tuning.ts'
import { alertsIn } from './alert-cache.ts'
import { alertsQuery } from './alerts.queries.ts'

const { queryKey } = alertsQuery('active')
const hash = hashKey(queryKey)

/** One list for all who look at it, however many events change it meanwhile. */
function createCalm(cache: QueryClient) {
  const read = () => {
    const data = cache.getQueryData(queryKey)
    return data && alertsIn(data)
  }
  const watchers = new Set<() => void>()
  let shown = read()
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = () => {
    timer = undefined
    last = performance.now()
    shown = read()
    for (const tell of watchers) tell()
  }
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryHash !== hash || (type !== 'updated' && type !== 'removed')) return
    const wait = last + FLOOD_MS - performance.now()
    if (wait <= 0) update()
    else timer ??= setTimeout(update, wait)
  })
  return {
    read: () => shown,
    watch(tell: () => void) {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
  }
}

const calms = new WeakMap<QueryClient, ReturnType<typeof createCalm>>()

function calmOf(cache: QueryClient) {
  const calm = calms.get(cache) ?? createCalm(cache)
  calms.set(cache, calm)
  return calm
}

/** Every active alert of this reader, as far as {@link useKeepActiveAlerts} has read. undefined while they load. */
export function useActiveAlerts(): AlertForViewer[] | undefined {
  const calm = calmOf(useQueryClient())
  const isSignedIn = useAccessToken() !== null
  const active = useSyncExternalStore(calm.watch, calm.read)
  return isSignedIn ? active : undefined
}

/** Asks for the active alerts as long as somebody is signed in. In one place of the page, which is not drawn anew by them. */
export function useKeepActiveAlerts() {
  const isSignedIn = useAccessToken() !== null
  useInfiniteQuery({ ...alertsQuery('active'), enabled: isSignedIn, notifyOnChangeProps: [] })
}
