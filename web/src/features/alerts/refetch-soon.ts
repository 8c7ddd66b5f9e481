import type { QueryClient } from '@tanstack/react-query'
import { refetchLists } from './alert-cache.ts'

/** Milliseconds without a further event after which the alerts are refetched: the events of a large change follow each other. */
const QUIET_MS = 300
/** Max milliseconds that are added at random, so that the devices of a community do not refetch in the same moment. */
const SPREAD_MS = 1000

const timers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/** Refetches the lists of alerts and the open alert, once for several calls. */
export function refetchSoon(cache: QueryClient): void {
  clearTimeout(timers.get(cache))
  const refetch = () => {
    refetchLists(cache)
    void cache.invalidateQueries({ queryKey: ['alerts', 'detail'] })
  }
  timers.set(cache, setTimeout(refetch, QUIET_MS + Math.random() * SPREAD_MS))
}
