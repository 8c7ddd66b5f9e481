import type { QueryClient } from '@tanstack/react-query'
import { type Alert, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import type { AlertChange } from '@noroshi/contract/alerts/alerts.events'
import { closeAlertNotifications } from '../../platform/push/close-notifications.ts'
import { currentUser } from '../../platform/session/current-user.ts'
import { accessToken, sessionUserId } from '../../platform/session/session.ts'
import { alertStore, receiveAccess, receiveChange, receiveShared } from './alert-store.ts'
import { accessEntity, alertEntity, DELETED } from './alerts.entities.ts'
import { alertQuery, alertsQuery } from './alerts.queries.ts'
import { isIncomplete } from './read-alerts.ts'

/**
 * Refetches the lists. Running reads continue and then run once more, because a flood of events would otherwise cancel
 * each of them.
 */
function refetchLists(cache: QueryClient) {
  for (const status of AlertStatus.options)
    void cache.invalidateQueries({ queryKey: alertsQuery(status).queryKey }, { cancelRefetch: false })
}

/**
 * Adds a new alert. The user is in its audience unless they raised it; a drill is also for its raiser. If the user is
 * unknown, the server decides.
 */
export function receiveNewAlert(cache: QueryClient, alert: Alert) {
  const store = alertStore(cache)
  const { id, raisedBy, isDrill } = alert
  const myId = currentUser()?.id ?? sessionUserId()
  const isVisitor = accessToken() === null && myId === null
  receiveShared(store, alert)
  if (store.get(accessEntity, id)) return
  const isRaiser = myId !== null && raisedBy?.id === myId
  if (isVisitor || myId !== null)
    receiveAccess(store, { id, isRaiser, inAudience: !isVisitor && (!isRaiser || isDrill === true) })
  else refetchLists(cache)
}

/** Adds a change. If an earlier event was missed, all data of the alert is refetched. */
export function receiveChangedAlert(cache: QueryClient, change: AlertChange) {
  const store = alertStore(cache)
  receiveChange(store, change)
  if (change.resolvedAt !== null) void closeAlertNotifications(change.id, ['alarm'])
  if (store.get(alertEntity, change.id)?.version !== change.version || !isIncomplete(store, change.id)) return
  refetchLists(cache)
  void cache.invalidateQueries({ queryKey: alertQuery(change.id).queryKey }, { cancelRefetch: false })
}

/** Removes a deleted alert. Its page refetches it and gets 404. A late event does not restore it. */
export function removeAlert(cache: QueryClient, id: string) {
  alertStore(cache).remove(alertEntity, id, DELETED)
  void closeAlertNotifications(id, ['alarm', 'chat'])
  void cache.resetQueries({ queryKey: alertQuery(id).queryKey })
}

/**
 * Milliseconds without a further event after which the alerts are refetched. A large change causes a series of events.
 */
const QUIET_MS = 300
/** Max random delay in milliseconds, so that the devices of a community do not refetch at the same time. */
const SPREAD_MS = 1000

const timers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/** Refetches the lists of alerts and the open alert, once for several calls. */
export function refetchSoon(cache: QueryClient) {
  clearTimeout(timers.get(cache))
  const refetch = () => {
    for (const part of ['list', 'detail']) void cache.invalidateQueries({ queryKey: ['alerts', part] })
  }
  timers.set(cache, setTimeout(refetch, QUIET_MS + Math.random() * SPREAD_MS))
}
