import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Alert, type AlertForViewer, AlertStatus, type AlertViewer } from '@noroshi/contract/alerts/alerts.http'
import type { AlertChange } from '@noroshi/contract/alerts/alerts.events'
import { markStale } from './stale-active-alerts.ts'
import { knownVersion, recordVersion } from './alert-versions.ts'
import { alertQuery, alertsQuery } from './alerts.queries.ts'

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}
type Pages<Item> = InfiniteData<Page<Item>>
export type AlertPages = Pages<AlertForViewer>

export const alertsIn = (pages: AlertPages | undefined): AlertForViewer[] => pages?.pages.flatMap(({ items }) => items) ?? []

const belongsTo = (status: AlertStatus, { resolvedAt }: Alert) =>
  status === 'all' || (status === 'resolved') === (resolvedAt !== null)

/**
 * The position of an alert in a list, or the position to insert it at. Lists are newest first, and ids sort by time.
 * Searches one page only: in a flood lists have thousands of rows and get hundreds of events a second.
 * @returns null if the alert is below the loaded part of the list
 */
function positionOf(list: AlertPages, id: string) {
  const page = list.pages.findIndex(({ items, nextCursor }) => nextCursor === null || (items.at(-1)?.id ?? '~') <= id)
  const items = list.pages[page]?.items
  if (!items) return null
  const older = items.findIndex((item) => item.id <= id)
  const at = older === -1 ? items.length : older
  return { page, at, known: items[at]?.id === id ? items[at] : undefined }
}

/** Returns the list with one alert replaced, inserted or removed. Only one page changes. */
const withAlertsAt = (
  list: AlertPages,
  { page, at, known }: NonNullable<ReturnType<typeof positionOf>>,
  alerts: AlertForViewer[],
) => {
  const pages = list.pages.map((each, index) =>
    index === page ? { ...each, items: each.items.toSpliced(at, known ? 1 : 0, ...alerts) } : each,
  )
  return { ...list, pages }
}

/**
 * Inserts an alert where a refetch of the list would show it. An alert with another status, or below the loaded part, is not
 * inserted.
 */
export const insertAlert =
  (status: AlertStatus, alert: AlertForViewer) =>
  (list: AlertPages | undefined): AlertPages | undefined => {
    const position = list && positionOf(list, alert.id)
    if (!position || (position.known && position.known.version > alert.version)) return list
    const belongs = belongsTo(status, alert)
    return position.known || belongs ? withAlertsAt(list, position, belongs ? [alert] : []) : list
  }

function knownInList(cache: QueryClient, status: AlertStatus, id: string): AlertForViewer | undefined {
  const list = cache.getQueryData(alertsQuery(status).queryKey)
  return list && positionOf(list, id)?.known
}

/** Returns the newest version of an alert in the cache. */
function newestInCache(cache: QueryClient, id: string): AlertForViewer | undefined {
  const copies = [
    cache.getQueryData(alertQuery(id).queryKey),
    ...AlertStatus.options.map((status) => knownInList(cache, status, id)),
  ]
  return copies.reduce((newest, copy) => ((copy?.version ?? 0) > (newest?.version ?? 0) ? copy : newest), undefined)
}

/** Returns the viewer's part of an alert from any query that contains the alert. */
export function knownViewer(cache: QueryClient, id: string): AlertViewer | undefined {
  const detail = cache.getQueryData(alertQuery(id).queryKey)
  if (detail) return detail.viewer
  for (const status of AlertStatus.options) {
    const known = knownInList(cache, status, id)
    if (known) return known.viewer
  }
  return undefined
}

/**
 * Whether a newer version of the alert is known, from a list or from before the alert left a list. Records the version if not.
 */
function isOutdated(cache: QueryClient, { id, version, resolvedAt }: Alert): boolean {
  const copies = AlertStatus.options.map((status) => knownInList(cache, status, id))
  const known = [cache.getQueryData(alertQuery(id).queryKey), ...copies]
  const newest = Math.max(knownVersion(cache, id), ...known.map((alert) => alert?.version ?? 0))
  if (newest > version) return true
  recordVersion(cache, id, version, resolvedAt !== null)
  return false
}

