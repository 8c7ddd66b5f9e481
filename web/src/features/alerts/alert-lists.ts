import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AlertForViewer, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { OfflineError } from '../../platform/connection/http-errors.ts'
import { createEmitter, type ReadonlyObservable, useObservable } from '../../platform/observable.ts'
import { useAccessToken } from '../../platform/session/session.ts'
import { FLOOD_MS } from '../../platform/tuning.ts'
import { whenStarted } from '../../platform/when-idle.ts'
import { alertStore, beginAlertRead } from './alert-store.ts'
import { ALERT_KEYS, type AlertRange, alertsOf } from './alert-views.ts'
import { alertListingEntity } from './alerts.entities.ts'
import { alertsQuery, confirmResolved } from './alerts.queries.ts'

/** Milliseconds after which the stored active alerts are shown and sound the alarm if the server has not replied. */
const REPLY_WAIT_MS = 2_000

/** All alerts of the store. */
const WHOLE: AlertRange = { oldest: '' }

/** Creates a view of a list that all components share. It changes at most once in {@link FLOOD_MS}. */
function createThrottledList(cache: QueryClient, status: AlertStatus): ReadonlyObservable<readonly AlertForViewer[] | undefined> {
  const store = alertStore(cache)
  const { queryKey } = alertsQuery(status)
  const hash = hashKey(queryKey)
  const createdAt = performance.now()

  /** Returns the shown part of the list. Before the first reply it is the stored part. */
  const rangeNow = (): AlertRange | undefined => {
    const state = cache.getQueryState<AlertRange>(queryKey)
    if (state?.data) return state.data
    const isAlone = state?.fetchFailureReason instanceof OfflineError || state?.error instanceof OfflineError
    const mayShow = status !== 'active' || isAlone || performance.now() - createdAt >= REPLY_WAIT_MS
    return mayShow && store.get(alertListingEntity, status) ? WHOLE : undefined
  }
  const read = () => {
    const range = rangeNow()
    return range && alertsOf(store, status, range)
  }

  const { emit, subscribe } = createEmitter()
  let shown = read()
  let last = -Infinity
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}

  const update = () => {
    timer = undefined
    last = performance.now()
    const next = read()
    if (next === shown) return
    shown = next
    emit()
  }
  const changed = () => {
    const wait = last + FLOOD_MS - performance.now()
    if (wait <= 0 && timer === undefined) update()
    else timer ??= setTimeout(update, wait)
  }
  const start = () => {
    const ends = [
      ...ALERT_KEYS.map((key) => store.subscribe(key, changed)),
      cache.getQueryCache().subscribe(({ type, query }) => {
        if (query.queryHash === hash && (type === 'updated' || type === 'removed')) changed()
      }),
    ]
    const replyTimer = setTimeout(changed, REPLY_WAIT_MS)
    return () => {
      clearTimeout(replyTimer)
      for (const end of ends) end()
    }
  }

  return {
    // Without subscribers, the view was not updated.
    get: () => (count === 0 ? (shown = read()) : shown),
    subscribe(listener) {
      if (count++ === 0) {
        stop = start()
        shown = read()
      }
      const unsubscribe = subscribe(listener)
      return () => {
        unsubscribe()
        if (--count === 0) stop()
      }
    },
  }
}

type Lists = Map<AlertStatus, ReturnType<typeof createThrottledList>>
const lists = new WeakMap<QueryClient, Lists>()

/** Returns the view of a list that all components share. */
export function throttledListOf(cache: QueryClient, status: AlertStatus) {
  const ofCache: Lists = lists.get(cache) ?? new Map()
  lists.set(cache, ofCache)
  const list = ofCache.get(status) ?? createThrottledList(cache, status)
  ofCache.set(status, list)
  return list
}

/** Returns the known alerts of a list, newest first; undefined while they load. */
export function useAlerts(status: AlertStatus) {
  const { data: range, error, refetch } = useQuery(alertsQuery(status))
  const alerts = useObservable(throttledListOf(useQueryClient(), status))
  return { alerts, hasMore: range !== undefined && range.oldest !== '', error, refetch }
}

/** Returns all active alerts that {@link useKeepActiveAlerts} has read for this user; undefined while they load. */
export function useActiveAlerts(): readonly AlertForViewer[] | undefined {
  const active = useObservable(throttledListOf(useQueryClient(), 'active'))
  const isSignedIn = useAccessToken() !== null
  return isSignedIn ? active : undefined
}

/**
 * Keeps the active alerts loaded while a user is signed in. Use it in one component; changes of the alerts do not
 * rerender it.
 */
export function useKeepActiveAlerts() {
  const isSignedIn = useAccessToken() !== null
  const cache = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return undefined
    const read = beginAlertRead(alertStore(cache))
    return whenStarted(() => void confirmResolved(cache, read))
  }, [cache, isSignedIn])
  useQuery({ ...alertsQuery('active'), enabled: isSignedIn, notifyOnChangeProps: [] })
}
