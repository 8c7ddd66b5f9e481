import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Alert, type AlertForViewer, AlertStatus, type AlertViewer } from '@noroshi/contract/alerts/alerts.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { callInQuestion } from './active-doubts.ts'
import { notedVersion, noteVersion } from './alert-versions.ts'
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

/**
 * Where an alert stands in a list, or would stand: newest first, and ids sort by time. null: below what is loaded.
 * In a flood lists have thousands of rows and hundreds of events a second: none of them is searched from end to end.
 */
function seatOf(list: AlertPages, id: string) {
  const page = list.pages.findIndex(({ items, nextCursor }) => nextCursor === null || (items.at(-1)?.id ?? '~') <= id)
  const items = list.pages[page]?.items
  if (!items) return null
  const older = items.findIndex((item) => item.id <= id)
  const at = older === -1 ? items.length : older
  return { page, at, known: items[at]?.id === id ? items[at] : undefined }
}

/** One page with one alert changed, added or taken away. */
const withSeat = (list: AlertPages, { page, at, known }: NonNullable<ReturnType<typeof seatOf>>, put: AlertForViewer[]) => {
  const pages = list.pages.map((each, index) =>
    index === page ? { ...each, items: each.items.toSpliced(at, known ? 1 : 0, ...put) } : each,
  )
  return { ...list, pages }
}

/** Puts an alert where a refetch of this list would show it: nowhere, if it does not belong or lies below what is loaded. */
export const placeAlert =
  (status: AlertStatus, alert: AlertForViewer) =>
  (list: AlertPages | undefined): AlertPages | undefined => {
    const seat = list && seatOf(list, alert.id)
    if (!seat || (seat.known && seat.known.version > alert.version)) return list
    const belongs = belongsTo(status, alert)
    return seat.known || belongs ? withSeat(list, seat, belongs ? [alert] : []) : list
  }

function knownIn(cache: QueryClient, status: AlertStatus, id: string): AlertForViewer | undefined {
  const list = cache.getQueryData(alertsQuery(status).queryKey)
  return list && seatOf(list, id)?.known
}

/** What this viewer is to the alert, from wherever it is loaded. */
export function knownViewer(cache: QueryClient, id: string): AlertViewer | undefined {
  const detail = cache.getQueryData(alertQuery(id).queryKey)
  if (detail) return detail.viewer
  for (const status of AlertStatus.options) {
    const known = knownIn(cache, status, id)
    if (known) return known.viewer
  }
  return undefined
}

/** Whether a newer version of it is known, on any list or from before it left one. Else this one is noted. */
function isOvertaken(cache: QueryClient, { id, version, resolvedAt }: Alert): boolean {
  const copies = AlertStatus.options.map((status) => knownIn(cache, status, id))
  const known = [cache.getQueryData(alertQuery(id).queryKey), ...copies]
  const newest = Math.max(notedVersion(cache, id), ...known.map((alert) => alert?.version ?? 0))
  if (newest > version) return true
  noteVersion(cache, id, version, resolvedAt !== null)
  return false
}

const activeKey = alertsQuery('active').queryKey

/** An answer that is on its way may be older than what was just announced, and there is no list yet to keep that. */
function questionWhatLoads(cache: QueryClient) {
  if (cache.getQueryData(activeKey) === undefined) callInQuestion(cache)
}

const writeLists = (cache: QueryClient, alert: AlertForViewer) => {
  for (const status of AlertStatus.options) cache.setQueryData(alertsQuery(status).queryKey, placeAlert(status, alert))
}

/** An alert as the server gave it to this viewer. */
export function keepAlert(cache: QueryClient, alert: AlertForViewer) {
  questionWhatLoads(cache)
  if (isOvertaken(cache, alert)) return
  cache.setQueryData(alertQuery(alert.id).queryKey, alert)
  writeLists(cache, alert)
}

/**
 * Who may read an alert is decided when it is read. A reading of the active ones that runs goes on, and then once more: in a
 * flood it would never come to its end.
 */
function askForLists(cache: QueryClient) {
  callInQuestion(cache)
  void cache.invalidateQueries({ queryKey: activeKey }, { cancelRefetch: false })
  for (const status of AlertStatus.exclude(['active']).options)
    void cache.invalidateQueries({ queryKey: alertsQuery(status).queryKey })
}

/** An announced alert: the viewer's own part stays as it is known. */
export function mergeAlert(cache: QueryClient, alert: Alert, ifUnknown?: AlertViewer) {
  questionWhatLoads(cache)
  if (isOvertaken(cache, alert)) return
  const viewer = knownViewer(cache, alert.id) ?? ifUnknown
  if (!viewer) {
    askForLists(cache)
    return
  }
  cache.setQueryData(alertQuery(alert.id).queryKey, (known) => known && { ...alert, viewer: known.viewer })
  writeLists(cache, { ...alert, viewer })
}

/** Changes an alert wherever it is loaded. */
export function changeAlert(cache: QueryClient, id: string, change: (alert: AlertForViewer) => AlertForViewer) {
  cache.setQueryData(alertQuery(id).queryKey, (known) => known && change(known))
  questionWhatLoads(cache)
  for (const status of AlertStatus.options) {
    cache.setQueryData(alertsQuery(status).queryKey, (list) => {
      const seat = list && seatOf(list, id)
      return list && seat?.known ? withSeat(list, seat, [change(seat.known)]) : list
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