const activeKey = alertsQuery('active').queryKey

/** Marks the list stale while it loads: the reply may be older than the event, and there is no list yet to apply the event to. */
function markStaleWhileLoading(cache: QueryClient) {
  if (cache.getQueryData(activeKey) === undefined) markStale(cache)
}

const updateLists = (cache: QueryClient, alert: AlertForViewer) => {
  for (const status of AlertStatus.options) cache.setQueryData(alertsQuery(status).queryKey, insertAlert(status, alert))
}

/** Applies an alert that the server returned to this viewer. */
export function upsertAlert(cache: QueryClient, alert: AlertForViewer) {
  markStaleWhileLoading(cache)
  if (isOutdated(cache, alert)) return
  cache.setQueryData(alertQuery(alert.id).queryKey, alert)
  updateLists(cache, alert)
}

/**
 * Refetches the lists, because the server decides who may read an alert when it is read. A running read of the active alerts
 * continues and then runs once more. If each event cancelled it, it would never finish in a flood.
 */
export function refetchLists(cache: QueryClient) {
  markStale(cache)
  void cache.invalidateQueries({ queryKey: activeKey }, { cancelRefetch: false })
  for (const status of AlertStatus.exclude(['active']).options)
    void cache.invalidateQueries({ queryKey: alertsQuery(status).queryKey })
}

/** Applies an alert from an event. The viewer's part is not in the event and stays as it is. */
export function mergeAlert(cache: QueryClient, alert: Alert, ifUnknown?: AlertViewer) {
  markStaleWhileLoading(cache)
  if (isOutdated(cache, alert)) return
  const viewer = knownViewer(cache, alert.id) ?? ifUnknown
  if (!viewer) {
    refetchLists(cache)
    return
  }
  cache.setQueryData(alertQuery(alert.id).queryKey, (known) => known && { ...alert, viewer: known.viewer })
  updateLists(cache, { ...alert, viewer })
}

/**
 * Applies a change from an event, which carries only the files that it added or changed. If the known and the added files are not all
 * files of the alert, an event was missed: the known files are shown and the alert is refetched.
 */
export function mergeChange(cache: QueryClient, { addedMedias, mediaCount, ...change }: AlertChange) {
  const known = newestInCache(cache, change.id)?.alertMedias ?? []
  const others = known.filter(({ id }) => addedMedias.every((media) => media.id !== id))
  const alertMedias = [...others, ...addedMedias].toSorted((a, b) => (a.id < b.id ? -1 : 1)) // ids sort by time
  const isComplete = alertMedias.length === mediaCount
  const isNewer = !isOutdated(cache, { ...change, alertMedias })
  mergeAlert(cache, { ...change, alertMedias })
  if (isComplete || !isNewer) return
  refetchLists(cache)
  void cache.invalidateQueries({ queryKey: alertQuery(change.id).queryKey })
}

/** Removes a deleted alert from every list. Its page refetches it and gets 404. A late event does not bring it back. */
export function removeAlert(cache: QueryClient, id: string) {
  markStaleWhileLoading(cache)
  recordVersion(cache, id, Infinity, true)
  for (const status of AlertStatus.options) {
    cache.setQueryData(alertsQuery(status).queryKey, (list) => {
      const position = list && positionOf(list, id)
      return list && position?.known ? withAlertsAt(list, position, []) : list
    })
  }
  void cache.resetQueries({ queryKey: alertQuery(id).queryKey })
}

/** Changes an alert in all queries that contain it. */
export function changeAlert(cache: QueryClient, id: string, change: (alert: AlertForViewer) => AlertForViewer) {
  cache.setQueryData(alertQuery(id).queryKey, (known) => known && change(known))
  markStaleWhileLoading(cache)
  for (const status of AlertStatus.options) {
    cache.setQueryData(alertsQuery(status).queryKey, (list) => {
      const position = list && positionOf(list, id)
      return list && position?.known ? withAlertsAt(list, position, [change(position.known)]) : list
    })
  }
}
