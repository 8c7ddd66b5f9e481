import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Alert, type AlertForViewer, AlertStatus, type AlertViewer } from '@noroshi/contract/alerts/alerts.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { alertMessagesQuery, alertQuery, alertsQuery } from './alerts.queries.ts'

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}
type Pages<Item> = InfiniteData<Page<Item>>
export type AlertPages = Pages<AlertForViewer>

export const alertsIn = (pages: AlertPages | undefined): AlertForViewer[] => pages?.pages.flatMap(({ items }) => items) ?? []

const belongsTo = (status: AlertStatus, { resolvedAt }: Alert) =>
  status === 'all' || (status === 'resolved') === (resolvedAt !== null)

/** Newest first: ids sort by time. */
const isNewer = (a: { id: string }, b: { id: string }) => a.id > b.id

/** Puts an alert where a refetch of this list would show it: nowhere, if it does not belong or lies below what is loaded. */
export const placeAlert =
  (status: AlertStatus, alert: AlertForViewer) =>
  (list: AlertPages | undefined): AlertPages | undefined => {
    if (!list) return list
    const known = alertsIn(list).find(({ id }) => id === alert.id)
    if (known && known.version > alert.version) return list
    const belongs = belongsTo(status, alert)
    if (!known && !belongs) return list

    const without = list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== alert.id) }))
    if (!belongs) return { ...list, pages: without }
    const target = without.findIndex(({ items, nextCursor }) => {
      const last = items.at(-1)
      return nextCursor === null || (last !== undefined && isNewer(alert, last))
    })
    const pages = without.map((page, index) =>
      index === target ? { ...page, items: [...page.items, alert].toSorted((a, b) => (isNewer(a, b) ? -1 : 1)) } : page,
    )
    return { ...list, pages }
  }

/** What this viewer is to the alert, from wherever it is loaded. */
export function knownViewer(cache: QueryClient, id: string): AlertViewer | undefined {
  const detail = cache.getQueryData(alertQuery(id).queryKey)
  if (detail) return detail.viewer
  for (const status of AlertStatus.options) {
    const known = alertsIn(cache.getQueryData(alertsQuery(status).queryKey)).find((alert) => alert.id === id)
    if (known) return known.viewer
  }
  return undefined
}

/** Where the highest version that was ever applied is noted: a list keeps nothing of an alert that left it. */
const versionKey = (id: string) => ['alerts', 'version', id] as const

/** Whether a newer version of it is known, on any list or from before it left one. Else this one is noted. */
function isOvertaken(cache: QueryClient, { id, version }: Alert): boolean {
  const copies = AlertStatus.options.flatMap((status) => alertsIn(cache.getQueryData(alertsQuery(status).queryKey)))
  const known = [cache.getQueryData(alertQuery(id).queryKey), ...copies.filter((alert) => alert.id === id)]
  const newest = Math.max(cache.getQueryData<number>(versionKey(id)) ?? 0, ...known.map((alert) => alert?.version ?? 0))
  if (newest > version) return true
  cache.setQueryData(versionKey(id), version)
  return false
}

const writeLists = (cache: QueryClient, alert: AlertForViewer) => {
  for (const status of AlertStatus.options) cache.setQueryData(alertsQuery(status).queryKey, placeAlert(status, alert))
}

/** An alert as the server gave it to this viewer. */
export function keepAlert(cache: QueryClient, alert: AlertForViewer) {
  if (isOvertaken(cache, alert)) return
  cache.setQueryData(alertQuery(alert.id).queryKey, alert)
  writeLists(cache, alert)
}

/** An announced alert: the viewer's own part stays as it is known. */
export function mergeAlert(cache: QueryClient, alert: Alert, ifUnknown?: AlertViewer) {
  if (isOvertaken(cache, alert)) return
  const viewer = knownViewer(cache, alert.id) ?? ifUnknown
  if (!viewer) {
    void cache.invalidateQueries({ queryKey: ['alerts', 'list'] }) // who may read it is decided when it is read
    return
  }
  cache.setQueryData(alertQuery(alert.id).queryKey, (known) => known && { ...alert, viewer: known.viewer })
  writeLists(cache, { ...alert, viewer })
}

/** Changes an alert wherever it is loaded. */
export function changeAlert(cache: QueryClient, id: string, change: (alert: AlertForViewer) => AlertForViewer) {
  cache.setQueryData(alertQuery(id).queryKey, (known) => known && change(known))
  for (const status of AlertStatus.options) {
    cache.setQueryData(alertsQuery(status).queryKey, (list) => {
      if (!alertsIn(list).some((alert) => alert.id === id)) return list
      const pages = list?.pages.map((page) => ({
        ...page,
        items: page.items.map((alert) => (alert.id === id ? change(alert) : alert)),
      }))
      return list && pages ? { ...list, pages } : list
    })
  }
}

/** Adds a message to its alert's chat, in the thread's order. What is not loaded stays so. */
export function addMessage(cache: QueryClient, alertId: string, message: Message) {
  cache.setQueryData(alertMessagesQuery(alertId).queryKey, (list) => {
    const [newest, ...older] = list?.pages ?? []
    if (!list || !newest || list.pages.some(({ items }) => items.some(({ id }) => id === message.id))) return list
    const items = [...newest.items, message].toSorted((a, b) => a.seq - b.seq)
    return { ...list, pages: [{ ...newest, items }, ...older] }
  })
}
